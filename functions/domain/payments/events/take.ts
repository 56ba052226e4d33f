// An event of the payment provider is worked on by a job, once, no matter how we heard of it.
import { DAY } from '#shared/dates.ts'
import type { Db } from '../../../data/index.ts'
import type { AllQueues } from '../../../gateways/queue.ts'
import type { StripeEvent } from '../../../gateways/stripe/events.ts'

export type TakeDeps = { db: Pick<Db, 'guard'>; queues: Pick<AllQueues, 'send'>; now: () => number }

/** It is sent again for three days, and can be asked for as long as this. */
export const KEPT_MS = 30 * DAY

/** False where it was taken before; one that is taken again (`isAgain`) may have been worked on when nothing could be seen. */
export async function takeEvent(
  { db, queues, now }: TakeDeps,
  event: StripeEvent,
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<boolean> {
  const { id: eventId, type, accountId, objectId, createdAt } = event
  const mark = `stripe-${eventId}`
  if (!isAgain && (await db.guard.isMarked(mark))) return false
  // Queued before it is marked: after a crash in between it comes again, and the job may see it twice.
  await queues.send('handleStripeEvent', { eventId, type, accountId, objectId, createdAt })
  await db.guard.once(mark, KEPT_MS, now())
  return true
}
