import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import type { RetailPrice } from '#shared/money/price-list.ts'
import { priceText } from '#shared/money/price-text.ts'
import { saveCampaignPrice } from '../../domain/pricing/campaign-price.ts'
import { pricePlace } from '../../domain/pricing/place.ts'
import { findCampaignPrice, findDefaultPrice } from '../../domain/pricing/prices.ts'
import { type Context, handle } from '../../kit/handle.ts'

type Asked = Context<typeof contracts.pricing.savePrice>['input']

const toPrice = (asked: Asked): RetailPrice => ({
  term: asked.PaymentTerm,
  perLeadCentiCents: asked.CostSet,
  perLeadAdvancedCentiCents: asked.CostSetAdvanced,
  perLeadB2bCentiCents: asked.CostSetB2b,
  periodFeeCents: asked.CostMonth,
  platformFeeCents: asked.PlatformFee,
  aboveLimitCentiCents: asked.CostMaxLead,
  limit: {
    count: asked.LimitLead,
    every: asked.LimitLeadFreq,
    fromOn: asked.LimitLeadStart,
    toOn: asked.LimitLeadEnd,
  },
  topUp: { mode: asked.topupoptions, leads: asked.leadsbuy },
})

/** What the audit log says of prices. */
const shown = (price: RetailPrice) => ({
  term: price.term,
  per_lead: priceText(price.perLeadCentiCents),
  per_lead_advanced: priceText(price.perLeadAdvancedCentiCents),
  per_lead_b2b: priceText(price.perLeadB2bCentiCents),
  campaign_fee: amountText(price.periodFeeCents),
  setup_fee: amountText(price.platformFeeCents),
})

export default handle(contracts.pricing.savePrice, async (context) => {
  const { db, actor, input, user, campaign, now, tell } = context
  const { ModuleID: line, PaymentTerm: term, LimitLeadStart: from, LimitLeadEnd: to } = input
  const { company, agency } = await pricePlace(db, user, line, campaign)
  if (!agency.terms.includes(term)) throw invalid({ PaymentTerm: 'Your agency does not offer this payment term.' })
  if (from && to && to < from) throw invalid({ LimitLeadEnd: 'The last day lies before the first.' })
  const at = now()
  const before = campaign
    ? await findCampaignPrice(db, campaign, at)
    : await findDefaultPrice(db, { companyId: company.id, agencyId: agency.id, line }, at)
  tell({
    company,
    description: `Set the prices of ${campaign?.name ?? company.name} for ${line}`,
    ...(campaign && { campaignId: campaign.id }),
    ...(before && { before: shown(before) }),
    after: shown(toPrice(input)),
  })
  const [price, by] = [toPrice(input), actor.viewing?.userId ?? actor.userId]
  if (campaign) await saveCampaignPrice(context, campaign, { price, by, clientName: company.name, before })
  else await db.price.saveRetail(company.id, line, price, { by, at })
  return { result: 'success' as const, message: messages.settingSaved }
})
