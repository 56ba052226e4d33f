// Double entry: every movement is one entry that takes from one account what it gives to another, so all accounts together
// are always zero. An entry's amount and accounts never change; a pending one becomes posted or void, once.
import * as z from 'zod'
import { add, type Cents, Cents as CentsSchema, cents, minus, ZERO } from './cents.ts'

/**
 * `reversal`: credit is taken back because its payment went back. `restore`: it is given back because the money came again.
 * `return`: what was paid with it went back into the wallet, because it was not used.
 */
export const entryKinds = ['topup', 'charge', 'expiry', 'reversal', 'restore', 'return'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryStates = ['pending', 'posted', 'void'] as const

/** Why there is a top-up: a person asked for it, the balance fell, or a payment turned up that was given up before. */
export const origins = ['manual', 'auto', 'late'] as const
export type Origin = (typeof origins)[number]

/** Ids are made of facts (`topUpId` and its neighbours), so that doing something again finds what was done. */
const EntryId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)

export const Entry = z.object({
  id: EntryId,
  companyId: z.string(),
  kind: z.enum(entryKinds),
  state: z.enum(entryStates),
  amountCents: CentsSchema,
  /** When it happened. It is a fact like the id: the same entry always carries the same time. */
  at: z.number().int(),
  title: z.string().max(120),
  /** The rule that moved the money, as a sentence, and the facts that it was decided by. */
  rule: z.string().max(160),
  facts: z.record(z.string(), z.string()).default({}),
  origin: z.enum(origins).nullable().default(null),
  /** Number of the lot that a top-up or a restoration made, that ran out, or that a reversal took from. */
  lot: z.number().int().nullable().default(null),
  expiresAt: z.number().int().nullable().default(null),
  /** Why a payment did not come about, in words for the payer. */
  reason: z.string().nullable().default(null),
  settledAt: z.number().int().nullable().default(null),
  chargeId: z.string().nullable().default(null),
  /** Of a top-up: what of its payment went back at the provider. */
  returnedCents: CentsSchema.nullable().default(null),
  /** Of a reversal: what went back at the provider, and what of that had been spent and is owed. */
  goneCents: CentsSchema.nullable().default(null),
  owedCents: CentsSchema.nullable().default(null),
  /** Of a reversal whose money came again: when its credit was given back, and when what had been paid for the spent part was. */
  creditBackAt: z.number().int().nullable().default(null),
  owedBackAt: z.number().int().nullable().default(null),
})
export type Entry = z.output<typeof Entry>

/** What an entry costs in the table must stay one unit; facts are few and short. */
export const MOST_FACT_CHARACTERS = 300

/** The counter-accounts of a wallet: cash at the payment provider, what was earned, and what ran out unused. */
export const counterAccounts = {
  topup: 'cash',
  charge: 'earned',
  expiry: 'expired',
  reversal: 'cash',
  restore: 'cash',
  return: 'earned',
} as const satisfies Record<EntryKind, string>
export type CounterAccount = (typeof counterAccounts)[EntryKind]
export type Account = 'wallet' | CounterAccount

/** Whether an entry puts credit into its wallet, as a lot of its own. */
export const bringsCredit = ({ kind }: Pick<Entry, 'kind'>): boolean =>
  kind === 'topup' || kind === 'restore' || kind === 'return'
/** Whether an entry uses credit up from the front of the line, and so moves what has left the wallet. */
export const usesCredit = ({ kind }: Pick<Entry, 'kind'>): boolean => kind === 'charge' || kind === 'expiry'

/** Which account an entry takes from, and which it gives to. */
export function legsOf(entry: Pick<Entry, 'kind'>): { from: Account; to: Account } {
  const counter = counterAccounts[entry.kind]
  return bringsCredit(entry) ? { from: counter, to: 'wallet' } : { from: 'wallet', to: counter }
}

/** What an entry does to its wallet: more for credit that comes, less for all else, nothing unless it is posted. */
export function effectOf(entry: Pick<Entry, 'kind' | 'state' | 'amountCents'>): Cents {
  if (entry.state !== 'posted') return ZERO
  return bringsCredit(entry) ? entry.amountCents : minus(ZERO, entry.amountCents)
}

export type Books = Record<Account, Cents>

/** The balance of every account after these entries. The balances add up to zero, no matter what the entries are. */
export function booksOf(entries: readonly Pick<Entry, 'kind' | 'state' | 'amountCents'>[]): Books {
  const books: Books = { wallet: ZERO, cash: ZERO, earned: ZERO, expired: ZERO }
  for (const entry of entries) {
    if (entry.state !== 'posted') continue
    const { from, to } = legsOf(entry)
    books[from] = minus(books[from], entry.amountCents)
    books[to] = add(books[to], entry.amountCents)
  }
  return books
}

export const sumOf = (books: Books): Cents => cents(Object.values(books).reduce((sum: number, each) => sum + each, 0))

/** The month (UTC) whose partition an entry lies in. It follows from the entry's own time, never from the clock. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7).replace('-', '')
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

/** Ids of what the wallet does by itself. Each says which fact it follows from, so a second try finds the first. */
export const autoTopUpId = (lots: number, tries: number) => `auto-${lots + 1}-${tries + 1}`
export const lateTopUpId = (id: string) => `${id}-late`
export const expiryId = (lot: number) => `exp-${lot}`
export const returnedId = (holdId: string) => `exp-${holdId}`
/** `back`: the provider's id of the refund or the dispute by which money went back. */
export const reversalId = (back: string) => `rev-${back}`
/** `of`: the refund that it is a part of. */
export const paidBackId = (of: string) => `${PAID_BACK}${of}`
const PAID_BACK = 'ret-'
/** Whether an entry, by its id, brought back what had been paid with the wallet. */
export const isPaidBack = (id: string): boolean => id.startsWith(PAID_BACK)
export const restoreId = (reversal: string, part: 'credit' | 'owed') => `${reversal}-${part}`

/** The name of a payment at the payment provider, under which it is asked for at most once. A late entry is about the same payment. */
export const paymentKeyOf = ({ companyId, id }: Pick<Entry, 'companyId' | 'id'>) =>
  `wallet-${companyId}-${id.replace(/-late$/, '')}`
