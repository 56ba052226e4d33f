// Further tries of declined payments: planned ones by the timetable, and all at once when a company saves another card.
import type { Payment } from '#shared/model/payment.ts'
import { attemptKey, type CollectDoors, type Collected, tryAgain } from './collect.ts'

/** The key of a planned try says which one it is, so that a timetable that runs twice tries once. */
function plannedKey(payment: Payment): string {
  if (payment.failedAt === null) return payment.attempt?.key ?? attemptKey(payment, '1')
  return attemptKey(payment, `r${payment.retries + 1}`)
}

const AT_ONCE = 100

/** Looks after all payments that are due: planned tries, and attempts whose end nobody learnt. */
export async function retryDue(
  doors: CollectDoors,
  at: number,
): Promise<{ paid: number; failed: number; open: number; errors: unknown[] }> {
  const count = { paid: 0, failed: 0, open: 0, errors: [] as unknown[] }
  for (const payment of await doors.db.payment.listDue(Math.min(at, doors.now()), AT_ONCE)) {
    // One that cannot be helped must not keep the others from help.
    await tryAgain(doors, payment, plannedKey(payment), 'retry').then(
      ({ is }) => void count[is]++,
      (error) => void count.errors.push(error),
    )
  }
  return count
}

/** A new card pays what the old one did not. Answers what became of each, oldest first. */
export async function retryWithCard(doors: CollectDoors, companyId: string, cardId: string): Promise<Collected[]> {
  const results: Collected[] = []
  // The card is kept whatever becomes of these: what cannot be tried now is tried by the timetable.
  for (const payment of await doors.db.payment.listFailed(companyId))
    results.push(
      await tryAgain(doors, payment, attemptKey(payment, `c${cardId}`), 'card change').catch(
        (): Collected => ({ is: 'open' }),
      ),
    )
  return results
}
