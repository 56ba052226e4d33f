// Deliveries whose next try is due and lies too far off for the queue to keep it back, those whose message was lost there, and what
// webhooks are to be told beside leads.
import { tellWebhooks } from '../domain/integrations/happenings.ts'
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
  const news = await db.happening.listDue(AT_ONCE)
  let told = 0
  await mapConcurrent(news, async (one) => {
    told += await tellWebhooks({ db, queues }, one)
    await db.happening.remove(one)
  })
  return `${sent} of ${due.length} sent, ${told} letters of ${news.length} events`
})
