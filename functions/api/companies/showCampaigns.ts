import { refusalForPart } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { findCampaigns } from '../../domain/campaigns/search.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.showCampaigns, async ({ db, input, actor, company }) => {
  const why = refusalForPart(actor, company)
  if (why) throw refused(why)
  const { campaigns, isCut } = await findCampaigns(db, company, input.search)
  return {
    is_cut: isCut,
    data: campaigns.map(({ campaign, owner }) => ({
      leadspeek_api_id: campaign.number,
      campaign_name: campaign.name,
      company_name: owner.name,
      leadspeek_type: campaign.line,
      status: campaign.status,
    })),
  }
})
