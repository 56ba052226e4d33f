// What sales people get of their agencies' payments. It is written down first, once for each payment and kind, and then
// passed on under a key made of those facts. A transfer whose answer was lost is looked for before another is asked for, so
// after any crash and any repetition the money moves once.
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { isTakenBack, type Payment } from '#shared/model/payment.ts'
import { cents } from '#shared/money/cents.ts'
import { planCommissions } from '#shared/money/commission.ts'
import type { Db } from '../../data/index.ts'
import type { Commission } from '../../data/payments/commission.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Payments } from '../../gateways/stripe.ts'

export type CommissionDeps = {
  db: Db
  payments: Pick<Payments, 'transfer' | 'findTransfer'>
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

/**
 * `waits`: the person has no account that can be paid to, or somebody else is at work on it. `over`: nobody took it for so long
 * that it is the operator's to pay.
 */
async function payOut(deps: CommissionDeps, commission: Commission): Promise<'paid' | 'waits' | 'over'> {
  const { db, payments, now } = deps
  const at = now()
  if (commission.status !== 'open') return commission.status
  if (commission.triedAt > at - LEASE_MS) return 'waits'
  const group = keyOf(commission)
  if (commission.triedAt > 0) {
    const found = await payments.findTransfer({ group })
    if (found) {
      await db.commission.end(commission, found.id)
      return 'paid'
    }
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
  if (!(await db.commission.take(commission, accountId, at, at + LEASE_MS))) return 'waits'
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
  await db.commission.end(commission, transfer.id)
  return 'paid'
}

/** Passes on the shares of a payment. Undefined as long as it is not paid: the caller asks again. */
export async function payCommissions(
  deps: CommissionDeps,
  { companyId, key }: { companyId: string; key: string },
): Promise<{ paid: number; waiting: number } | undefined> {
  const { db } = deps
  const payment = await db.payment.find({ companyId, key })
  if (payment?.status === 'open') return undefined
  const agency = await db.company.get(companyId)
  // What was settled by hand went past the platform, and nobody gets a share of a set-up.
  if (payment?.status !== 'paid' || hasGone(payment) || payment.purpose === 'onboarding' || agency.kind !== 'agency')
    return { paid: 0, waiting: 0 }
  // Of what was given back nobody gets a share.
  await plan(deps, agency, { ...payment, amountCents: payment.amountCents - payment.refundedCents })
  return payAll(deps, await db.commission.list(companyId, key))
}

/** Each by itself: one that cannot be paid must not keep the others from it, and makes room for those behind it. */
async function payAll(deps: CommissionDeps, commissions: readonly Commission[]) {
  const count = { paid: 0, waiting: 0 }
  const errors: Error[] = []
  for (const commission of commissions)
    try {
      const is = await payOut(deps, commission)
      if (is === 'paid') count.paid++
      else if (is === 'waits') count.waiting++
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'no error'
      errors.push(new Error(`${keyOf(commission)}: ${why}`, { cause }))
      // One that was taken in hand is due again by itself.
      await deps.db.commission.putOff(commission, deps.now() + AFTER_ERROR_MS)
    }
  const [first] = errors
  if (first) throw new AggregateError(errors, `${errors.length} commissions could not be paid, first ${first.message}`)
  return count
}

export const payDue = async (deps: CommissionDeps) => payAll(deps, await deps.db.commission.listDue(deps.now()))
