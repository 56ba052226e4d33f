import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next day. */
const AT_ONCE = 1000

/** Has companies erased that were removed long enough ago. */
export const handler = onSchedule('forgetRemoved', async ({ db, queues, at }) => {
  const due = await db.removedCompany.listDue(at, AT_ONCE)
  await queues.sendMany(
    'forgetCompany',
    due.map(({ companyId }) => ({ message: { companyId }, group: companyId })),
  )
  return `${due.length} companies`
})
