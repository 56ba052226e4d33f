// The one way to charge a company's card for what it owes. Our books say first what is about to happen, then the card is charged
// under a key made of facts, then our books say what came of it. An attempt that nobody ended is looked up before another
// one is made, so after any crash and any repetition the money moves once.

import type { Company } from '#shared/model/company.ts'
import { type Attempt, type InvoiceLine, Payment } from '#shared/model/payment.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { takeFromWallet, tooLittle } from '../billing/wallet-invoice.ts'
import type { makePaymentDeps } from '../wallet/payment-deps.ts'
import {
  askCard,
  attemptKey,
  close,
  firstAttempt,
  isPlanned,
  LEASE_MS,
  look,
  resolveOrCancel,
  tryOf,
} from './attempts.ts'
import { announcePaid } from './commissions.ts'
import { dropOnboardingPayment } from './onboarding.ts'
import { findMeans, type Means } from './payer.ts'
import { afterEnd, markFailed, releaseIfPaid, type StateDeps } from './state.ts'

export type CollectDeps = Omit<Parameters<typeof makePaymentDeps>[0], 'payments'> & {
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel' | 'refund'>
  now: () => number
} & Pick<StateDeps, 'stopped'>

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
  coupon?: Payment['coupon'] | undefined
}
/** `open`: nobody knows yet. It is looked up again by itself. */
export type Collected = { is: 'paid'; chargeId: string } | { is: 'failed'; reason: string } | { is: 'open' }

const MOST_ROUNDS = 5
const noCard = { status: 'declined', code: 'no_card', reason: 'There is no card on file.' } as const
const REFUSED = 'The card was declined.'
export function toPayment({ company, key, purpose, amountCents, ...demand }: Demand, now: number): Payment {
  const {
    applicationFeeCents = null,
    campaignId = null,
    description,
    about = 'other',
    lines = [],
    coupon = null,
  } = demand
  return Payment.parse({
    companyId: company.id,
    key,
    purpose,
    about,
    amountCents,
    applicationFeeCents,
    campaignId,
    description,
    status: 'open',
    createdAt: now,
    lines,
    coupon,
  })
}

const ended = (payment: Payment): Collected | undefined => {
  if (payment.status === 'open') return undefined
  return { is: 'paid', chargeId: payment.chargeId ?? '' }
}

/** `accountId` is where the charge was made: the books forget the attempt as soon as the payment ends. */
export type Arrived = { id: string; accountId: string }

/** A caller that has read the payer a moment ago says so: it is not read once more. */
export async function pay(
  deps: CollectDeps,
  payment: Payment,
  charge: Arrived,
  by: string,
  payer?: Company,
): Promise<Collected> {
  const { db, now } = deps
  // Before the books, so that it is done again after a crash here; and after them, because two may be paid at once.
  if (payment.failedAt !== null) await releaseIfPaid(deps, payment.companyId, payment.key)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // As it was seen, at first: where it is another one by now the books refuse its end.
    const known = round === 0 ? payment : await db.payment.find(payment)
    if (known?.status !== 'open') return keepOne(deps, known ?? payment, charge)
    // Before the books too: after a crash in between it is paid again, and the message finds what the books say.
    await announcePaid(deps, known, payer)
    // One that is older than an attempt may have marked the company and crashed before it was written down as declined.
    const mayBeMarked = known.failedAt !== null || known.createdAt + LEASE_MS <= now()
    const at = now()
    const said = { status: 'paid', chargeId: charge.id, by, at, ...(mayBeMarked && { dueAt: at }) } as const
    if (!(await db.payment.end(known, said))) continue
    if (mayBeMarked) await afterEnd(deps, payment.companyId, [payment])
    return { is: 'paid', chargeId: charge.id }
  }
  throw new Error(`The payment ${payment.key} of ${payment.companyId} changes too fast.`)
}

