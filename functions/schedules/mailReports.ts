import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next run. */
const AT_ONCE = 5000

/** Sends every report that is due to its job. One that is sent twice is mailed once. */
export const handler = onSchedule('mailReports', async ({ db, queues, at }) => {
  const files = await db.dayFile.listDue(at, AT_ONCE)
  // The reports of one agency do not wait for all those of another.
  const messages = files.map(({ agencyId: group, ...ref }) => ({
    message: { what: 'dayFile', ...ref } as const,
    group,
  }))
  await queues.sendMany('mailReport', messages)
  return `${files.length} sent`
})
