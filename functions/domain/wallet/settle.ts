// The only place that moves money between a card and a wallet, by the attempt that all money moves by. First our books say what is
// about to happen, then the payment provider is asked, under the key of our entry, then our books say what came of it. A crash in
// between leaves a pending entry, which the schedule resolves by asking what became of it, never by charging again.
import { MINUTE } from '#shared/dates.ts'
import { LEASE_MS, NOBODY, type Terms } from '#shared/money/attempt.ts'
import { type Entry, lateTopUpId, paymentKeyOf } from '#shared/money/ledger.ts'
import type { Db } from '../../data/index.ts'
import type { Payments } from '../../gateways/stripe.ts'
import {
  type Asked,
  ask,
  cardCharge,
  type Declined,
  LONGEST_MS,
  type MoneyRequest,
  type Resolved,
  resolveOrCancel,
} from '../payments/attempt.ts'

export type PaymentDeps = {
  db: Pick<Db, 'ledger' | 'billing' | 'company'>
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel'>
  now: () => number
  /** Tells the payer that an automatic payment failed. It may be called again for the same entry. */
  tellFailed: (entry: Entry) => Promise<void>
  /** Tells the person who waits for money that some is about to arrive. It may be called again for the same entry. */
  tellFilled?: (entry: Entry) => Promise<void>
}

/**
 * `open`: nobody knows yet. It is not lost, and must not be tried again by hand as if it had failed. `action`: the bank asks the
 * card's owner, who is at the screen and confirms with this secret.
 */
export type Settled =
  | { is: 'posted' }
  | { is: 'void'; reason: string }
  | { is: 'open'; cause?: unknown }
  | { is: 'action'; clientSecret: string; entry: Entry }

/** The first look leaves time to the person who asked for the payment to say so. */
const LOOK_AFTER_MS = 30_000
/** How long somebody may look for their phone before a payment that waits for them is taken back. */
const CONFIRM_WITHIN_MS = 10 * MINUTE

const NEEDS_OWNER =
  "Your card's bank asks you to confirm each payment, which nobody can do for you. Top up by hand in your Data Wallet, or save another card under Card Setting."
const NOT_CONFIRMED =
  'Your bank did not confirm the payment. Nothing was charged. Try again, or save another card under Card Setting.'
const TOO_LATE =
  "The payment was not confirmed in time. Nothing was charged. Try again with your bank's app or phone at hand."
const NEVER_MADE = 'The payment was not carried out. Nothing was charged.'
/** What the provider calls a payment of which the card's owner said no at their bank, or could not say yes. */
const refusedByOwner = new Set(['payment_intent_authentication_failure', 'authentication_required'])

async function asItStands({ db }: PaymentDeps, entry: Entry): Promise<Settled> {
  const known = await db.ledger.findEntry(entry)
  if (known?.state === 'posted') return { is: 'posted' }
  if (known?.state === 'void') return { is: 'void', reason: known.reason ?? NEVER_MADE }
  return { is: 'open' }
}

async function post(paymentDeps: PaymentDeps, entry: Entry, chargeId: string): Promise<Settled> {
  // Before the books, so that it is said again after a crash here.
  await paymentDeps.tellFilled?.(entry)
  await paymentDeps.db.ledger.post(entry, chargeId, paymentDeps.now())
  return asItStands(paymentDeps, entry)
}

/** The money is there. If its entry was given up before, an entry of its own brings it into the wallet, once. */
async function arrive(paymentDeps: PaymentDeps, entry: Entry, chargeId: string): Promise<Settled> {
  const settled = await post(paymentDeps, entry, chargeId)
  if (settled.is !== 'void') return settled
  const id = lateTopUpId(entry.id)
  const late: Entry = { ...entry, id, state: 'pending', origin: 'late', reason: null, settledAt: null }
  await paymentDeps.db.ledger.beginLate(late)
  return post(paymentDeps, late, chargeId)
}

async function giveUp(paymentDeps: PaymentDeps, entry: Entry, reason: string): Promise<Settled> {
  // Before the books, so that it is said again after a crash here: the mail is one however often it is asked for.
  if (entry.origin === 'auto') await paymentDeps.tellFailed({ ...entry, reason })
  await paymentDeps.db.ledger.voidTopUp(entry, reason, paymentDeps.now())
  return asItStands(paymentDeps, entry)
}

const isByHand = ({ origin }: Entry) => origin === 'manual'

/** The owner has time as long as they may still be at the screen; nobody is at the screen of what happens by itself. */
const termsOf = (entry: Entry): Terms => ({
  endsAt: entry.at + LEASE_MS,
  ownerUntil: isByHand(entry) ? entry.at + CONFIRM_WITHIN_MS : NOBODY,
  isSecretOut: isByHand(entry),
})

