// The one way to charge a company's card for what it owes. Our books say first what is about to happen, then the card is charged
// under a key made of facts, then our books say what came of it. An attempt that nobody ended is looked up before another
// one is made, so whatever dies and whoever comes twice, the money moves once.

import { MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { type Attempt, Payment } from '#shared/model/payment.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import type { Charge } from '../gateways/stripe/outcome.ts'
import type { Payments } from '../gateways/stripe.ts'
import { announcePaid } from './commissions.ts'
import { type CardHolder, findCardHolder } from './payer.ts'
import { markFailed, releaseIfPaid, type StateDoors } from './payment-state.ts'

export type CollectDoors = StateDoors & {
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel' | 'refund'>
  now: () => number
}

/** `key` is made from what the money is for: the same debt always has the same. */
export type Demand = {
  company: Company
  key: string
  purpose: string
  amountCents: number
  applicationFeeCents?: number | undefined
  campaignId?: string | undefined
  description: string
}
/** `open`: nobody knows yet. It is looked up again by itself. */
export type Collected = { is: 'paid'; chargeId: string } | { is: 'failed'; reason: string } | { is: 'open' }

/** Longer than any of our requests to the provider lasts: after it nobody is at work on an attempt. */
const LEASE_MS = 4 * MINUTE
const MOST_ROUNDS = 5
export const noCard = { status: 'declined', code: 'no_card', reason: 'There is no card on file.' } as const
const REFUSED = 'The card was declined.'
const NEEDS_OWNER =
  "The card's bank asks its owner to confirm the payment. Please save the card again under Card Setting, or use another one."

type Owed = { companyId: string; key: string }
/** Keys of requests are one room for all companies that pay into the same account, so each names its company. */
export const attemptKey = ({ companyId, key }: Owed, which: string) => `${companyId}#${key}#${which}`
const isPlanned = (payment: Owed, attempt: Attempt) => attempt.key.startsWith(attemptKey(payment, 'r'))

export const firstAttempt = (payment: Owed, holder: CardHolder | undefined, now: number): Attempt => ({
  key: attemptKey(payment, '1'),
  customerId: holder?.customerId ?? '',
  accountId: holder?.accountId ?? '',
  endsAt: now + LEASE_MS,
})

export function toPayment({ company, key, purpose, amountCents, ...demand }: Demand, now: number): Payment {
  const { applicationFeeCents = null, campaignId = null, description } = demand
  return Payment.parse({
    ...{ companyId: company.id, key, purpose, amountCents, applicationFeeCents, campaignId, description },
    ...{ status: 'open', createdAt: now },
  })
}

const ended = (payment: Payment): Collected | undefined => {
  if (payment.status === 'open') return undefined
  return { is: 'paid', chargeId: payment.chargeId ?? '' }
}

export async function pay(doors: CollectDoors, payment: Payment, chargeId: string, by: string): Promise<Collected> {
  const { db, now } = doors
  // Before the books, so that whoever dies here does it again; and after them, because two may be paid at once.
  if (payment.failedAt !== null) await releaseIfPaid(doors, payment.companyId, payment.key)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = await db.payment.find(payment)
    if (known?.status !== 'open') return keepOne(doors, known ?? payment, chargeId)
    // Before the books too: whoever dies in between pays again, and the message finds what the books say.
    await announcePaid(doors, known)
    if (!(await db.payment.end(known, { status: 'paid', chargeId, by, at: now() }))) continue
    if (payment.failedAt !== null) await releaseIfPaid(doors, payment.companyId)
    return { is: 'paid', chargeId }
  }
  throw new Error(`The payment ${payment.key} of ${payment.companyId} changes too fast.`)
}

/** The debt was paid or settled otherwise while this charge was under way: what came twice goes back. */
async function keepOne(doors: CollectDoors, payment: Payment, chargeId: string): Promise<Collected> {
  const { chargeId: kept, amountCents, companyId } = payment
  if (kept !== chargeId) {
    const { accountId } = payment.attempt ?? (await doors.db.billing.get(companyId))
    await doors.payments.refund({ key: `refund#${chargeId}`, chargeId, amountCents, accountId })
  }
  return { is: 'paid', chargeId: kept ?? '' }
}

