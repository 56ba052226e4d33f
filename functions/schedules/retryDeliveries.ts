// Deliveries whose next try is due and lies too far off for the queue to keep it back, those whose message was lost there, and what
// webhooks are to be told beside leads.
import { tellWebhooks } from '../domain/integrations/happenings.ts'
import { toMessage } from '../domain/integrations/message.ts'
import { mapConcurrent } from '../domain/lib/map-concurrent.ts'
import { onSchedule } from '../kit/schedule.ts'

const AT_ONCE = 1000

export const handler = onSchedule('retryDeliveries', async ({ db, queues, at, now }) => {
  const errors: unknown[] = []
  // One that cannot be helped must not keep the others, which may be another agency's, from help.
  const each = <Row>(rows: readonly Row[], work: (row: Row) => Promise<void>) =>
    mapConcurrent(rows, (row) => work(row).catch((error: unknown) => void errors.push(error)))
  const due = await db.delivery.listDue(at, AT_ONCE)
  let sent = 0
  await each(due, async (delivery) => {
    if (!(await db.delivery.claimDue(delivery, Math.max(at, now())))) return
    await queues.send('deliverLead', toMessage(delivery))
    sent++
  })
  const news = await db.happening.listDue(AT_ONCE)
  let told = 0
  await each(news, async (one) => {
    told += await tellWebhooks({ db, queues }, one)
    await db.happening.remove(one)
  })
  if (errors.length > 0)
    throw new AggregateError(
      errors,
      `${errors.length} of ${due.length} deliveries and ${news.length} events were left.`,
    )
  return `${sent} of ${due.length} sent, ${told} letters of ${news.length} events`
})
