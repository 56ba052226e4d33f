// Further tries of declined payments: planned ones by the timetable, and all at once when a company saves another card.
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { OwedRun } from '#shared/jobs.ts'
import type { Payment } from '#shared/model/payment.ts'
import { attemptKey, firstKey, plannedKey } from '#shared/money/attempt.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import { followPurchase } from '../purchases/taken-back.ts'
import { retryOwedRefunds } from '../purchases/whole-refund.ts'
import { LONGEST_MS } from './attempt.ts'
import { tryAgain } from './collect.ts'
import { type CollectDeps, type Collected, summaryOf } from './record.ts'
import { afterEnd, releaseIfPaid } from './state.ts'

/** One that was begun ends first. */
function nextKey(payment: Payment): string {
  return payment.attempt?.key ?? (payment.failedAt === null ? firstKey(payment) : plannedKey(payment))
}

const AT_ONCE = 100
/** How long one run goes on to take further ones; the next run takes what is left then. */
const GOES_ON_MS = 3 * MINUTE
/** What could not be tried, or has no end yet, makes room for those behind it. */
const AFTER_ERROR_MS = HOUR
const STILL_OPEN_MS = 15 * MINUTE

/** An account that was not connected again within a day may never be: then it is looked at less often. */
const lookAfter = ({ unreachableSince }: Payment, now: number): number =>
  unreachableSince !== null && unreachableSince + DAY < now ? HOUR : STILL_OPEN_MS

export type Retried = { paid: number; failed: number; open: number; errors: unknown[] }

const nextTryOf = ({ failedAt, retries }: Pick<Payment, 'failedAt' | 'retries'>) =>
  failedAt === null ? null : nextTryAt({ failedAt, retries })

/** It was declined by a worker that crashed before it looked whether its company is still marked: it is not tried before its day. */
const isDeclinedNow = ({ failedAt, retries, attempt }: Payment, now: number): boolean =>
  failedAt !== null && attempt === null && (nextTryOf({ failedAt, retries }) ?? Number.POSITIVE_INFINITY) > now

/** All that are due, as long as there is time. Each one once: what is due again at once waits for the next run. */
async function* duePayments({ db, now }: CollectDeps, at: number, hasTime: () => boolean): AsyncGenerator<Payment> {
  const seen = new Set<string>()
  do {
    const due = await db.payment.listDue(Math.min(at, now()), AT_ONCE)
    const fresh = due.filter(({ companyId, key }) => !seen.has(`${companyId} ${key}`))
    if (fresh.length === 0) return
    for (const payment of fresh) {
      if (!hasTime()) return
      seen.add(`${payment.companyId} ${payment.key}`)
      yield payment
    }
    if (due.length < AT_ONCE) return
  } while (hasTime())
}

/**
 * Looks after all payments that are due: planned tries, attempts whose end nobody learnt, and companies that may still be marked; and
 * after whole charges that are to go back. What a slow provider leaves no time for waits for the next run.
 */
export async function retryDue(
  all: CollectDeps,
  at: number,
  remainingMs: () => number = () => Number.POSITIVE_INFINITY,
): Promise<Retried> {
  const deps = { ...all, stopped: new Set<string>() }
  const { db, now } = deps
  const count: Retried = { paid: 0, failed: 0, open: 0, errors: [] }
  const began = now()
  const hasTime = () => remainingMs() > LONGEST_MS
  for await (const payment of duePayments(deps, at, () => hasTime() && now() - began < GOES_ON_MS)) {
    // One that cannot be helped must not keep the others from help.
    try {
      if (payment.status !== 'open') {
        // Settled after a bank took it back, by a worker that crashed before the leads that it had bought were there again.
        if (payment.disputeSettledAt !== null) await followPurchase(deps, payment)
        await afterEnd(deps, payment.companyId, [payment])
        continue
      }
      if (isDeclinedNow(payment, now())) {
        await releaseIfPaid(deps, payment.companyId)
        await db.payment.plan(payment, nextTryOf(payment))
        continue
      }
      const { is } = await tryAgain(deps, payment, nextKey(payment), 'retry')
      count[is]++
      if (is === 'open') await db.payment.putOff(payment, now() + lookAfter(payment, now()))
    } catch (cause) {
      const what = `The payment ${payment.key} of ${payment.companyId} could not be tried`
      count.errors.push(new Error(`${what}: ${cause instanceof Error ? cause.message : 'no error'}`, { cause }))
      await db.payment.putOff(payment, now() + AFTER_ERROR_MS).catch((error) => void count.errors.push(error))
    }
  }
  count.errors.push(...(await retryOwedRefunds(deps, at, hasTime)))
  return count
}

async function retryOne(deps: CollectDeps, payment: Payment, why: string, by: string): Promise<Collected> {
  // What cannot be tried now is tried by the timetable.
  return tryAgain(deps, payment, attemptKey(payment, why), by).catch((error: unknown): Collected => {
    deps.report('a payment is tried again later', error)
    return { is: 'open' }
  })
}

/**
 * All that a company failed to pay, because something changed: `why` names the tries, `by` says what made them. What nobody could look up
 * is only looked up. Answers what became of each, oldest first.
 */
async function retryAll(deps: CollectDeps, companyId: string, why: string, by: string): Promise<Collected[]> {
  const results: Collected[] = []
  for (const payment of await deps.db.payment.listToCollect(companyId))
    results.push(await retryOne(deps, payment, why, by))
  return results
}

/** Does what one message asks for. */
export async function collectOwed(deps: CollectDeps, { companyId, why, by }: OwedRun): Promise<string> {
  return summaryOf(await retryAll({ ...deps, stopped: new Set() }, companyId, why, by))
}

/** As many tries as fit into one call, each up to some seconds long. */
export const MOST_IN_A_CALL = 5

/** The first of them at once, for the person who waits; a worker tries the others. */
export async function retryNow(deps: CollectDeps, companyId: string, why: string, by: string): Promise<void> {
  const owed = await deps.db.payment.listToCollect(companyId)
  for (const payment of owed.slice(0, MOST_IN_A_CALL)) await retryOne(deps, payment, why, by)
  if (owed.length > MOST_IN_A_CALL) await deps.queues.send('collectOwed', { companyId, why, by })
}

/** New cards, the same one again, and another way to pay, together. */
const MOST_TRIES_AN_HOUR = 20

/** Counts a try of a company's card by its owner, and refuses it where there were too many within an hour. */
export async function countCardTry(
  { db, now }: Pick<CollectDeps, 'db' | 'now'>,
  companyId: string,
  words: string,
): Promise<void> {
  if ((await db.guard.count('card', companyId, HOUR, now())) > MOST_TRIES_AN_HOUR) throw tooMany(words, HOUR / 1000)
}
