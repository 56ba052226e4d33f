import { onSchedule } from '../kit/schedule.ts'

/** Sends what the queue did not take when it happened. An entry that is sent twice is written once. */
export const handler = onSchedule('sendUserLogs', async ({ db, queues }) => {
  const waiting = await db.userLogOutbox.list()
  for (const entry of waiting) {
    await queues.send('writeUserLog', entry)
    await db.userLogOutbox.remove(entry.id)
  }
  return `${waiting.length} sent`
})
