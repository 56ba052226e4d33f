// The day after its last one a campaign stops, by its own calendar. The meter has taken no lead since that day ended; this
// says so to people. Who waits for visitors is told when the pixel of a campaign has been silent for a day. And money that was set
// aside for leads goes back to its wallet when none came for a while.
import { isOver } from '#shared/campaigns/schedule.ts'
import { nextState } from '#shared/campaigns/state.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { sweepHold } from '../domain/billing/holds.ts'
import { tellSilentPixel } from '../domain/campaigns/silent-pixel.ts'
import { tellStopped } from '../domain/campaigns/tell-stopped.ts'
import { onSchedule, type ScheduleContext } from '../kit/schedule.ts'

const AT_ONCE = 500

/** False where somebody changed it meanwhile: the next run looks again. */
async function end({ db, now, at }: ScheduleContext, campaign: Campaign): Promise<boolean> {
  const next = nextState(campaign, 'stopped', 'platform', 'end_date')
  if (!next || !isOver(campaign, at)) return false
  if (!(await db.campaignChange.setStatus(campaign, next.status, next.statusReason))) return false
  await tellStopped({ db, now }, [campaign], 'end_date', campaign.id)
  return true
}

/** How many of them it was done for. One that fails must not hold up the others. */
async function each<Row>(rows: readonly Row[], work: (row: Row) => Promise<boolean>, errors: unknown[]) {
  let done = 0
  for (const row of rows) {
    try {
      if (await work(row)) done++
    } catch (error) {
      errors.push(error)
    }
  }
  return done
}

export const handler = onSchedule('sweepCampaigns', async (context) => {
  const { db, at } = context
  const errors: unknown[] = []
  const over = await db.campaign.listOver(at, AT_ONCE)
  const stopped = await each(over, (campaign) => end(context, campaign), errors)
  const silent = await db.pixel.listSilent(at, AT_ONCE)
  const told = await each(silent, (pixel) => tellSilentPixel(context, pixel), errors)
  const holds = await db.leadHold.listDue(at, AT_ONCE)
  const returned = await each(holds, (hold) => sweepHold(context, hold), errors)
  const all = over.length + silent.length + holds.length
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${all} campaigns were left.`)
  return `${stopped} of ${over.length} stopped, ${told} of ${silent.length} silent pixels told, ${returned} of ${holds.length} sums given back`
})