/** A planned try that was declined counts; one that a new card asked for does not take a planned one away. */
async function decline(
  doors: CollectDoors,
  payment: Payment,
  attempt: Attempt,
  { code, reason }: { code: string; reason: string },
): Promise<Collected> {
  const { db, now } = doors
  const company = await db.company.get(payment.companyId)
  const failedAt = payment.failedAt ?? now()
  const retries = payment.retries + (isPlanned(payment, attempt) ? 1 : 0)
  const dueAt = nextTryAt({ failedAt, retries })
  await markFailed(doors, company, payment, { reason, retries, nextAt: dueAt })
  await db.payment.decline(payment, attempt.key, { code, reason, retries, failedAt, dueAt })
  // Another payment that arrived just now may have taken the mark away.
  if (!(await db.company.get(company.id)).paymentFailed) await db.company.update(company.id, { paymentFailed: true })
  return { is: 'failed', reason }
}

/** Asks for the money. An answer that was lost leaves the attempt standing. */
export async function askCard(
  doors: Pick<CollectDoors, 'payments'>,
  payment: Payment,
  attempt: Attempt,
  cardId: string,
): Promise<Charge | undefined> {
  const { key, companyId, amountCents, applicationFeeCents, description, purpose } = payment
  const answer = await doors.payments
    .charge({
      key: attempt.key,
      accountId: attempt.accountId,
      customerId: attempt.customerId,
      paymentMethodId: cardId,
      amountCents,
      description,
      metadata: { kind: 'payment', company: companyId, payment: key, purpose },
      ...(applicationFeeCents && attempt.accountId && { applicationFeeCents }),
    })
    .catch((error) => {
      if (error instanceof AppError && error.code === 'unavailable') return undefined
      throw error
    })
  if (answer?.status !== 'action') return answer
  // Nobody is at the screen: what waits for its owner is taken back, or it could be paid at any time.
  const isBack = await doors.payments.cancel({ chargeId: answer.id, accountId: attempt.accountId })
  return isBack ? { status: 'declined', code: 'authentication_required', reason: NEEDS_OWNER } : undefined
}

async function run(
  doors: CollectDoors,
  payment: Payment,
  attempt: Attempt,
  holder: CardHolder | undefined,
  by: string,
): Promise<Collected> {
  const answer = holder ? await askCard(doors, payment, attempt, holder.cardId) : noCard
  if (!answer) return { is: 'open' }
  if (answer.status === 'succeeded') return pay(doors, payment, answer.id, by)
  if (answer.status === 'declined') return decline(doors, payment, attempt, answer)
  return { is: 'open' }
}

/** What became of an attempt that nobody ended; undefined when it never reached the provider. */
export async function lookUp(doors: Pick<CollectDoors, 'payments'>, attempt: Attempt) {
  const { key, customerId, accountId } = attempt
  if (!customerId) return undefined
  const found = await doors.payments.findCharge({ key, customerId, accountId })
  if (!found || found.status === 'succeeded' || found.status === 'declined') return found
  const isBack = await doors.payments.cancel({ chargeId: found.id, accountId })
  return isBack ? { ...found, status: 'declined' as const } : found
}

/** Tries an open payment again under a key of its own. What an earlier attempt came to is found out first. */
export async function tryAgain(doors: CollectDoors, payment: Payment, key: string, by: string): Promise<Collected> {
  const { db, now } = doors
  const over = ended(payment)
  if (over) return over
  if (payment.attempt) {
    if (payment.attempt.endsAt > now()) return { is: 'open' }
    const found = await lookUp(doors, payment.attempt)
    if (found?.status === 'succeeded') return pay(doors, payment, found.id, by)
    if (found && found.status !== 'declined') return { is: 'open' }
    if (found && payment.attempt.key === key)
      return decline(doors, payment, payment.attempt, { code: found.code ?? '', reason: found.reason ?? REFUSED })
  }
  const company = await db.company.get(payment.companyId)
  const holder = await findCardHolder(db, company)
  const attempt: Attempt = { ...firstAttempt(payment, holder, now()), key }
  if (!(await db.payment.attempt(payment, attempt))) return { is: 'open' }
  return run(doors, payment, attempt, holder, by)
}

/** Charges a company for what it owes, once for each key, and does what a refusal asks for. */
export async function collect(doors: CollectDoors, demand: Demand): Promise<Collected> {
  const { db, now } = doors
  const holder = await findCardHolder(db, demand.company)
  const payment = toPayment(demand, now())
  const attempt = firstAttempt(payment, holder, now())
  if (await db.payment.begin(payment, attempt)) return run(doors, payment, attempt, holder, 'card')
  const known = await db.payment.find(payment)
  if (!known) return { is: 'open' }
  if (known.amountCents !== demand.amountCents)
    throw new Error(`The payment ${demand.key} of ${demand.company.id} was begun with another amount.`)
  if (known.status === 'open' && known.failedAt !== null && !known.attempt)
    return { is: 'failed', reason: known.reason }
  return tryAgain(doors, known, known.attempt?.key ?? attempt.key, 'card')
}
