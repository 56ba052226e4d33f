import { onSchedule } from '../kit/schedule.ts'

/** Sends every domain that is due to its job. One that is sent twice is worked on once. */
export const handler = onSchedule('checkDomains', async ({ db, queues, now }) => {
  const due = await db.customDomain.listDue(now())
  for (const domain of due) await queues.send('advanceDomain', domain)
  return `${due.length} sent`
})
