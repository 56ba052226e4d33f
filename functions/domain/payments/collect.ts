// The one way to collect what a company owes. Our books say first what is about to happen, then its card or its wallet is asked
// under a key made of facts, then our books say what came of it. An attempt that nobody ended is looked up before another
// one is made, so after any crash and any repetition the money moves once.
import type { Company } from '#shared/model/company.ts'
import { enrichmentOfPayment } from '#shared/model/enrichment.ts'
import { type Attempt, type InvoiceFacts, type InvoiceLine, Payment } from '#shared/model/payment.ts'
import { firstKey, renewedKey, tryOf } from '#shared/money/attempt.ts'
import type { Write } from '../../data/wallet/items.ts'
import { dropOneTimePayment } from '../pricing/onboarding.ts'
import { dropStart } from '../purchases/drop.ts'
import { ask, type Declined } from './attempt.ts'
import { findCardAccount, findMeans, type Means } from './payer.ts'
import { type CollectDeps, type Collected, endOf, reasonOf, recordDeclined, recordPaid } from './record.ts'
import { alone, newAttempt, requestOf, resolvePayment } from './request.ts'

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
  facts?: Partial<InvoiceFacts> | undefined
  coupon?: Payment['coupon'] | undefined
  /** Nobody asks for it later, so it is asked for now, no matter what stands in the way. */
  isLast?: boolean | undefined
}

export function toPayment({ company, key, purpose, amountCents, ...demand }: Demand, now: number): Payment {
  const {
    applicationFeeCents = null,
    campaignId = null,
    description,
    about = 'other',
    lines = [],
    coupon = null,
    facts,
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
    ...facts,
  })
}

/** An attempt that was just begun, of a payment as it was before. */
type Begun = { payment: Payment; attempt: Attempt; payer: Company; means: Means; by: string }

/**
 * The same try goes on under another key, when it is looked at next. Only where nothing is under the old one although its first
 * request ended long ago: then nothing will be.
 */
async function renew(deps: CollectDeps, { payment, attempt, means }: Begun): Promise<void> {
  const isContinued = payment.attempt?.key === attempt.key
  if (!isContinued || (await requestOf(deps, payment, attempt, means).find())) return
  const key = renewedKey(attempt.key, payment.attempts)
  await deps.db.payment.attempt({ ...payment, attempt }, { ...attempt, key })
}

async function askFor(deps: CollectDeps, begun: Begun): Promise<Collected> {
  const { payment, attempt, payer, means, by } = begun
  const asked = await ask(requestOf(deps, payment, attempt, means), alone(attempt), deps.now)
  switch (asked.is) {
    case 'paid':
      return recordPaid(deps, { ...payment, attempt }, { id: asked.id, accountId: attempt.accountId }, { by, payer })
    case 'declined':
      return recordDeclined(deps, payment, attempt, { code: asked.code, reason: reasonOf(asked) })
    case 'spent':
      await renew(deps, begun)
      return { is: 'open' }
    case 'action':
    case 'open':
      return { is: 'open' }
    default:
      return asked satisfies never
  }
}

/** Takes an open payment in hand under a key; the books refuse it where somebody else has it. */
async function begin(deps: CollectDeps, payment: Payment, key: string, by: string): Promise<Collected> {
  const { db, now } = deps
  const payer = await db.company.get(payment.companyId)
  const means = await findMeans(db, payer, payment.about)
  const attempt = newAttempt(key, means, now())
  if (!(await db.payment.attempt(payment, attempt))) return { is: 'open' }
  return askFor(deps, { payment, attempt, payer, means, by })
}

/** What is charged while somebody waits is asked for anew by that person, or by nobody: then it leaves nothing. False for what is owed. */
async function forget(deps: CollectDeps, payment: Payment, { key }: Attempt): Promise<boolean> {
  switch (payment.purpose) {
    // The person who saves the card asks for a set-up anew; so does the one who accepts the developer agreement.
    case 'onboarding':
    case 'developer':
      await dropOneTimePayment(deps, payment, key)
      return true
    // The person who starts the campaign presses again.
    case 'start':
      await dropStart(deps, payment, key)
      return true
    default:
      return false
  }
}

