import { whyNotReached } from '#shared/access/keep-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { campaignsBelow } from '../../domain/active-campaigns.ts'
import { agencyOf } from '../../domain/kept-company.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.clients.showCampaigns, async ({ db, actor, company }) => {
  const why = whyNotReached(actor, await agencyOf(db, company))
  if (why) throw refused(why)
  return {
    data: (await campaignsBelow(db, company)).map(({ campaign, owner }) => ({
      leadspeek_api_id: campaign.id,
      campaign_name: campaign.name,
      company_name: owner.name,
      leadspeek_type: campaign.line,
      status: campaign.status,
    })),
  }
})