/** The debt was paid or settled otherwise while this charge was under way: what came twice goes back, once for each charge. */
export async function keepOne(deps: CollectDeps, payment: Payment, { id, accountId }: Arrived): Promise<Collected> {
  const { chargeId: kept, amountCents, applicationFeeCents } = payment
  const withFee = Boolean(applicationFeeCents) && accountId !== ''
  if (kept !== id) {
    const { status } = await deps.payments.refund({
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
  { db, queues }: CollectDeps,
  { companyId, amountCents, retries }: Payment,
): Promise<void> {
  const { balanceCents } = await db.ledger.get(companyId)
  if (balanceCents < amountCents) return
  const run = { what: 'wallet', agencyId: companyId, topUpId: `late${retries}` } as const
  await queues.send('makeInvoices', run, { delaySeconds: 5 })
}

/** A planned try that was declined counts; one that a new card asked for does not take a planned one away. */
export async function decline(
  deps: CollectDeps,
  payment: Payment,
  attempt: Attempt,
  { code, reason }: { code: string; reason: string },
): Promise<Collected> {
  const { db, now } = deps
  const company = await db.company.get(payment.companyId)
  const failedAt = payment.failedAt ?? now()
  const retries = payment.retries + (isPlanned(payment, attempt) ? 1 : 0)
  const dueAt = nextTryAt({ failedAt, retries })
  await markFailed(deps, company, payment, { reason, retries, nextAt: dueAt, isWallet: code === tooLittle.code })
  if (!(await db.payment.decline(payment, attempt.key, { code, reason, retries, failedAt, dueAt }))) {
    // It ended meanwhile, or somebody else tries it: then nothing is known to have failed.
    await releaseIfPaid(deps, company.id)
    const known = await db.payment.find(payment)
    return (known && ended(known)) ?? { is: 'open' }
  }
  if (code === tooLittle.code) await askFilledWallet(deps, payment)
  // Another payment that arrived just now may have taken the mark away.
  if (!(await db.company.findFresh(company.id))?.paymentFailed)
    await db.company.update(company.id, { paymentFailed: true })
  return { is: 'failed', reason }
}

/** The money leaves the wallet together with the mark that it pays this; a crash after that is found out by the mark. */
async function runWallet({ deps, payment, attempt, payer, by }: Try): Promise<Collected> {
  const taken = await takeFromWallet(deps, payment, attempt.key)
  if (!taken) return { is: 'open' }
  return taken.is === 'declined'
    ? decline(deps, payment, attempt, taken)
    : pay(deps, { ...payment, attempt }, { id: taken.chargeId, accountId: '' }, by, payer)
}

/** An attempt that was just begun, of a payment as it was before. */
type Try = { deps: CollectDeps; payment: Payment; attempt: Attempt; payer: Company; by: string }

async function run(begun: Try, means: Means): Promise<Collected> {
  if (means === 'wallet') return runWallet(begun)
  const { deps, payment, attempt, payer, by } = begun
  const answer = means ? await askCard(deps, payment, attempt, means.cardId) : noCard
  if (answer?.status === 'succeeded')
    return pay(deps, { ...payment, attempt }, { id: answer.id, accountId: attempt.accountId }, by, payer)
  if (answer?.status === 'declined') return decline(deps, payment, attempt, answer)
  if (answer?.status === 'spent' && payment.attempt?.key === attempt.key) await renew(deps, payment, attempt)
  return { is: 'open' }
}

/**
 * The same try goes on under another key, when it is looked at next. Only where nothing is under the old one although its first
 * request ended long ago: then nothing will be.
 */
async function renew(deps: CollectDeps, payment: Payment, attempt: Attempt): Promise<void> {
  if (await look(deps, attempt)) return
  const key = `${tryOf(attempt.key)}~${payment.attempts + 1}`
  await deps.db.payment.attempt({ ...payment, attempt }, { ...attempt, key })
}

/** The charge of a set-up is asked for by the person who saves the card and waits for it: by itself it is only looked up. */
async function lookAfter(deps: CollectDeps, payment: Payment, attempt: Attempt, by: string): Promise<Collected> {
  const found = await look(deps, attempt)
  if (found?.status === 'succeeded') return pay(deps, payment, { id: found.id, accountId: attempt.accountId }, by)
  if (found && !(await close(deps, attempt, found.id))) return { is: 'open' }
  await dropOnboardingPayment(deps, payment, attempt.key)
  return { is: 'failed', reason: found?.reason ?? REFUSED }
}

/** Tries an open payment again under a key of its own. What an earlier attempt came to is found out first. */
export async function tryAgain(deps: CollectDeps, payment: Payment, asked: string, by: string): Promise<Collected> {
  const { db, now } = deps
  let key = asked
  const over = ended(payment)
  if (over) return over
  if (payment.attempt) {
    const { attempt: before } = payment
    if (before.endsAt > now()) return { is: 'open' }
    if (payment.chargeId !== null) return pay(deps, payment, { id: payment.chargeId, accountId: '' }, by)
    if (payment.purpose === 'onboarding') return lookAfter(deps, payment, before, by)
    const found = await resolveOrCancel(deps, before)
    if (found?.status === 'succeeded') return pay(deps, payment, { id: found.id, accountId: before.accountId }, by)
    if (found && found.status !== 'declined') return { is: 'open' }
    const isSame = tryOf(before.key) === tryOf(key)
    if (found && isSame)
      return decline(deps, payment, before, { code: found.code ?? '', reason: found.reason ?? REFUSED })
    // It may reach the provider yet: then it is the same request.
    if (isSame) key = before.key
  }
  const payer = await db.company.get(payment.companyId)
  const means = await findMeans(db, payer, payment.about)
  const attempt: Attempt = { ...firstAttempt(payment, means, now()), key }
  if (!(await db.payment.attempt(payment, attempt))) return { is: 'open' }
  return run({ deps, payment, attempt, payer, by }, means)
}

/** Charges a company for what it owes, once for each key, and does what a refusal asks for. */
export async function collect(deps: CollectDeps, demand: Demand): Promise<Collected> {
  const { db, now } = deps
  const means = await findMeans(db, demand.company, demand.about ?? 'other')
  const payment = toPayment(demand, now())
  const attempt = firstAttempt(payment, means, now())
  if (await db.payment.begin(payment, attempt))
    return run({ deps, payment, attempt, payer: demand.company, by: 'card' }, means)
  const known = await db.payment.find(payment)
  if (!known) return { is: 'open' }
  if (known.amountCents !== demand.amountCents)
    throw new Error(`The payment ${demand.key} of ${demand.company.id} was begun with another amount.`)
  return goOn(deps, known)
}

/** What became of a payment that was begun before. One that was declined waits for its planned try. */
export async function goOn(deps: CollectDeps, known: Payment): Promise<Collected> {
  if (known.status === 'open' && known.failedAt !== null && !known.attempt)
    return { is: 'failed', reason: known.reason }
  return tryAgain(deps, known, known.attempt?.key ?? attemptKey(known, '1'), 'card')
}
