import { refusalForPart } from '#shared/access/manage-companies.ts'
import { isScheduled } from '#shared/campaigns/schedule.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { toFlag } from '#shared/wire.ts'
import { findForChoice } from '../../domain/campaigns/find.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.showCampaigns, async ({ db, input, actor, company, now }) => {
  const why = refusalForPart(actor, company)
  if (why) throw refused(why)
  const { campaigns, isCut } = await findForChoice(db, company, input.search)
  return {
    is_cut: isCut,
    data: campaigns.map((campaign) => ({
      leadspeek_api_id: campaign.number,
      campaign_name: campaign.name,
      company_name: campaign.companyName,
      leadspeek_type: campaign.line,
      status: campaign.status,
      is_scheduled: toFlag(isScheduled(campaign, now())),
    })),
  }
})