function reasonOf(entry: Entry, { why, code, reason }: Declined): string {
  if (why === 'unmade') return NEVER_MADE
  if (why === 'unconfirmed') return isByHand(entry) ? TOO_LATE : NEEDS_OWNER
  // What was taken back bears no reason of its own.
  if (reason !== undefined && !refusedByOwner.has(code)) return reason
  return isByHand(entry) ? NOT_CONFIRMED : NEEDS_OWNER
}

/** What our books say of a top-up once its attempt came to something. */
async function record(paymentDeps: PaymentDeps, entry: Entry, came: Asked | Resolved): Promise<Settled> {
  switch (came.is) {
    case 'paid':
      return arrive(paymentDeps, entry, came.id)
    case 'declined':
      return giveUp(paymentDeps, entry, reasonOf(entry, came))
    case 'absent':
      return giveUp(paymentDeps, entry, NEVER_MADE)
    case 'action':
      return { ...came, entry }
    case 'open':
      return came
    case 'spent':
      return { is: 'open' }
    default:
      return came satisfies never
  }
}

export type Payer = { customerId: string; cardId: string }

/** Who pays for a company's wallet: its own card, kept with the platform. Nobody, once the company or its contract has ended. */
export async function findPayer({ db }: Pick<PaymentDeps, 'db'>, companyId: string): Promise<Payer | undefined> {
  const [billing, company] = await Promise.all([db.billing.get(companyId), db.company.find(companyId)])
  const { customerId, cardId, accountId } = billing
  if (company && (company.cancelledAt !== null || company.deletedAt !== null)) return undefined
  return customerId && cardId && !accountId ? { customerId, cardId } : undefined
}

function requestOf({ payments }: PaymentDeps, entry: Entry, { customerId, cardId }: Partial<Payer>): MoneyRequest {
  const { companyId, id, amountCents } = entry
  const charge = cardCharge(payments, {
    key: paymentKeyOf(entry),
    customerId: customerId ?? '',
    paymentMethodId: cardId,
    amountCents,
    description: 'Data Wallet',
    metadata: { kind: 'wallet', company: companyId, entry: id, at: String(entry.at) },
  })
  // No matter what lost the answer, the money may have moved: the person is told to wait, and not that it failed.
  const lost = (cause: unknown) => ({ status: 'lost' as const, cause })
  return { ...charge, ask: (isOwnerHere) => charge.ask(isOwnerHere).catch(lost) }
}

/** Charges the card for an entry that was begun just now, and writes down what came of it. Asked once for each entry. */
export async function chargeTopUp(paymentDeps: PaymentDeps, entry: Entry, payer: Payer): Promise<Settled> {
  const asked = await ask(requestOf(paymentDeps, entry, payer), termsOf(entry), paymentDeps.now)
  return record(paymentDeps, entry, asked)
}

/** Finds out what became of the payment of a pending entry. */
export async function resolveTopUp(paymentDeps: PaymentDeps, entry: Entry): Promise<Settled> {
  const { customerId } = await paymentDeps.db.billing.get(entry.companyId)
  const found = await resolveOrCancel(requestOf(paymentDeps, entry, { customerId }), termsOf(entry), paymentDeps.now)
  return record(paymentDeps, entry, found)
}

/**
 * Resolves everything that was left pending, as long as there is time. One that cannot be resolved now must not keep the others from it; so
 * each minute begins with another one.
 */
export async function resolveAll(
  paymentDeps: PaymentDeps,
  remainingMs: () => number = () => Number.POSITIVE_INFINITY,
): Promise<{ settled: number; open: number; errors: unknown[] }> {
  const count: { settled: number; open: number; errors: unknown[] } = { settled: 0, open: 0, errors: [] }
  const all = await paymentDeps.db.ledger.listOpen(paymentDeps.now() - LOOK_AFTER_MS)
  const from = all.length === 0 ? 0 : Math.floor(paymentDeps.now() / MINUTE) % all.length
  for (const entry of [...all.slice(from), ...all.slice(0, from)]) {
    if (remainingMs() < LONGEST_MS) break
    await resolveTopUp(paymentDeps, entry).then(
      ({ is }) => void (is === 'open' || is === 'action' ? count.open++ : count.settled++),
      (error) => void count.errors.push(error),
    )
  }
  return count
}

/** A payment that the provider reports. Its entry may be pending, or given up before the payment turned up. */
export async function paymentArrived(
  paymentDeps: PaymentDeps,
  ref: Pick<Entry, 'companyId' | 'id' | 'at'>,
  chargeId: string,
): Promise<Settled> {
  const entry = await paymentDeps.db.ledger.findEntry(ref)
  if (!entry) throw new Error(`The payment ${chargeId} names an entry that is not there.`)
  return arrive(paymentDeps, entry, chargeId)
}
