// The day after its last one a campaign stops, by its own calendar. The meter has taken no lead since that day ended; this
// says so to people.
import { isOver } from '#shared/campaigns/schedule.ts'
import { nextState } from '#shared/campaigns/state.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { onSchedule, type ScheduleContext } from '../kit/schedule.ts'

const AT_ONCE = 500

/** False where somebody changed it meanwhile: the next run looks again. */
async function end({ db, at }: ScheduleContext, campaign: Campaign): Promise<boolean> {
  const next = nextState(campaign, 'stopped', 'platform', 'end_date')
  if (!next || !isOver(campaign, at)) return false
  return db.campaignChange.setStatus(campaign, next.status, next.statusReason)
}

export const handler = onSchedule('sweepCampaigns', async (context) => {
  const over = await context.db.campaign.listOver(context.at, AT_ONCE)
  let stopped = 0
  const errors: unknown[] = []
  for (const campaign of over) {
    try {
      if (await end(context, campaign)) stopped++
    } catch (error) {
      // One that cannot be stopped must not keep the others running.
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${over.length} campaigns did not stop.`)
  return `${stopped} of ${over.length} stopped`
})
