import { contracts } from '#shared/contracts/index.ts'
import { type PaymentTerm, paymentTerms } from '#shared/model/company.ts'
import { amountText } from '#shared/money/cost-wire.ts'
import { type Fees, noPrice, type RetailPrice, wholesaleOf } from '#shared/money/price-list.ts'
import { priceText } from '#shared/money/price-text.ts'
import { pricePlace } from '../../domain/price-place.ts'
import { costsOf, findCampaignPrice, findDefaultPrice } from '../../domain/prices.ts'
import { handle } from '../../kit/handle.ts'

const toWire = (price: RetailPrice) => ({
  CostSet: priceText(price.perLeadCentiCents),
  CostSetAdvanced: priceText(price.perLeadAdvancedCentiCents),
  CostSetB2b: priceText(price.perLeadB2bCentiCents),
  CostMonth: amountText(price.periodFeeCents),
  CostMaxLead: priceText(price.aboveLimitCentiCents),
  LimitLead: price.limit.count,
  LimitLeadFreq: price.limit.every,
  LimitLeadStart: price.limit.fromOn,
  LimitLeadEnd: price.limit.toOn,
  PaymentTerm: price.term,
  topupoptions: price.topUp.mode,
  leadsbuy: price.topUp.leads,
  PlatformFee: amountText(price.platformFeeCents),
})

const toWholesale = (fees: Fees) => ({
  platform_fee: amountText(fees.platformFeeCents),
  cost_month: amountText(fees.periodFeeCents),
  cost_per_lead: priceText(fees.perLeadCentiCents),
  cost_per_lead_advanced: priceText(fees.perLeadAdvancedCentiCents),
})

const byTerm = <Value>(of: (term: PaymentTerm) => Value): Record<PaymentTerm, Value> => ({
  Weekly: of('Weekly'),
  Monthly: of('Monthly'),
  'One Time': of('One Time'),
  Prepaid: of('Prepaid'),
})

export default handle(contracts.pricing.getPrice, async ({ db, actor, input, user, now }) => {
  const { ModuleID: line, leadspeekID } = input
  const { company, agency, campaign } = await pricePlace(db, actor, user, line, leadspeekID)
  const at = now()
  const owner = { companyId: company.id, agencyId: agency.id, line }
  const [price, { own, root }, campaigns] = await Promise.all([
    campaign ? findCampaignPrice(db, campaign, at) : findDefaultPrice(db, owner, at),
    costsOf(db, agency, at),
    company.kind === 'client' ? db.campaign.list(company.id) : [],
  ])
  const terms = paymentTerms.filter((term) => agency.terms.includes(term))
  return {
    data: toWire(
      price ?? { ...noPrice, term: terms.includes(noPrice.term) ? noPrice.term : (terms[0] ?? noPrice.term) },
    ),
    terms,
    wholesale: byTerm((term) => toWholesale(wholesaleOf(own, root, line, term))),
    campaigns: campaigns
      .filter((each) => each.line === line && each.status !== 'archived')
      .map(({ id, name, status }) => ({ id, name, is_active: status === 'active' })),
  }
})
