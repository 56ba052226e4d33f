// What sales people get of their agencies' payments. It is written down first, once for each payment and kind, and then
// passed on under a key made of those facts. A transfer whose answer was lost is looked for before another is asked for, so
// after any crash and any repetition the money moves once.
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { isOfUsedCredit, isTakenBack, type Payment } from '#shared/model/payment.ts'
import { cents } from '#shared/money/cents.ts'
import { planCommissions, shareBack } from '#shared/money/commission.ts'
import type { Db } from '../../data/index.ts'
import type { Commission } from '../../data/payments/commission.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { LONGEST_MS } from '../payments/attempt.ts'

export type CommissionDeps = {
  db: Db
  payments: Pick<Payments, 'transfer' | 'findTransfer' | 'readTransfer' | 'reverseTransfer'>
  now: () => number
}

/** Books and message are two: the worker comes a little after the message, when the payment stands in the books. */
const DELAY_SECONDS = 5

/** Says that a payment is about to be written down as paid. Most payers have nobody who gets a share. */
export async function announcePaid(
  { db, queues }: { db: Db; queues: Queues },
  { companyId, key }: { companyId: string; key: string },
  payer?: Company,
): Promise<void> {
  const agency = payer ?? (await db.company.find(companyId))
  const hasShares = Object.values(agency?.commissionRates ?? {}).some((rate) => rate > 0)
  if (agency?.kind !== 'agency' || !hasShares) return
  await queues.send('payCommissions', { companyId, key }, { delaySeconds: DELAY_SECONDS })
}

/** Says that something of a payment went back, or was taken by a bank: of what was passed on of it, a part is to come back. */
export async function announceBack(
  { db, queues }: { db: Db; queues: Queues },
  { companyId, key }: { companyId: string; key: string },
): Promise<void> {
  if ((await db.commission.list(companyId, key)).length > 0) await queues.send('payCommissions', { companyId, key })
}

/** Longer than any of our requests to the provider lasts: after it nobody is at work on one. */
const LEASE_MS = 5 * MINUTE

const AFTER_ERROR_MS = HOUR
/** So long a share waits for an account that takes it. */
const PATIENCE_MS = 90 * DAY
const NO_ACCOUNT = 'The sales person has no account that can be paid to.'

const WENT_BACK = 'The payment that it is a share of went back.'
const DISPUTED = 'The payment that it is a share of is disputed.'

/** Its money is gone for good: all of it was given back, or a bank decided so and nobody has settled it. */
const hasGone = (payment: Payment): boolean =>
  payment.status === 'refunded' || (isTakenBack(payment) && payment.dispute?.state === 'lost')

const keyOf = ({ agencyId, paymentKey, kind }: Commission) => `commission:${agencyId}:${paymentKey}:${kind}`

async function plan({ db, now }: CommissionDeps, agency: Company, payment: { key: string; amountCents: number }) {
  const at = now()
  for (const share of planCommissions(cents(payment.amountCents), agency, agency.commissionRates))
    await db.commission.begin(
      { agencyId: agency.id, paymentKey: payment.key, status: 'open', createdAt: at, ...share },
      at,
    )
}

/** So often a share that cannot be taken back is tried, once a day: its account may have money again. */
const MOST_BACK_TRIES = 30

/** What is to come back in all of a share, as its payment is now. */
async function wantedBack({ db }: CommissionDeps, commission: Commission): Promise<number> {
  const payment = await db.payment.find({ companyId: commission.agencyId, key: commission.paymentKey })
  return payment ? shareBack(commission, payment) : 0
}

/**
 * Takes back what is too much of a share that was passed on. One at a time is at work on it, and how much is back already is asked of the
 * provider: a lost answer and a crash at any line take nothing twice. Who finds somebody at work has it looked at once more.
 * `isHeld`: it is ours since it was passed on.
 */
async function takeBack(deps: CommissionDeps, seen: Commission, isHeld = false): Promise<'paid' | 'waits'> {
  const { db, payments, now } = deps
  if ((await wantedBack(deps, seen)) <= seen.backCents) {
    await db.commission.rest(seen)
    return 'paid'
  }
  const at = now()
  if (!isHeld && seen.triedAt > at - LEASE_MS) {
    await db.commission.putOffBack(seen, seen.triedAt + LEASE_MS + 1)
    return 'waits'
  }
  const held = isHeld ? seen : await db.commission.hold(seen, at, at + LEASE_MS)
  if (!held) return 'waits'
  const { agencyId, paymentKey, transferId, kind, backRefusals } = held
  // What went back while it was not ours yet.
  const wantedCents = await wantedBack(deps, held)
  const { backCents } = await payments.readTransfer({ transferId })
  if (backCents < wantedCents) {
    const back = await payments.reverseTransfer({
      key: `${keyOf(held)}:${transferId}:back:${backCents}:${backRefusals}`,
      transferId,
      amountCents: wantedCents - backCents,
      metadata: { kind: 'commission', agency: agencyId, payment: paymentKey, sales: kind },
    })
    if ('refused' in back) {
      const refusals = backRefusals + 1
      const said = { reason: back.refused, backRefusals: refusals }
      await db.commission.putOffBack(held, refusals < MOST_BACK_TRIES ? at + DAY : undefined, said)
      return 'waits'
    }
  }
  await db.commission.noteBack(held, Math.max(backCents, wantedCents), at)
  await db.commission.rest(held)
  return 'paid'
}

