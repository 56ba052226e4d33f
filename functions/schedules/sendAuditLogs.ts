import { LogMessage } from '#shared/audit-log.ts'
import { onSchedule } from '../kit/schedule.ts'

/**
 * Sends what the queue did not take when it happened. An entry that is sent twice is written once; one that cannot be sent
 * keeps no other one back, stays where it is, and makes the run fail aloud once all others are gone.
 */
export const handler = onSchedule('sendAuditLogs', async ({ db, queues, report }) => {
  let [sent, kept] = [0, 0]
  let after: string | undefined
  do {
    const waiting = await db.auditOutbox.list(after)
    for (const { id, entry } of waiting) {
      try {
        await queues.send('writeAuditLog', LogMessage.parse(entry))
        await db.auditOutbox.remove(id)
        sent++
      } catch (error) {
        report(`an entry of the audit log still waits (${id})`, error)
        kept++
      }
    }
    after = waiting.at(-1)?.id
  } while (after)
  if (kept > 0) throw new Error(`${sent} entries of the audit log were sent, ${kept} could not be.`)
  return `${sent} sent`
})
