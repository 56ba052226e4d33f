// The one way to charge a company's card for what it owes. Our books say first what is about to happen, then the card is charged
// under a key made of facts, then our books say what came of it. An attempt that nobody ended is looked up before another
// one is made, so whatever dies and whoever comes twice, the money moves once.

import { MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { type Attempt, type InvoiceLine, Payment } from '#shared/model/payment.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import type { Charge, FoundCharge } from '../gateways/stripe/outcome.ts'
import type { Payments } from '../gateways/stripe.ts'
import { announcePaid } from './commissions.ts'
import { findMeans, type Means } from './payer.ts'
import { markFailed, releaseIfPaid } from './payment-state.ts'
import type { openTill } from './till.ts'
import { takeFromWallet, tooLittle } from './wallet-invoice.ts'

export type CollectDoors = Omit<Parameters<typeof openTill>[0], 'payments'> & {
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel' | 'refund'>
  now: () => number
}

/** `key` is made from what the money is for: the same debt always has the same. */
export type Demand = {
  company: Company
  key: string
  purpose: string
  about?: Payment['about'] | undefined
  amountCents: number
  applicationFeeCents?: number | undefined
  campaignId?: string | undefined
  description: string
  lines?: readonly InvoiceLine[] | undefined
}
/** `open`: nobody knows yet. It is looked up again by itself. */
export type Collected = { is: 'paid'; chargeId: string } | { is: 'failed'; reason: string } | { is: 'open' }

/** Longer than any of our requests to the provider lasts: after it nobody is at work on an attempt. */
const LEASE_MS = 4 * MINUTE
const MOST_ROUNDS = 5
const noCard = { status: 'declined', code: 'no_card', reason: 'There is no card on file.' } as const
const REFUSED = 'The card was declined.'
const NEEDS_OWNER =
  "The card's bank asks its owner to confirm the payment. Please save the card again under Card Setting, or use another one."

type Owed = { companyId: string; key: string }
/** Keys of requests are one room for all companies that pay into the same account, so each names its company. */
export const attemptKey = ({ companyId, key }: Owed, which: string) => `${companyId}#${key}#${which}`
const isPlanned = (payment: Owed, attempt: Attempt) => attempt.key.startsWith(attemptKey(payment, 'r'))

export function firstAttempt(payment: Owed, means: Means, now: number): Attempt {
  const attempt = { key: attemptKey(payment, '1'), customerId: '', accountId: '', endsAt: now + LEASE_MS }
  if (means === 'wallet') return { ...attempt, means: 'Data Wallet' }
  const { customerId = '', accountId = '', label } = means ?? {}
  return { ...attempt, customerId, accountId, ...(label && { means: label }) }
}

export function toPayment({ company, key, purpose, amountCents, ...demand }: Demand, now: number): Payment {
  const { applicationFeeCents = null, campaignId = null, description, about = 'other', lines = [] } = demand
  return Payment.parse({
    ...{ companyId: company.id, key, purpose, about, amountCents, applicationFeeCents, campaignId, description },
    ...{ status: 'open', createdAt: now, lines },
  })
}

const ended = (payment: Payment): Collected | undefined => {
  if (payment.status === 'open') return undefined
  return { is: 'paid', chargeId: payment.chargeId ?? '' }
}

/** `accountId` is where the charge was made: the books forget the attempt as soon as the payment ends. */
export type Arrived = { id: string; accountId: string }

export async function pay(doors: CollectDoors, payment: Payment, charge: Arrived, by: string): Promise<Collected> {
  const { db, now } = doors
  // Before the books, so that whoever dies here does it again; and after them, because two may be paid at once.
  if (payment.failedAt !== null) await releaseIfPaid(doors, payment.companyId, payment.key)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = await db.payment.find(payment)
    if (known?.status !== 'open') return keepOne(doors, known ?? payment, charge)
    // Before the books too: whoever dies in between pays again, and the message finds what the books say.
    await announcePaid(doors, known)
    if (!(await db.payment.end(known, { status: 'paid', chargeId: charge.id, by, at: now() }))) continue
    // One that is older than an attempt may have marked the company and died before it was written down as declined.
    if (payment.failedAt !== null || payment.createdAt + LEASE_MS <= now())
      await releaseIfPaid(doors, payment.companyId)
    return { is: 'paid', chargeId: charge.id }
  }
  throw new Error(`The payment ${payment.key} of ${payment.companyId} changes too fast.`)
}