/** It is known that an attempt was not paid, and that nothing will come of it: who owes it is asked for it on other days. */
export async function endUnpaid(deps: CollectDeps, payment: Payment, attempt: Attempt, found: Declined): Promise<void> {
  if (await forget(deps, payment, attempt)) return
  await recordDeclined(deps, payment, attempt, { code: found.code, reason: reasonOf(found) })
}

/** Undefined while there is something to pay for: the result of an enrichment is not kept for ever, and nobody pays for one that is gone. */
export async function endIfGone(deps: CollectDeps, { companyId, key }: Payment): Promise<Collected | undefined> {
  const id = enrichmentOfPayment(key)
  if (id === undefined) return undefined
  // Loaded where there is one: few payments are for an enrichment.
  const { endIfTooLate } = await import('../enrichment/unpaid.ts')
  return endIfTooLate(deps, { companyId, id })
}

/** Tries an open payment again under a key of its own. What an earlier attempt came to is found out first. */
export async function tryAgain(deps: CollectDeps, payment: Payment, key: string, by: string): Promise<Collected> {
  const over = endOf(payment) ?? (await endIfGone(deps, payment))
  if (over) return over
  const { attempt: before } = payment
  if (!before) return begin(deps, payment, key, by)
  // Somebody is at work on it.
  if (before.endsAt > deps.now()) return { is: 'open' }
  const found = await resolvePayment(deps, payment, before, alone(before))
  if (found.is === 'paid') return recordPaid(deps, payment, { id: found.id, accountId: before.accountId }, { by })
  if (found.is === 'action' || found.is === 'open') return { is: 'open' }
  const isSame = tryOf(before.key) === tryOf(key)
  if (await forget(deps, payment, before)) return { is: 'failed', reason: reasonOf(found) }
  if (found.is === 'declined' && isSame)
    return recordDeclined(deps, payment, before, { code: found.code, reason: reasonOf(found) })
  // What was not found may reach the provider yet: then it is the same request.
  return begin(deps, payment, found.is === 'absent' && isSame ? before.key : key, by)
}

/**
 * A client whose agency's account takes no cards at present can neither pay nor save another card: it has not failed to pay, and is asked
 * once the account works again. What was asked for before goes on as it began.
 */
async function isOutOfReach({ db }: CollectDeps, { company: payer, key }: Demand): Promise<boolean> {
  if (payer.kind !== 'client' || (await findCardAccount(db, payer)) !== undefined) return false
  return (await db.payment.find({ companyId: payer.id, key })) === undefined
}

/**
 * Charges a company for what it owes, once for each key, and does what a refusal asks for. `beside` is written with its beginning,
 * or it is not begun. `open` where nobody can be asked yet, too: it is to be asked for again.
 */
export async function collect(deps: CollectDeps, demand: Demand, beside: readonly Write[] = []): Promise<Collected> {
  const { db, now } = deps
  const { company: payer } = demand
  const means = await findMeans(db, payer, demand.about ?? 'other')
  if (!means && !demand.isLast && (await isOutOfReach(deps, demand))) return { is: 'open' }
  const payment = toPayment(demand, now())
  const attempt = newAttempt(firstKey(payment), means, now())
  if (await db.payment.begin(payment, attempt, beside))
    return askFor(deps, { payment, attempt, payer, means, by: 'card' })
  const known = await db.payment.find(payment)
  if (!known) return { is: 'open' }
  if (known.amountCents !== demand.amountCents)
    throw new Error(`The payment ${demand.key} of ${payer.id} was begun with another amount.`)
  return goOn(deps, known)
}

/** What became of a payment that was begun before. One that was declined waits for its planned try. */
export async function goOn(deps: CollectDeps, known: Payment): Promise<Collected> {
  if (known.status === 'open' && known.failedAt !== null && !known.attempt)
    return { is: 'failed', reason: known.reason }
  return tryAgain(deps, known, known.attempt?.key ?? firstKey(known), 'card')
}
