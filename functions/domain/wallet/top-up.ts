// Spending from a Data Wallet and filling it: what is allowed stands in shared/money, what is written in functions/data, and this
// is the order in which both are asked.
import { createHash } from 'node:crypto'
import { conflict } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { type Cents, toDollars } from '#shared/money/cents.ts'
import { autoTopUpId, Entry, MOST_FACT_CHARACTERS, monthOf } from '#shared/money/ledger.ts'
import { planAutoTopUp, type Wallet } from '#shared/money/wallet.ts'
import type { Write } from '../../data/wallet/items.ts'
import type { Report } from '../lib/report-fault.ts'
import { chargeTopUp, findPayer, type PaymentDeps, resolveTopUp, type Settled } from './settle.ts'

/** `isTest`: the payment provider is one that moves no real money, and rows must say so. */
export type WalletDeps = PaymentDeps & { isTest: boolean; report: Report }

/** The words of an entry for credit that ran out. */
export const EXPIRY = {
  title: 'Unused credit expired',
  rule: 'Credit expires 12 months after it was bought. The oldest credit is used first.',
}

/** What it takes to move money inside the books alone. */
type Books = { db: Pick<PaymentDeps['db'], 'ledger'>; now: () => number }

/** The wallet as it is worth now: what has expired is taken off first, so no read ever shows it. */
export async function currentWallet({ db, now }: Books, companyId: string): Promise<Wallet> {
  for (let wallet = await db.ledger.get(companyId); ; wallet = await db.ledger.get(companyId)) {
    if (wallet.nextExpiresAt === null || wallet.nextExpiresAt > now()) return wallet
    await db.ledger.expireOldest(companyId, EXPIRY, now())
  }
}

/** `id` and `at` are facts (which leads, and when): the same spending always has the same. */
export type Spending = {
  companyId: string
  id: string
  amountCents: Cents
  at: number
  title: string
  rule: string
  facts: Record<string, string>
}

export type Spent = 'done' | 'already' | 'too-little'

/** The entry of a spending. */
export const chargeIdOf = (id: string) => `chg-${id}`

function toCharge({ id, ...spending }: Spending): Entry {
  if (spending.amountCents <= 0) throw new Error('Only an amount above zero is charged.')
  if (JSON.stringify(spending.facts).length > MOST_FACT_CHARACTERS)
    throw new Error('The facts of a charge are too long.')
  return Entry.parse({ ...spending, id: chargeIdOf(id), kind: 'charge', state: 'posted' })
}

/** Runs a write that needs money; where it is refused because credit has expired, that is taken off and it is tried once more. */
async function fromWallet(
  paymentDeps: Books,
  companyId: string,
  run: () => Promise<'done' | 'already' | 'refused'>,
): Promise<Spent> {
  for (;;) {
    const taken = await run()
    if (taken !== 'refused') return taken
    const { nextExpiresAt } = await paymentDeps.db.ledger.get(companyId)
    if (nextExpiresAt === null || nextExpiresAt > paymentDeps.now()) return 'too-little'
    await currentWallet(paymentDeps, companyId)
  }
}

/** The money is spent no matter what becomes of the top-up: its entry is in the books, or the schedule begins one. */
const fillUp = (deps: WalletDeps, companyId: string) =>
  topUpIfLow(deps, companyId).catch((error: unknown) => deps.report('a top-up did not begin', error))

/**
 * Takes money out of a wallet, all of it or nothing, and fills the wallet up again if that left too little. `beside` is written
 * with it, or neither.
 */
export async function spend(deps: WalletDeps, spending: Spending, beside: readonly Write[] = []): Promise<Spent> {
  const entry = toCharge(spending)
  const spent = await fromWallet(deps, entry.companyId, () => deps.db.ledger.charge(entry, deps.now(), beside))
  if (spent === 'done') await fillUp(deps, entry.companyId)
  return spent
}

type Reservation = { id: string; companyId: string; amountCents: Cents }

