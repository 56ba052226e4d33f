import { contracts } from '#shared/contracts/index.ts'
import { type PaymentTerm, paymentTerms } from '#shared/model/company.ts'
import { wholesaleOf } from '#shared/money/price-list.ts'
import { findTermLock } from '../../domain/pricing/campaign-price.ts'
import { pricePlace } from '../../domain/pricing/place.ts'
import { costsOf, findCampaignPrice, findDefaultPrice, firstPrice } from '../../domain/pricing/prices.ts'
import { handle } from '../../kit/handle.ts'
import { toFeesWire, toPriceWire } from '../../wire/pricing/price.ts'

const byTerm = <Value>(of: (term: PaymentTerm) => Value): Record<PaymentTerm, Value> => ({
  Weekly: of('Weekly'),
  Monthly: of('Monthly'),
  'One Time': of('One Time'),
  Prepaid: of('Prepaid'),
})

export default handle(contracts.pricing.getPrice, async ({ db, input, user, campaign, now }) => {
  const { ModuleID: line } = input
  const { company, agency } = await pricePlace(db, user, line, campaign)
  const at = now()
  const owner = { companyId: company.id, agencyId: agency.id, line }
  const [price, { own, root }, campaigns, lock] = await Promise.all([
    campaign ? findCampaignPrice(db, campaign, at) : findDefaultPrice(db, owner, at),
    costsOf(db, agency, at),
    company.kind === 'client' ? db.campaign.list(company.id) : [],
    campaign && findTermLock(db, campaign),
  ])
  const offered = paymentTerms.filter((term) => agency.terms.includes(term))
  const kept = price ?? firstPrice(offered)
  return {
    data: toPriceWire(kept),
    // Its own stands among them also where the agency offers it no more: the field would else be empty, as if there were none.
    terms: paymentTerms.filter((term) => offered.includes(term) || term === kept.term),
    term_locked: lock ?? '',
    wholesale: byTerm((term) => toFeesWire(wholesaleOf(own, root, line, term))),
    campaigns: campaigns
      .filter((each) => each.line === line && each.status !== 'archived')
      .map(({ id, name, status }) => ({ id, name, is_active: status === 'active' })),
  }
})
