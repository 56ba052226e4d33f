// A wallet as its owners read it: balances, a month's rows, and why each of them is there.
import type * as z from 'zod'
import { isBetaCompany, notInBeta, takesPart } from '#shared/access/beta.ts'
import type * as contract from '#shared/contracts/wallet/calls.ts'
import { dayIn } from '#shared/dates.ts'
import { AppError, invalid, refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import { type Cents, cents } from '#shared/money/cents.ts'
import {
  type Account,
  bringsCredit,
  type Entry,
  isPaidBack,
  legsOf,
  monthOf,
  usesCredit,
} from '#shared/money/ledger.ts'
import { usedLots } from '#shared/money/lots.ts'
import { monthIn, newestFirst, type StatementRow, toRow } from '#shared/money/statement.ts'
import type { Db } from '../../data/index.ts'
import { walletSeenBy } from '../../data/settings/betas.ts'
import { holdNumberOf } from '../../domain/billing/holds.ts'
import { CAMPAIGN, COUNTS_AS_LEADS, INVOICE, PRODUCT, ROOT_COST } from '../../domain/billing/wallet-invoice.ts'
import { leadsOfHold, type Source } from '../../domain/invoices/leads-of-hold.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import type { PaymentDeps, Settled } from '../../domain/wallet/settle.ts'
import { currentWallet } from '../../domain/wallet/top-up.ts'

type Deps = Pick<PaymentDeps, 'now'> & { db: Db }

/**
 * A wallet is its agency's alone: not its clients', and those above look at it through view mode. While it is tried out, who does not take
 * part has none, unless they used it before.
 */
export async function mustOwn(db: Db, actor: UserActor, company: Company): Promise<void> {
  if (company.id !== actor.companyId || company.kind !== 'agency') throw refused('You may not reach this account.')
  const beta = await walletSeenBy(db, company)
  if (!takesPart(beta, isBetaCompany(company)) && !beta.isKept) throw refused(notInBeta.dataWallet)
}

/** Whole cents divided by a hundred: JSON writes it with two decimals at most, and every reader gets the same cents back. */
export const toWireAmount = (amount: Cents): number => amount / 100
const iso = (at: number) => new Date(at).toISOString()

/** An entry where people and programs name one: the month that it lies in, and its id. */
const transactionId = (at: number, id: string) => `${monthOf(at)}-${id}`
export const transactionPlace = (text: string) => ({ month: text.slice(0, 6), id: text.slice(7) })
export const findTransaction = ({ db }: Pick<Deps, 'db'>, companyId: string, text: string) => {
  const { month, id } = transactionPlace(text)
  return db.ledger.findEntryInMonth(companyId, month, id)
}

export const toTransaction = ({ id, title, createdAt, expiredAt, amountCents, type, isPending }: StatementRow) => ({
  id: transactionId(createdAt, id),
  title,
  created_at: iso(createdAt),
  expired_at: expiredAt === null ? null : iso(expiredAt),
  amount: toWireAmount(amountCents),
  transaction_type: type,
  ...(isPending && { pending: true as const }),
})

const UNCERTAIN =
  'The payment provider has not answered yet. Please do not pay again: within five minutes this shows in your transactions as paid or failed.'

/** What became of an order, as its screen is told: paid, the next step, or the sentence that says why not. */
export function answerSettled(settled: Settled, publicKey: string): z.input<typeof contract.charge.output> {
  switch (settled.is) {
    case 'posted':
      return { result: 'success', message: 'Your Data Wallet has been topped up.' }
    case 'action': {
      const { clientSecret: client_secret, entry } = settled
      const confirmation = { transaction_id: transactionId(entry.at, entry.id), client_secret, public_key: publicKey }
      return { result: 'action', message: 'Your bank asks you to confirm this payment.', confirmation }
    }
    case 'void':
      throw invalid({ amount: settled.reason })
    case 'open':
      throw new AppError('unavailable', UNCERTAIN, { cause: settled.cause })
    default:
      return settled satisfies never
  }
}

/** The same for the audit log. */
/** A top-up that did not come to be is an attempt. */
export const toldOf = ({ is }: Settled): string => (is === 'void' ? 'Tried a top-up' : 'Ordered a top-up')

export const outcomeOf = ({ is }: Settled): string =>
  ({ posted: 'paid', void: 'failed', open: 'not certain yet', action: 'waits for the bank' })[is]

/** Rows of a month with what has expired by now, newest first. */
export async function statementOf(deps: Deps, company: Company, month?: string): Promise<StatementRow[]> {
  await currentWallet(deps, company.id)
  return rowsOf(deps, company, month)
}

/** Rows of a month as they are written. Months are those of the company's time zone. */
export async function rowsOf(deps: Deps, company: Company, month?: string): Promise<StatementRow[]> {
  const asked = month ?? dayIn(company.timeZone, deps.now()).slice(0, 7)
  const { start, end } = monthIn(company.timeZone, asked)
  const entries = await deps.db.ledger.listEntries(company.id, start, end)
  return entries.sort(newestFirst).map(toRow)
}

const accountNames: Record<Account, string> = {
  wallet: 'Your Data Wallet',
  cash: 'Your card',
  earned: 'The platform',
  expired: 'Expired credit',
}

const startOfNextMonth = (at: number) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1)