/** The debt was paid or settled otherwise while this charge was under way: what came twice goes back, once for each charge. */
export async function keepOne(doors: CollectDoors, payment: Payment, { id, accountId }: Arrived): Promise<Collected> {
  const { chargeId: kept, amountCents, applicationFeeCents } = payment
  const withFee = Boolean(applicationFeeCents) && accountId !== ''
  if (kept !== id) {
    const { status } = await doors.payments.refund({
      key: `refund#${id}`,
      chargeId: id,
      amountCents,
      accountId,
      withFee,
    })
    // Nothing here can give it back: the message ends where operators look.
    if (status === 'failed') throw new Error(`The charge ${id}, which came twice, could not be refunded.`)
  }
  return { is: 'paid', chargeId: kept ?? '' }
}

/** A wallet that was filled before the company was marked told nobody: then this is tried once more. */
async function askFilledWallet(
  { db, queues }: CollectDoors,
  { companyId, amountCents, retries }: Payment,
): Promise<void> {
  const { balanceCents } = await db.ledger.get(companyId)
  if (balanceCents < amountCents) return
  const run = { what: 'wallet', agencyId: companyId, topUpId: `late${retries}` } as const
  await queues.send('makeInvoices', run, { delaySeconds: 5 })
}

/** A planned try that was declined counts; one that a new card asked for does not take a planned one away. */
export async function decline(
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
  await markFailed(doors, company, payment, { reason, retries, nextAt: dueAt, isWallet: code === tooLittle.code })
  if (!(await db.payment.decline(payment, attempt.key, { code, reason, retries, failedAt, dueAt }))) {
    // It ended meanwhile, or somebody else tries it: then nothing is known to have failed.
    await releaseIfPaid(doors, company.id)
    const known = await db.payment.find(payment)
    return (known && ended(known)) ?? { is: 'open' }
  }
  if (code === tooLittle.code) await askFilledWallet(doors, payment)
  // Another payment that arrived just now may have taken the mark away.
  if (!(await db.company.findFresh(company.id))?.paymentFailed)
    await db.company.update(company.id, { paymentFailed: true })
  return { is: 'failed', reason }
}

/** Asks for the money. An answer that was lost leaves the attempt standing. */
export async function askCard(
  doors: Pick<CollectDoors, 'payments'>,
  payment: Payment,
  attempt: Attempt,
  cardId: string,
  isPresent = false,
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
      isPresent,
      ...(applicationFeeCents && attempt.accountId && { applicationFeeCents }),
    })
    .catch((error) => {
      if (error instanceof AppError && error.code === 'unavailable') return undefined
      throw error
    })
  if (answer?.status !== 'action' || isPresent) return answer
  // Nobody is at the screen: what waits for its owner is taken back, or it could be paid at any time.
  const isBack = await doors.payments.cancel({ chargeId: answer.id, accountId: attempt.accountId })
  return isBack ? { status: 'declined', code: 'authentication_required', reason: NEEDS_OWNER } : undefined
}

/** The money leaves the wallet together with the mark that it pays this; whoever dies then is found out by the mark. */
async function runWallet(doors: CollectDoors, payment: Payment, attempt: Attempt, by: string): Promise<Collected> {
  const taken = await takeFromWallet(doors, payment, attempt.key)
  if (!taken) return { is: 'open' }
  return taken.is === 'declined'
    ? decline(doors, payment, attempt, taken)
    : pay(doors, payment, { id: taken.chargeId, accountId: '' }, by)
}

async function run(
  doors: CollectDoors,
  payment: Payment,
  attempt: Attempt,
  means: Means,
  by: string,
): Promise<Collected> {
  if (means === 'wallet') return runWallet(doors, payment, attempt, by)
  const answer = means ? await askCard(doors, payment, attempt, means.cardId) : noCard
  if (!answer) return { is: 'open' }
  if (answer.status === 'succeeded') return pay(doors, payment, { id: answer.id, accountId: attempt.accountId }, by)
  if (answer.status === 'declined') return decline(doors, payment, attempt, answer)
  return { is: 'open' }
}