/** Sets money aside for work that is about to be done, such as the next hundred leads of a campaign. */
export const reserve = (paymentDeps: Books, reservation: Reservation): Promise<Spent> =>
  fromWallet(paymentDeps, reservation.companyId, () => paymentDeps.db.ledger.hold(reservation, paymentDeps.now()))

/** Ends a reservation: pays for what was used, gives the rest back. False when it was ended before. */
export async function endReservation(deps: WalletDeps, reservation: Reservation, used?: Spending): Promise<boolean> {
  const isFirst = await deps.db.ledger.release(reservation, used && toCharge(used), EXPIRY, deps.now())
  if (isFirst && used) await fillUp(deps, reservation.companyId)
  return isFirst
}

const titled = ({ isTest }: WalletDeps, title: string) => (isTest ? `${title} (test payment)` : title)

export type Order = {
  amountCents: Cents
  isCustom: boolean
  /** Automatic top-ups buy this amount from now on. */
  isKept?: boolean | undefined
  /** Whether they are stopped from now on; they stay as they are where it is not said. */
  isStopped?: boolean | undefined
  idempotencyKey: string
  person: string
}

/** Buys credit because somebody pressed the button. The same order again answers what became of the first. */
export async function orderTopUp(deps: WalletDeps, company: Pick<Company, 'id'>, order: Order): Promise<Settled> {
  const payer = await findPayer(deps, company.id)
  if (!payer) return { is: 'void', reason: 'There is no card on file. Save one under Card Setting first.' }
  const now = deps.now()
  const entry = Entry.parse({
    id: `top-${createHash('sha256').update(order.idempotencyKey).digest('base64url')}`,
    companyId: company.id,
    kind: 'topup',
    state: 'pending',
    amountCents: order.amountCents,
    at: now,
    title: titled(deps, 'Top-up'),
    rule: 'Somebody of your company charged the card on file.',
    facts: { 'Ordered by': order.person },
    origin: 'manual',
  })
  const begun = await deps.db.ledger.beginManual(entry, order, now)
  switch (begun.is) {
    case 'new':
      return chargeTopUp(deps, entry, payer)
    case 'already':
      if (begun.entry.amountCents !== order.amountCents) throw conflict('This order was made with another amount.')
      return resolveOrder(deps, begun.entry)
    case 'refused':
      return { is: 'void', reason: 'Topping up is switched off for this wallet.' }
    default:
      return begun satisfies never
  }
}

/** Ends a top-up as far as it goes, for the person who ordered it: after their bank asked them, or when they come back to it. */
export async function resolveOrder(deps: WalletDeps, entry: Entry): Promise<Settled> {
  if (entry.state === 'posted') return { is: 'posted' }
  if (entry.state === 'void') return { is: 'void', reason: entry.reason ?? '' }
  return resolveTopUp(deps, entry)
}

/** Buys credit because too little is left. However many ask at once, one of them does it. Undefined when there is no need. */
export async function topUpIfLow(deps: WalletDeps, companyId: string): Promise<Settled | undefined> {
  const wallet = await currentWallet(deps, companyId)
  const now = deps.now()
  const plan = planAutoTopUp(wallet, now, monthOf(now))
  if (!plan.isDue) return undefined
  const payer = await findPayer(deps, companyId)
  if (!payer) return undefined
  const entry = Entry.parse({
    id: autoTopUpId(wallet.lots, wallet.autoTries),
    companyId,
    kind: 'topup',
    state: 'pending',
    amountCents: plan.amountCents,
    at: now,
    title: titled(deps, 'Automatic top-up'),
    rule: 'The balance fell below 10% of the balance after the latest top-up, and automatic top-ups are on.',
    facts: {
      Balance: `$${toDollars(wallet.balanceCents)}`,
      'Balance after the latest top-up': `$${toDollars(wallet.lastBalanceCents)}`,
    },
    origin: 'auto',
  })
  const begun = await deps.db.ledger.beginAuto(entry, wallet)
  return begun.is === 'new' ? chargeTopUp(deps, entry, payer) : undefined
}
