// Deliveries whose next try is due and lies too far off for the queue to keep it back, and those whose message was lost there.
import { toMessage } from '../domain/integrations/message.ts'
import { mapConcurrent } from '../domain/lib/map-concurrent.ts'
import { onSchedule } from '../kit/schedule.ts'

const AT_ONCE = 1000

export const handler = onSchedule('retryDeliveries', async ({ db, queues, at, now }) => {
  const due = await db.delivery.listDue(at, AT_ONCE)
  let sent = 0
  await mapConcurrent(due, async (delivery) => {
    if (!(await db.delivery.claimDue(delivery, Math.max(at, now())))) return
    await queues.send('deliverLead', toMessage(delivery))
    sent++
  })
  return `${sent} of ${due.length} sent`
})