/** How an attempt stands at the provider; undefined when it never reached it. */
export async function look(doors: Pick<CollectDoors, 'payments'>, attempt: Attempt): Promise<FoundCharge | undefined> {
  const { key, customerId, accountId } = attempt
  return customerId ? doors.payments.findCharge({ key, customerId, accountId }) : undefined
}

/** What became of an attempt that nobody ended. One that waits for the card's owner is taken back. */
export async function lookUp(doors: Pick<CollectDoors, 'payments'>, attempt: Attempt) {
  const found = await look(doors, attempt)
  if (!found || found.status === 'succeeded') return found
  const isDeclined = found.status === 'declined'
  // Of an account that is not ours to ask any more.
  if (found.id === '') return found
  // Also one that was declined: whoever was given its secret could still pay it with another card.
  if (await doors.payments.cancel({ chargeId: found.id, accountId: attempt.accountId }))
    return isDeclined ? found : { ...found, status: 'declined' as const, reason: NEEDS_OWNER }
  return isDeclined ? look(doors, attempt) : found
}

/**
 * Ends a charge that nobody paid, for good: whoever was given its secret could pay it later, with any card. False when it is
 * paid after all, or nobody knows.
 */
export async function close(
  doors: Pick<CollectDoors, 'payments'>,
  attempt: Attempt,
  chargeId: string,
): Promise<boolean> {
  if (await doors.payments.cancel({ chargeId, accountId: attempt.accountId })) return true
  return (await look(doors, attempt))?.status === 'declined'
}

/** The charge of a set-up is asked for by whoever saves the card and waits for it: by itself it is only looked up. */
async function lookAfter(doors: CollectDoors, payment: Payment, attempt: Attempt, by: string): Promise<Collected> {
  const found = await look(doors, attempt)
  if (found?.status === 'succeeded') return pay(doors, payment, { id: found.id, accountId: attempt.accountId }, by)
  if (found && !(await close(doors, attempt, found.id))) return { is: 'open' }
  await doors.db.payment.drop(payment, attempt.key)
  return { is: 'failed', reason: found?.reason ?? REFUSED }
}

/** Tries an open payment again under a key of its own. What an earlier attempt came to is found out first. */
export async function tryAgain(doors: CollectDoors, payment: Payment, key: string, by: string): Promise<Collected> {
  const { db, now } = doors
  const over = ended(payment)
  if (over) return over
  if (payment.attempt) {
    const { attempt: before } = payment
    if (before.endsAt > now()) return { is: 'open' }
    if (payment.chargeId !== null) return pay(doors, payment, { id: payment.chargeId, accountId: '' }, by)
    if (payment.purpose === 'onboarding') return lookAfter(doors, payment, before, by)
    const found = await lookUp(doors, before)
    if (found?.status === 'succeeded') return pay(doors, payment, { id: found.id, accountId: before.accountId }, by)
    if (found && found.status !== 'declined') return { is: 'open' }
    if (found && before.key === key)
      return decline(doors, payment, before, { code: found.code ?? '', reason: found.reason ?? REFUSED })
  }
  const company = await db.company.get(payment.companyId)
  const means = await findMeans(db, company, payment.about)
  const attempt: Attempt = { ...firstAttempt(payment, means, now()), key }
  if (!(await db.payment.attempt(payment, attempt))) return { is: 'open' }
  return run(doors, payment, attempt, means, by)
}

/** Charges a company for what it owes, once for each key, and does what a refusal asks for. */
export async function collect(doors: CollectDoors, demand: Demand): Promise<Collected> {
  const { db, now } = doors
  const means = await findMeans(db, demand.company, demand.about ?? 'other')
  const payment = toPayment(demand, now())
  const attempt = firstAttempt(payment, means, now())
  if (await db.payment.begin(payment, attempt)) return run(doors, payment, attempt, means, 'card')
  const known = await db.payment.find(payment)
  if (!known) return { is: 'open' }
  if (known.amountCents !== demand.amountCents)
    throw new Error(`The payment ${demand.key} of ${demand.company.id} was begun with another amount.`)
  return goOn(doors, known)
}

/** What became of a payment that was begun before. One that was declined waits for its planned try. */
export async function goOn(doors: CollectDoors, known: Payment): Promise<Collected> {
  if (known.status === 'open' && known.failedAt !== null && !known.attempt)
    return { is: 'failed', reason: known.reason }
  return tryAgain(doors, known, known.attempt?.key ?? attemptKey(known, '1'), 'card')
}
