// Deliveries whose next try is due and lies too far off for the queue to keep it back, those whose message was lost or given up there,
// and what webhooks are to be told beside leads.
import { aboutOf } from '#shared/job-subject.ts'
import { takeUpDead } from '../domain/deliveries/dead-letters.ts'
import { tellWebhooks } from '../domain/integrations/happenings.ts'
import { toMessage } from '../domain/integrations/message.ts'
import { mapConcurrent } from '../domain/lib/map-concurrent.ts'
import { openDeadLetters } from '../gateways/dead-letters.ts'
import { readDeadUrls } from '../kit/env-dead.ts'
import { log } from '../kit/log.ts'
import { onSchedule, type ScheduleContext } from '../kit/schedule.ts'

const AT_ONCE = 1000
/** Longer than a run, so that the next one finds what this one left, and nothing that it has in hand. */
const HIDDEN_SECONDS = 90
/** What a request of a few letters takes at most. */
const LEAST_MS = 20_000

/** Answers how many deliveries were taken up that the queue had given up. */
async function takeUpAll(
  { db, queues, now, report, remainingMs }: ScheduleContext,
  errors: unknown[],
): Promise<number> {
  const hasTime = () => remainingMs() > LEAST_MS
  const note = (ref: object, said: string) => log.info('taken up', { ...aboutOf(ref), said })
  const deps = { db, queues, now, report, note }
  let count = 0
  const letters = openDeadLetters(HIDDEN_SECONDS)
  for (const { job, url } of readDeadUrls())
    await takeUpDead(deps, job, letters.of(url), { hasTime, chance: Math.random })
      .then((taken) => (count += taken))
      .catch((error: unknown) => void errors.push(error))
  letters.close()
  return count
}

export const handler = onSchedule('retryDeliveries', async (context) => {
  const { db, queues, at, now } = context
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
  // Last, so that nothing of it keeps the others.
  const dead = await takeUpAll(context, errors)
  if (errors.length > 0)
    throw new AggregateError(
      errors,
      `${errors.length} of ${due.length} deliveries, ${news.length} events and what the queue gave up were left.`,
    )
  return `${sent} of ${due.length} sent, ${told} letters of ${news.length} events, ${dead} given up by the queue`
})
