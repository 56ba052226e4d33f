// An enrichment whose card did not pay. Results hold what is known of people and go after 30 days, so nobody is kept owing for one: from a
// day before that its card is asked no more, the debt ends, and smaller sums that were to be charged with it wait for the next one. What
// was paid in time opens the result; a payment that became known only after the result was gone goes back.
import type { Enrichment } from '#shared/model/enrichment.ts'
import { areFilesKept, mayBeCharged, paymentKeyOfEnrichment } from '#shared/model/enrichment.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { EnrichmentRef } from '../../data/enrichment/enrichment.ts'
import { addNotice } from '../account/notice.ts'
import { type CollectDeps, type Collected, recordPaid } from '../payments/record.ts'
import { alone, resolvePayment } from '../payments/request.ts'
import { afterEnd } from '../payments/state.ts'
import { backOf, giveWholeBack } from '../purchases/whole-refund.ts'

const BY = 'end of its result'
export const NEVER_PAID =
  'This was not paid while its result was kept. Nothing was charged, and nothing is owed for it.'
const CAME_TOO_LATE = 'The payment arrived after the result was removed, so it goes back. Nothing is owed for it.'

const open: Collected = { is: 'open' }
const nothingTaken: Collected = { is: 'failed', reason: NEVER_PAID }

/** What the payment of one that nobody pays for any more ends with. */
export const endOfDebt = (at: number) => ({ status: 'void', chargeId: null, by: BY, at, dueAt: at }) as const

/** The agency hears of it, once, also where the worker that ended it crashed before. */
export async function tellUnpaid(deps: Pick<CollectDeps, 'db' | 'now'>, row: Enrichment): Promise<void> {
  const { companyId, id, fileName: file, reason } = row
  if (reason !== NEVER_PAID && reason !== CAME_TOO_LATE) return
  await addNotice(deps, { companyId, kind: 'enrichmentFailed', about: id, facts: { file, reason } })
}

/** Its debt ends, unless somebody is being asked for it at this moment. */
async function voidDebt(deps: CollectDeps, row: Enrichment, payment: Payment): Promise<Collected> {
  const { db, now } = deps
  const at = now()
  const beside = await db.enrichment.endingUnpaid(row, NEVER_PAID, at)
  if (!(await db.payment.end(payment, endOfDebt(at), beside))) return open
  await afterEnd(deps, payment.companyId, [payment])
  await tellUnpaid(deps, { ...row, reason: NEVER_PAID })
  return nothingTaken
}

/** Somebody paid. Where that was known too late to open the result, it goes back whole, and nothing is kept of it. */
async function followPaid(deps: CollectDeps, row: Enrichment, payment: Payment): Promise<Collected> {
  const { db, now } = deps
  const { status, chargeId, accountId, endedAt, key: paymentKey } = payment
  const paidAt = endedAt ?? now()
  if (status === 'void') return nothingTaken
  // What was paid outside the platform is between those who did so.
  if (areFilesKept(row, paidAt) || chargeId === null) {
    await db.enrichment.save(row, { status: 'done', paidAt }, now())
    return { is: 'paid', chargeId: chargeId ?? '' }
  }
  // Before the row says so: after a crash here it is asked for again, under the same key.
  if (status === 'paid')
    await giveWholeBack(deps, backOf(payment, { chargeId, accountId: accountId ?? '', paymentKey }))
  if (!(await db.enrichment.endUnpaid(row, CAME_TOO_LATE, now()))) return open
  await tellUnpaid(deps, { ...row, reason: CAME_TOO_LATE })
  return nothingTaken
}

/** Brings one that may not be charged any more to its end. Open while nobody knows whether it was paid: it is to be asked for again. */
export async function endUnpaidEnrichment(deps: CollectDeps, row: Enrichment): Promise<Collected> {
  const { db, now } = deps
  const find = () => db.payment.find({ companyId: row.companyId, key: paymentKeyOfEnrichment(row) })
  const known = await find()
  if (!known) throw new Error(`The enrichment ${row.id} waits for a payment that is not there.`)
  if (known.status !== 'open') return followPaid(deps, row, known)
  const { attempt } = known
  if (!attempt) return voidDebt(deps, row, known)
  // Somebody is at work on it.
  if (attempt.endsAt > now()) return open
  const found = await resolvePayment(deps, known, attempt, alone(attempt))
  if (found.is === 'action' || found.is === 'open') return open
  if (found.is !== 'paid') return voidDebt(deps, row, known)
  await recordPaid(deps, known, { id: found.id, accountId: attempt.accountId }, { by: 'retry' })
  const paid = await find()
  return paid && paid.status !== 'open' ? followPaid(deps, row, paid) : open
}

/** Undefined while it may be charged. */
export async function endIfTooLate(deps: CollectDeps, ref: EnrichmentRef): Promise<Collected | undefined> {
  const row = await deps.db.enrichment.find(ref)
  return row && !mayBeCharged(row, deps.now()) ? endUnpaidEnrichment(deps, row) : undefined
}
