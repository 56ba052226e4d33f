// The only place that moves money between a card and a wallet. First our books say what is about to happen, then the payment
// provider is asked, under the key of our entry, then our books say what came of it. Whoever dies in between leaves a pending
// entry, which the schedule resolves by asking what became of it, never by charging again.
import { MINUTE } from '#shared/dates.ts'
import { type Entry, lateTopUpId, paymentKeyOf } from '#shared/money/ledger.ts'
import type { Db } from '../data/index.ts'
import type { Payments } from '../gateways/stripe.ts'

export type Till = {
  db: Pick<Db, 'ledger' | 'billing' | 'company'>
  payments: Pick<Payments, 'charge' | 'findCharge' | 'cancel'>
  now: () => number
  /** Tells the payer that an automatic payment failed. It may be called again for the same entry. */
  tellFailed: (entry: Entry) => Promise<void>
}

/** `open`: nobody knows yet. It is not lost, and must not be tried again by hand as if it had failed. */
export type Settled = { is: 'posted' } | { is: 'void'; reason: string } | { is: 'open'; cause?: unknown }

/** Nothing of ours asks for a payment so long after its entry: what is not there by then will not come. */
export const GIVEN_UP_AFTER_MS = 4 * MINUTE
/** The first look leaves time to whoever asked for the payment to say so. */
export const LOOK_AFTER_MS = 30_000

const NEEDS_OWNER =
  "Your card's bank asks for a confirmation that cannot be given here. Please save the card again or use another one."
const NEVER_MADE = 'The payment was not carried out. Nothing was charged.'

async function asItStands({ db }: Till, entry: Entry): Promise<Settled> {
  const known = await db.ledger.findEntry(entry)
  if (known?.state === 'posted') return { is: 'posted' }
  if (known?.state === 'void') return { is: 'void', reason: known.reason ?? NEVER_MADE }
  return { is: 'open' }
}

async function post(till: Till, entry: Entry, chargeId: string): Promise<Settled> {
  await till.db.ledger.post(entry, chargeId, till.now())
  return asItStands(till, entry)
}

/** The money is there. If its entry was given up before, an entry of its own brings it into the wallet, once. */
async function arrive(till: Till, entry: Entry, chargeId: string): Promise<Settled> {
  const settled = await post(till, entry, chargeId)
  if (settled.is !== 'void') return settled
  const id = lateTopUpId(entry.id)
  const late: Entry = { ...entry, id, state: 'pending', origin: 'late', reason: null, settledAt: null }
  await till.db.ledger.beginLate(late)
  return post(till, late, chargeId)
}

async function giveUp(till: Till, entry: Entry, reason: string): Promise<Settled> {
  // Before the books, so that whoever dies here says it again: the mail is one however often it is asked for.
  if (entry.origin === 'auto') await till.tellFailed({ ...entry, reason })
  await till.db.ledger.voidTopUp(entry, reason, till.now())
  return asItStands(till, entry)
}

/** A payment that waits for its owner is taken back; if it cannot be, it has come to an end meanwhile, and is looked at later. */
async function takeBack(till: Till, entry: Entry, chargeId: string): Promise<Settled> {
  return (await till.payments.cancel({ chargeId })) ? giveUp(till, entry, NEEDS_OWNER) : { is: 'open' }
}

export type Payer = { customerId: string; cardId: string }

/** Who pays for a company's wallet: its own card, kept with the platform. Nobody, once the company or its contract has ended. */
export async function findPayer({ db }: Pick<Till, 'db'>, companyId: string): Promise<Payer | undefined> {
  const [billing, company] = await Promise.all([db.billing.get(companyId), db.company.find(companyId)])
  const { customerId, cardId, accountId, cancelledAt } = billing
  if (cancelledAt !== null || company?.deletedAt) return undefined
  return customerId && cardId && !accountId ? { customerId, cardId } : undefined
}

/** Asks for the payment of an entry that was begun just now, and writes down what came of it. Asked once for each entry. */
export async function pay(till: Till, entry: Entry, payer: Payer): Promise<Settled> {
  const { companyId, id, amountCents } = entry
  const answer = await till.payments
    .charge({
      key: paymentKeyOf(entry),
      customerId: payer.customerId,
      paymentMethodId: payer.cardId,
      amountCents,
      description: 'Data Wallet',
      metadata: { kind: 'wallet', company: companyId, entry: id, at: String(entry.at) },
    })
    // An answer that was lost is no failure: the money may have moved.
    .catch((cause: unknown) => ({ status: 'lost' as const, cause }))
  switch (answer.status) {
    case 'succeeded':
      return arrive(till, entry, answer.id)
    case 'declined':
      return giveUp(till, entry, answer.reason)
    case 'action':
      return takeBack(till, entry, answer.id)
    case 'lost':
      return { is: 'open', cause: answer.cause }
    default:
      return answer satisfies never
  }
}

/** Finds out what became of the payment of a pending entry. */
export async function resolve(till: Till, entry: Entry): Promise<Settled> {
  const { customerId } = await till.db.billing.get(entry.companyId)
  const found = await till.payments.findCharge({ key: paymentKeyOf(entry), ...(customerId && { customerId }) })
  if (!found) return till.now() - entry.at < GIVEN_UP_AFTER_MS ? { is: 'open' } : giveUp(till, entry, NEVER_MADE)
  switch (found.status) {
    case 'succeeded':
      if (found.amountCents !== entry.amountCents)
        throw new Error(`The payment ${found.id} is not the amount of ${entry.id}.`)
      return arrive(till, entry, found.id)
    case 'declined':
      return giveUp(till, entry, 'The card was declined.')
    case 'action':
      return takeBack(till, entry, found.id)
    case 'open':
      return { is: 'open' }
    default:
      return found.status satisfies never
  }
}

/** Resolves whatever was left pending. One that cannot be resolved now must not keep the others from it. */
export async function resolveAll(till: Till): Promise<{ settled: number; open: number; errors: unknown[] }> {
  const count: { settled: number; open: number; errors: unknown[] } = { settled: 0, open: 0, errors: [] }
  for (const entry of await till.db.ledger.listOpen(till.now() - LOOK_AFTER_MS)) {
    await resolve(till, entry).then(
      ({ is }) => void (is === 'open' ? count.open++ : count.settled++),
      (error) => void count.errors.push(error),
    )
  }
  return count
}

/** A payment that the provider reports. Its entry may be pending, or given up before the payment turned up. */
export async function paymentArrived(
  till: Till,
  ref: Pick<Entry, 'companyId' | 'id' | 'at'>,
  chargeId: string,
): Promise<Settled> {
  const entry = await till.db.ledger.findEntry(ref)
  if (!entry) throw new Error(`The payment ${chargeId} names an entry that is not there.`)
  return arrive(till, entry, chargeId)
}