/**
 * Which credit an entry used: what has left the wallet by now, less what left since, is what had left before it. Of its own month
 * the entries say how much left since, of the time after it two sums a day, however many entries there were.
 */
async function lotsOf({ db, now }: Deps, entry: Entry) {
  if (entry.state !== 'posted') return []
  const wallet = await db.ledger.get(entry.companyId)
  const lots = await db.ledger.listLots(entry.companyId, 0, wallet)
  if (bringsCredit(entry) || entry.kind === 'reversal')
    return lots.filter(({ number }) => number === entry.lot).map((lot) => ({ lot, amountCents: entry.amountCents }))
  const { outCents, reservedCents } = wallet
  const nextMonth = startOfNextMonth(entry.at)
  const [inMonth, later] = await Promise.all([
    db.ledger.listEntries(entry.companyId, entry.at, nextMonth),
    db.ledger.outOnDays(entry.companyId, nextMonth, now()),
  ])
  const since = inMonth.filter((other) => usesCredit(other) && newestFirst(other, entry) <= 0)
  // The sums of a day are less what was paid back on it, which never came back to the credit that it had been paid with.
  const back = lots.filter(({ entryId, boughtAt }) => isPaidBack(entryId) && boughtAt >= nextMonth)
  const left = [...since, ...back].reduce<number>((sum, { amountCents }) => sum + amountCents, later)
  const before = outCents - reservedCents - left
  return usedLots(lots, cents(Math.max(0, before)), entry.amountCents)
}

/** Where the leads are found that an entry paid ahead; undefined for one that paid none. */
export async function leadsPaidBy(db: Db, entry: Entry): Promise<Source | undefined> {
  const campaignId = entry.facts[COUNTS_AS_LEADS]
  const number = campaignId && holdNumberOf(entry, campaignId)
  const campaign = campaignId && number ? await db.campaign.findById(campaignId) : undefined
  return campaign && number && campaign.agencyId === entry.companyId
    ? leadsOfHold(campaign, number, entry.at)
    : undefined
}

/** A sum is for a hundred leads; at a price that fell meanwhile it is for more. */
const MOST_COUNTED = 10_000

/** How many leads an entry paid at each price, in hundredths of a cent, the dearest first. */
async function countPaid(db: Db, entry: Entry): Promise<[centiCents: number, count: number][]> {
  const source = await leadsPaidBy(db, entry)
  if (!source) return []
  const { found } = await db.lead.listPicked(source.campaign, source.span, source, {
    limit: MOST_COUNTED,
    most: MOST_COUNTED,
  })
  const counts = new Map<number, number>()
  for (const { wholesaleCentiCents: price = 0 } of found) counts.set(price, (counts.get(price) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => b - a)
}

/** Facts that are told as what they name, or to nobody. */
const named = [INVOICE, CAMPAIGN, COUNTS_AS_LEADS, PRODUCT, ROOT_COST]

export async function explainEntry(deps: Deps, entry: Entry): Promise<z.input<typeof contract.explain.output>> {
  const { from, to } = legsOf(entry)
  const [lots, paid] = await Promise.all([lotsOf(deps, entry), countPaid(deps.db, entry)])
  const key = entry.facts[INVOICE]
  return {
    rule: entry.rule,
    campaign_number: entry.facts[CAMPAIGN] ?? '',
    leads: paid.map(([centiCents, count]) => ({ count, price: centiCents / 10_000 })),
    invoice_number: key ? invoiceNumber({ companyId: entry.companyId, key }) : '',
    // The table keeps them in no order.
    facts: Object.entries(entry.facts)
      .filter(([label]) => !named.includes(label))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, value]) => ({ label, value })),
    from: accountNames[from],
    to: accountNames[to],
    lots: lots.map(({ lot, amountCents }) => ({
      number: lot.number,
      bought_at: iso(lot.boughtAt),
      expired_at: iso(lot.expiresAt),
      amount: toWireAmount(amountCents),
    })),
  }
}
