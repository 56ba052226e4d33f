import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { isSearching } from '#shared/campaigns/rules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { moveCampaign } from '../../domain/campaigns/move.ts'
import { missingForStart } from '../../domain/campaigns/start.ts'
import { handle } from '../../kit/handle.ts'

export default handle(
  contracts.campaigns.setActive,
  async ({ input, campaign, company, actor, db, queues, now, report, tell }) => {
    const isStart = input.status === 'T'
    tell({
      description: `${isStart ? 'Started' : 'Paused'} the campaign ${campaign.name} of ${company.name}`,
      campaignId: campaign.id,
    })
    // What runs costs money for as long as it runs; pausing costs nobody anything.
    if (isStart && actor.viewing) throw refused(NOT_IN_VIEW)
    const mayMove = async (present: Campaign) => {
      const { target } = await db.campaign.detail(present)
      const missing = await missingForStart({ db, now }, { campaign: present, target, client: company })
      if (missing) throw invalid({ [missing.what]: missing.message })
    }
    const { status, statusReason } = await moveCampaign(
      { db, now },
      campaign,
      company,
      isStart ? { to: 'active', mayMove } : { to: 'paused', from: 'active' },
    )
    tell({ before: { status: campaign.status }, after: { status } })
    // The timetable sends what could not be sent here.
    if (isStart && isSearching(campaign.line))
      await queues
        .send('pullCampaign', { companyId: campaign.companyId, campaignId: campaign.id }, { group: campaign.agencyId })
        .catch((error: unknown) => report('the first pull of a campaign', error))
    return { result: 'success' as const, message: messages.updated, data: { status, status_reason: statusReason } }
  },
)
