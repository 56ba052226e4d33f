import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next run. Ten at a time are sent, 1,500 times: half a minute of the two that a run has. */
const AT_ONCE = 15_000

/** Sends every campaign whose pull is due to its job. One that is sent twice is pulled once. */
export const handler = onSchedule('pullLeads', async ({ db, queues, at }) => {
  const due = await db.pull.listDue(at, AT_ONCE)
  // The campaigns of one agency do not wait for all those of another.
  const messages = due.map(({ agencyId: group, ...message }) => ({ message, group }))
  await queues.sendMany('pullCampaign', messages)
  return `${due.length} sent`
})
