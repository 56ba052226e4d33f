import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { amountMeanwhile, refuseMoved, setMeanwhile } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import { paymentTerms } from '#shared/model/company.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import type { RetailPrice } from '#shared/money/price-list.ts'
import { priceText } from '#shared/money/price-text.ts'
import { present } from '#shared/present.ts'
import { saveCampaignPrice } from '../../domain/pricing/campaign-price.ts'
import { pricePlace } from '../../domain/pricing/place.ts'
import { findCampaignPrice, findDefaultPrice, firstPrice } from '../../domain/pricing/prices.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { toPriceWire } from '../../wire/pricing/price.ts'

type Asked = NonNullable<Context<typeof contracts.pricing.savePrice>['input']['seen']>

/** What is left out stays as it is. */
function toPrice(asked: Asked, before: RetailPrice): RetailPrice {
  const { PaymentTerm: term, CostSet: perLeadCentiCents, CostSetAdvanced: perLeadAdvancedCentiCents } = asked
  const { CostSetB2b: perLeadB2bCentiCents, CostMonth: periodFeeCents, PlatformFee: platformFeeCents } = asked
  const { CostMaxLead: aboveLimitCentiCents } = asked
  const { LimitLead: count, LimitLeadFreq: every, LimitLeadStart: fromOn, LimitLeadEnd: toOn } = asked
  return {
    ...before,
    ...present({ term, perLeadCentiCents, perLeadAdvancedCentiCents, perLeadB2bCentiCents }),
    ...present({ periodFeeCents, platformFeeCents, aboveLimitCentiCents }),
    limit: { ...before.limit, ...present({ count, every, fromOn, toOn }) },
    topUp: { ...before.topUp, ...present({ mode: asked.topupoptions, leads: asked.leadsbuy }) },
  }
}

/** What people call the fields. */
const fieldNames = {
  PaymentTerm: 'the payment term',
  CostSet: 'the price per lead',
  CostSetAdvanced: 'the price per lead with advanced data',
  CostSetB2b: 'the price per lead of B2B',
  CostMonth: 'the campaign fee',
  PlatformFee: 'the platform fee',
  CostMaxLead: 'the price of a lead above the limit',
  LimitLead: 'the limit of leads',
  LimitLeadFreq: 'how leads are counted',
  LimitLeadStart: 'the first day',
  LimitLeadEnd: 'the last day',
  topupoptions: 'the kind of top-up',
  leadsbuy: 'the leads per top-up',
} as const satisfies Record<keyof ReturnType<typeof toPriceWire>, string>

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
  const { ModuleID: line } = input
  const { company, agency } = await pricePlace(db, user, line, campaign)
  const at = now()
  const before = campaign
    ? await findCampaignPrice(db, campaign, at)
    : await findDefaultPrice(db, { companyId: company.id, agencyId: agency.id, line }, at)
  const priceOf = (latest: RetailPrice | undefined): RetailPrice => {
    const present = latest ?? before ?? firstPrice(paymentTerms.filter((term) => agency.terms.includes(term)))
    const price = toPrice(input, present)
    refuseMoved(
      {
        now: toPriceWire(present),
        seen: toPriceWire(toPrice(input.seen ?? {}, present)),
        wanted: toPriceWire(price),
      },
      (field, value) => (/^Cost|Fee$/.test(field) ? amountMeanwhile : setMeanwhile)(fieldNames[field], value),
    )
    // A campaign that has it keeps it, so its other prices can be changed while it runs. New campaigns could not start under it.
    const keepsTerm = campaign !== undefined && price.term === present.term
    if (!keepsTerm && !agency.terms.includes(price.term))
      throw invalid({ PaymentTerm: 'Your agency does not offer this payment term.' })
    const { fromOn, toOn } = price.limit
    if (fromOn && toOn && toOn < fromOn) throw invalid({ LimitLeadEnd: 'The last day lies before the first.' })
    return price
  }
  tell({
    company,
    description: `Set the prices of ${campaign?.name ?? company.name} for ${line}`,
    ...(campaign && { campaignId: campaign.id }),
    ...(before && { before: shown(before) }),
    after: shown(priceOf(undefined)),
  })
  const by = actor.viewing?.userId ?? actor.userId
  if (campaign) await saveCampaignPrice(context, campaign, { priceOf, by, clientName: company.name, before })
  else await db.price.changeRetail(company.id, line, priceOf, { by, at })
  return { result: 'success' as const, message: messages.settingSaved }
})
