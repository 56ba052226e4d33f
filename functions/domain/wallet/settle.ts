// The only place that moves money between a card and a wallet. First our books say what is about to happen, then the payment
// provider is asked, under the key of our entry, then our books say what came of it. A crash in between leaves a pending
// entry, which the schedule resolves by asking what became of it, never by charging again.
import { MINUTE } from '#shared/dates.ts'
import { type Entry, lateTopUpId, paymentKeyOf } from '#shared/money/ledger.ts'
import type { Db } from '../../data/index.ts'
import type { FoundCharge } from '../../gateways/stripe/outcome.ts'
import type { Payments } from '../../gateways/stripe.ts'

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

/** Nothing of ours asks for a payment so long after its entry: what is not there by then will not come. */
const GIVEN_UP_AFTER_MS = 4 * MINUTE
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

/** A payment that waits for its owner is taken back; if it cannot be, it has come to an end meanwhile, and is looked at later. */
async function takeBack(paymentDeps: PaymentDeps, entry: Entry, chargeId: string): Promise<Settled> {
  const reason = isByHand(entry) ? TOO_LATE : NEEDS_OWNER
  return (await paymentDeps.payments.cancel({ chargeId })) ? giveUp(paymentDeps, entry, reason) : { is: 'open' }
}

/** The owner has time as long as they may still be at the screen; nobody is at the screen of what happens by itself. */
async function waitForOwner(
  paymentDeps: PaymentDeps,
  entry: Entry,
  chargeId: string,
  clientSecret?: string,
): Promise<Settled> {
  if (!isByHand(entry) || paymentDeps.now() - entry.at >= CONFIRM_WITHIN_MS)
    return takeBack(paymentDeps, entry, chargeId)
  return clientSecret ? { is: 'action', clientSecret, entry } : { is: 'open' }
}

/**
 * The provider left it before its confirmation, or is still at it. The first waits for a request that nobody sends any more, and
 * would keep every later top-up waiting with it; the second cannot be taken back, and comes to its own end.
 */
async function endUnfinished(paymentDeps: PaymentDeps, entry: Entry, chargeId: string): Promise<Settled> {
  if (paymentDeps.now() - entry.at < GIVEN_UP_AFTER_MS) return { is: 'open' }
  return (await paymentDeps.payments.cancel({ chargeId })) ? giveUp(paymentDeps, entry, NEVER_MADE) : { is: 'open' }
}

/** Closed before our books say so: the person who was given its secret could still pay it with another card. */
async function endDeclined(
  paymentDeps: PaymentDeps,
  entry: Entry,
  { id, code, reason }: FoundCharge,
): Promise<Settled> {
  if (isByHand(entry) && !(await paymentDeps.payments.cancel({ chargeId: id }))) {
    const found = await findPayment(paymentDeps, entry)
    if (found?.status === 'succeeded') return arrive(paymentDeps, entry, found.id)
    if (found && found.status !== 'declined') return { is: 'open' }
  }
  // What was taken back bears no reason of its own.
  const isRefusal = reason !== undefined && !refusedByOwner.has(code ?? '')
  return giveUp(paymentDeps, entry, isRefusal ? reason : isByHand(entry) ? NOT_CONFIRMED : NEEDS_OWNER)
}

export type Payer = { customerId: string; cardId: string }

/** Who pays for a company's wallet: its own card, kept with the platform. Nobody, once the company or its contract has ended. */
export async function findPayer({ db }: Pick<PaymentDeps, 'db'>, companyId: string): Promise<Payer | undefined> {
  const [billing, company] = await Promise.all([db.billing.get(companyId), db.company.find(companyId)])
  const { customerId, cardId, accountId } = billing
  if (company && (company.cancelledAt !== null || company.deletedAt !== null)) return undefined
  return customerId && cardId && !accountId ? { customerId, cardId } : undefined
}

/** Asks for the payment of an entry that was begun just now, and writes down what came of it. Asked once for each entry. */
export async function pay(paymentDeps: PaymentDeps, entry: Entry, payer: Payer): Promise<Settled> {
  const { companyId, id, amountCents } = entry
  const answer = await paymentDeps.payments
    .charge({
      key: paymentKeyOf(entry),
      customerId: payer.customerId,
      paymentMethodId: payer.cardId,
      amountCents,
      isPresent: isByHand(entry),
      description: 'Data Wallet',
      metadata: { kind: 'wallet', company: companyId, entry: id, at: String(entry.at) },
    })
    // An answer that was lost is no failure: the money may have moved.
    .catch((cause: unknown) => ({ status: 'lost' as const, cause }))
  switch (answer.status) {
    case 'succeeded':
      return arrive(paymentDeps, entry, answer.id)
    case 'declined':
      return giveUp(paymentDeps, entry, answer.reason)
    case 'action':
      return waitForOwner(paymentDeps, entry, answer.id, answer.clientSecret)
    case 'lost':
      return { is: 'open', cause: answer.cause }
    default:
      return answer satisfies never
  }
}

async function findPayment({ db, payments }: PaymentDeps, entry: Entry): Promise<FoundCharge | undefined> {
  const { customerId } = await db.billing.get(entry.companyId)
  return payments.findCharge({ key: paymentKeyOf(entry), ...(customerId && { customerId }) })
}

/** Finds out what became of the payment of a pending entry. */
export async function resolve(paymentDeps: PaymentDeps, entry: Entry): Promise<Settled> {
  const found = await findPayment(paymentDeps, entry)
  if (!found)
    return paymentDeps.now() - entry.at < GIVEN_UP_AFTER_MS ? { is: 'open' } : giveUp(paymentDeps, entry, NEVER_MADE)
  switch (found.status) {
    case 'succeeded':
      if (found.amountCents !== entry.amountCents)
        throw new Error(`The payment ${found.id} is not the amount of ${entry.id}.`)
      return arrive(paymentDeps, entry, found.id)
    case 'declined':
      return endDeclined(paymentDeps, entry, found)
    case 'action':
      return waitForOwner(paymentDeps, entry, found.id, found.clientSecret)
    case 'open':
      return endUnfinished(paymentDeps, entry, found.id)
    default:
      return found.status satisfies never
  }
}

/** Resolves everything that was left pending. One that cannot be resolved now must not keep the others from it. */
export async function resolveAll(
  paymentDeps: PaymentDeps,
): Promise<{ settled: number; open: number; errors: unknown[] }> {
  const count: { settled: number; open: number; errors: unknown[] } = { settled: 0, open: 0, errors: [] }
  for (const entry of await paymentDeps.db.ledger.listOpen(paymentDeps.now() - LOOK_AFTER_MS)) {
    await resolve(paymentDeps, entry).then(
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
