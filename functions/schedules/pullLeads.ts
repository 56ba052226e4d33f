import { mapConcurrent } from '../domain/lib/map-concurrent.ts'
import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next run. */
const AT_ONCE = 1000

/** Sends every campaign whose pull is due to its job. One that is sent twice is pulled once. */
export const handler = onSchedule('pullLeads', async ({ db, queues, at }) => {
  const due = await db.pull.listDue(at, AT_ONCE)
  await mapConcurrent(due, (ref) => queues.send('pullCampaign', ref))
  return `${due.length} sent`
})