/** It was passed on; and what went back of its payment meanwhile comes back. `isHeld`: it is ours. */
async function passedOn(deps: CommissionDeps, commission: Commission, transferId: string, isHeld = false) {
  await deps.db.commission.end(commission, transferId, deps.now())
  return takeBack(deps, { ...commission, status: 'paid', transferId }, isHeld)
}

/**
 * `waits`: the person has no account that can be paid to, or somebody else is at work on it. `over`: nobody took it for so long
 * that it is the operator's to pay.
 */
async function payOut(deps: CommissionDeps, commission: Commission): Promise<'paid' | 'waits' | 'over'> {
  const { db, payments, now } = deps
  const at = now()
  if (commission.status === 'paid') return takeBack(deps, commission)
  if (commission.status === 'over') return 'over'
  if (commission.triedAt > at - LEASE_MS) return 'waits'
  const group = keyOf(commission)
  if (commission.triedAt > 0) {
    const found = await payments.findTransfer({ group })
    if (found) return passedOn(deps, commission, found.id)
  }
  if (commission.createdAt + PATIENCE_MS <= at) return (await db.commission.giveUp(commission)) ? 'over' : 'waits'
  const payment = await db.payment.find({ companyId: commission.agencyId, key: commission.paymentKey })
  if (payment && hasGone(payment)) return (await db.commission.giveUp(commission, WENT_BACK)) ? 'over' : 'waits'
  if (payment && isTakenBack(payment)) {
    await db.commission.putOff(commission, at + DAY, { reason: DISPUTED })
    return 'waits'
  }
  const { accountId, payoutsEnabled } = await db.connectedAccount.get({ user: commission.userId })
  if (!accountId || !payoutsEnabled) {
    await db.commission.putOff(commission, at + DAY, { reason: NO_ACCOUNT })
    return 'waits'
  }
  const held = await db.commission.take(commission, accountId, at, at + LEASE_MS)
  if (!held) return 'waits'
  const { agencyId, kind, amountCents, paymentKey, refusals } = commission
  const transfer = await payments.transfer({
    // Another account is another request, and so is the one after a refusal: under one key the provider says the same once more.
    key: `${group}:${accountId}:${refusals}`,
    group,
    destination: accountId,
    amountCents,
    description: 'Sales commission',
    metadata: { kind: 'commission', agency: agencyId, payment: paymentKey, sales: kind, commission: group },
  })
  if ('refused' in transfer) {
    const said = { reason: transfer.refused, refusals: refusals + 1 }
    await db.commission.putOff({ ...commission, triedAt: at }, at + DAY, said)
    return 'waits'
  }
  return passedOn(deps, held, transfer.id, true)
}

/** Nobody gets a share of what an agency pays once, nor another one of what credit had paid before it was disputed. */
const hasShares = (payment: Payment): boolean =>
  payment.purpose !== 'onboarding' && payment.purpose !== 'developer' && !isOfUsedCredit(payment)

/** Passes on the shares of a payment. Undefined as long as it is not paid: the caller asks again. */
export async function payCommissions(
  deps: CommissionDeps,
  { companyId, key }: { companyId: string; key: string },
): Promise<{ paid: number; waiting: number } | undefined> {
  const { db } = deps
  const payment = await db.payment.find({ companyId, key })
  if (payment?.status === 'open') return undefined
  const agency = await db.company.get(companyId)
  if (!payment || agency.kind !== 'agency') return { paid: 0, waiting: 0 }
  // What was settled by hand went past the platform.
  if (payment.status === 'paid' && !hasGone(payment) && hasShares(payment))
    // Of what was given back nobody gets a share.
    await plan(deps, agency, { ...payment, amountCents: payment.amountCents - payment.refundedCents })
  return payAll(deps, await db.commission.list(companyId, key))
}

/**
 * Each by itself: one that cannot be paid must not keep the others from it, and makes room for those behind it. What there is no time for
 * stays due.
 */
async function payAll(deps: CommissionDeps, commissions: readonly Commission[], hasTime = () => true) {
  const count = { paid: 0, waiting: 0 }
  const errors: Error[] = []
  for (const commission of commissions) {
    if (!hasTime()) break
    try {
      const is = await payOut(deps, commission)
      if (is === 'paid') count.paid++
      else if (is === 'waits') count.waiting++
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'no error'
      errors.push(new Error(`${keyOf(commission)}: ${why}`, { cause }))
      // One that was taken in hand is due again by itself.
      const again = deps.now() + AFTER_ERROR_MS
      if (!(await deps.db.commission.putOff(commission, again))) await deps.db.commission.putOffBack(commission, again)
    }
  }
  const [first] = errors
  if (first) throw new AggregateError(errors, `${errors.length} commissions could not be paid, first ${first.message}`)
  return count
}

export const payDue = async (deps: CommissionDeps, remainingMs: () => number = () => Number.POSITIVE_INFINITY) =>
  payAll(deps, await deps.db.commission.listDue(deps.now()), () => remainingMs() > LONGEST_MS)
