import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { toFlag } from '#shared/wire.ts'
import { findCampaignPrice, findDefaultPrice } from '../../domain/pricing/prices.ts'
import { handle } from '../../kit/handle.ts'
import { toPriceWire } from '../../wire/pricing/price.ts'

export default handle(contracts.pricing.campaignPrice, async ({ db, input, company, campaign, now }) => {
  const { ModuleID: line } = input
  if (company.kind !== 'client' || !company.parentId)
    throw invalid({ companyId: 'Campaigns belong to clients. Choose one.' })
  if (campaign && campaign.line !== line) throw notFound('campaign')
  const price = campaign
    ? await findCampaignPrice(db, campaign, now())
    : await findDefaultPrice(db, { companyId: company.id, agencyId: company.parentId, line }, now())
  return { data: toPriceWire(price ?? noPrice), is_set: toFlag(price !== undefined) }
})
