import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { logTypeOf } from '#shared/audit-log.ts'
import { isSearching } from '#shared/campaigns/rules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { moveCampaign } from '../../domain/campaigns/move.ts'
import { startCampaign } from '../../domain/purchases/purchase.ts'
import { beginSheets } from '../../domain/sheets/begin.ts'
import { handle } from '../../kit/handle.ts'

const CONFIRM = 'Your bank asks you to confirm this payment.'

export default handle(contracts.campaigns.setActive, async (context) => {
  const { input, campaign, company, actor, me, db, queues, now, report, tell } = context
  const isStart = input.status === 'T'
  tell({
    description: `${isStart ? 'Started' : 'Paused'} the campaign ${campaign.name} of ${company.name}`,
    campaignId: campaign.id,
  })
  // What runs costs money for as long as it runs; pausing costs nobody anything.
  if (isStart && actor.viewing) throw refused(NOT_IN_VIEW)
  const started = isStart
    ? await startCampaign(context, campaign, company, {
        by: me.name,
        companyId: actor.companyId,
        person: { id: me.id, type: logTypeOf(me) },
        shownCents: input.charge_now === undefined ? undefined : Math.round(input.charge_now * 100),
      })
    : {
        is: 'started' as const,
        campaign: await moveCampaign({ db, now }, campaign, company, { to: 'paused', from: 'active' }),
      }
  if (started.is === 'action') {
    const { clientSecret: client_secret, accountId: account_id } = started
    tell({
      description: `Asked the bank to confirm the start of the campaign ${campaign.name} of ${company.name}`,
      after: { status: 'waits for the bank' },
    })
    return {
      result: 'action' as const,
      message: CONFIRM,
      data: { status: campaign.status, status_reason: campaign.statusReason },
      confirmation: { client_secret, account_id, public_key: context.env.STRIPE_PUBLISHABLE_KEY },
    }
  }
  const { status, statusReason } = started.campaign
  tell({ before: { status: campaign.status }, after: { status } })
  if (isStart)
    await beginSheets(context, [started.campaign]).catch((error: unknown) => report('the sheet of a campaign', error))
  // The timetable sends what could not be sent here.
  if (isStart && isSearching(campaign.line))
    await queues
      .send('pullCampaign', { companyId: campaign.companyId, campaignId: campaign.id }, { group: campaign.agencyId })
      .catch((error: unknown) => report('the first pull of a campaign', error))
  return { result: 'success' as const, message: messages.updated, data: { status, status_reason: statusReason } }
})
