import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next run. */
const AT_ONCE = 5000

/** Sends every report that is due to its job. One that is sent twice is mailed once. */
export const handler = onSchedule('mailReports', async ({ db, queues, at }) => {
  const [files, reports] = await Promise.all([db.dayFile.listDue(at, AT_ONCE), db.reportMail.listDue(at, AT_ONCE)])
  // The reports of one agency do not wait for all those of another.
  await queues.sendMany('mailReport', [
    ...files.map(({ agencyId: group, ...ref }) => ({ message: { what: 'dayFile', ...ref } as const, group })),
    ...reports.map(({ agencyId: group, userId }) => ({ message: { what: 'report', userId } as const, group })),
  ])
  return `${files.length} files and ${reports.length} reports sent`
})
