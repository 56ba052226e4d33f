// What a platform earned, by day: counted from the payments that ended on it, for each company that pays, and added up to its
// agency and to the root, and what clients brought their agency with it. A payment marks its day; the day is then counted anew, so that nothing is counted twice.
import { addDays, dayIn, daysIn } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { Entry } from '#shared/money/ledger.ts'
import {
  isEarned,
  type Revenue,
  revenueOf,
  toRevenue,
  type WalletUse,
  walletRevenueOf,
} from '#shared/reports/revenue.ts'
import { addSums, ofGroup, type Sums } from '#shared/reports/sums.ts'
import type { Db } from '../../data/index.ts'
import type { DayMark } from '../../data/reports/day-sums.ts'
import { COUNTS_AS_LEADS, INVOICE, PRODUCT, ROOT_COST } from '../billing/wallet-invoice.ts'
import { countCharged, touchedDays } from '../invoices/agency-margin.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Deps = { db: Db; now: () => number }

/** A day of UTC lies in two of any other zone. */
export const daysAround = (timeZone: string, utcDay: string) => {
  const start = Date.parse(`${utcDay}T00:00:00Z`)
  return [...new Set([dayIn(timeZone, start), dayIn(timeZone, Date.parse(`${addDays(utcDay, 1)}T00:00:00Z`) - 1)])]
}

/** `utcDays`: those that were marked. */
type Counted = {
  company: Company
  agencyId: string
  root: Company
  days: readonly string[]
  utcDays?: readonly string[]
}

/** What the payments of a company brought, by the day of the root on which they ended. */
function revenueByDay(
  payments: readonly Payment[],
  { kind }: Pick<Company, 'kind'>,
  timeZone: string,
): Map<string, Sums> {
  const paid = payments.flatMap((payment) =>
    isEarned(payment) && payment.endedAt !== null ? [{ payment, day: dayIn(timeZone, payment.endedAt) }] : [],
  )
  const payer = kind === 'client' ? 'client' : 'agency'
  return new Map(
    [...Map.groupBy(paid, ({ day }) => day)].map(([day, all]) => [
      day,
      addSums(all.map(({ payment }) => revenueOf(payment, payer))),
    ]),
  )
}

/**
 * What of an entry of a wallet counts: all that it paid beside invoices, which count as payments, and what came back into it. What came
 * back of an invoice its payment says, but for those of before payments did.
 */
function toUse({ kind, state, facts, amountCents }: Entry, payments: ReadonlyMap<string, Payment>): WalletUse[] {
  if (state !== 'posted') return []
  const [product, rootCents] = [facts[PRODUCT], Number(facts[ROOT_COST] ?? 0)]
  if (kind === 'charge') return INVOICE in facts ? [] : [{ kind: 'paid', product, amountCents, rootCents }]
  if (kind !== 'return') return []
  if (COUNTS_AS_LEADS in facts) return [{ kind: 'back', product, amountCents, rootCents: 0 }]
  const invoice = payments.get(facts[INVOICE] ?? '')
  return invoice?.refundedCents === 0
    ? [{ kind: 'back', product: Object.keys(invoice.earned ?? {})[0], amountCents, rootCents: 0 }]
    : []
}

/** The same of a Data Wallet, which pays leads and enrichments without an invoice: an entry brings what it moved on its own day. */
function walletByDay(entries: readonly Entry[], payments: readonly Payment[], timeZone: string): Map<string, Sums> {
  const byKey = new Map(payments.map((payment) => [payment.key, payment]))
  return new Map(
    [...Map.groupBy(entries, ({ at }) => dayIn(timeZone, at))].map(([day, all]) => [
      day,
      addSums(all.flatMap((entry) => toUse(entry, byKey)).map(walletRevenueOf)),
    ]),
  )
}

/** All that a company brought on some days of its root, by day. */
export async function earnedOn(
  db: Pick<Db, 'ledger'>,
  company: Pick<Company, 'id' | 'kind'>,
  payments: readonly Payment[],
  { timeZone, from, to }: { timeZone: string; from: string; to: string },
): Promise<Map<string, Sums>> {
  const { start, end } = daysIn(timeZone, from, to)
  const entries = company.kind === 'agency' ? await db.ledger.listEntries(company.id, start, end) : []
  const [paid, used] = [revenueByDay(payments, company, timeZone), walletByDay(entries, payments, timeZone)]
  return new Map(
    [...new Set([...paid.keys(), ...used.keys()])]
      .filter((day) => day >= from && day <= to)
      .map((day) => [day, addSums([paid.get(day) ?? {}, used.get(day) ?? {}])]),
  )
}

/** Answers the days of the agency whose margin was counted with it. */
export async function countCompany(
  { db, now }: Deps,
  { company, agencyId, root, days, utcDays = [] }: Counted,
): Promise<{ agencyId: string; days: string[] }> {
  const countedAt = now()
  const payments = await db.payment.list(company.id)
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)]
  const span = from && to ? { timeZone: root.timeZone, from, to } : undefined
  const earned = span ? await earnedOn(db, company, payments, span) : new Map<string, Sums>()
  for (const day of days)
    await db.daySums.savePart('REVENUE', agencyId, company.id, { day, sums: earned.get(day) ?? {}, countedAt })
  const touched = company.kind === 'client' ? touchedDays(payments, utcDays) : []
  await countCharged({ db, now: () => countedAt }, { id: company.id, agencyId }, payments, touched)
  return { agencyId, days: touched }
}

/** What is marked of a company; undefined of one that is not there, or that earns nothing. */
async function findMarked({ db }: Deps, owner: string, marks: readonly DayMark[]): Promise<Counted | undefined> {
  const company = await db.company.find(owner)
  const root = company && (await db.company.find(company.rootId))
  if (!company || !root || company.kind === 'root') return undefined
  const utcDays = marks.map(({ day }) => day)
  const days = [...new Set(utcDays.flatMap((day) => daysAround(root.timeZone, day)))]
  const agencyId = company.kind === 'client' ? (company.parentId ?? company.id) : company.id
  return { company, agencyId, root, days, utcDays }
}

/** Days of some owners, each named once. */
const daysBy = (counted: readonly Counted[], ownerOf: (one: Counted) => string) =>
  [...Map.groupBy(counted, ownerOf)].flatMap(([owner, all]) =>
    [...new Set(all.flatMap(({ days }) => days))].map((day) => ({ owner, day, root: all[0]?.root.id ?? owner })),
  )

/**
 * Counts anew the days that payments marked: of who paid, then of agencies, then of roots. Answers how many marks there were. A company
 * that cannot be counted keeps its marks, and no other one back: what was wrong with it is added to `errors`.
 */
export async function sumRevenue(deps: Deps, at: number, limit: number, errors: unknown[]): Promise<number> {
  const { db, now } = deps
  const due = await db.daySums.listDue('REVENUE', at, limit)
  const left = new Set<string>()
  const found = await mapConcurrent([...Map.groupBy(due, ({ owner }) => owner)], async ([owner, marks]) => {
    try {
      const one = await findMarked(deps, owner, marks)
      return one ? [{ ...one, margin: await countCompany(deps, one) }] : []
    } catch (error) {
      errors.push(new Error(`The revenue of ${owner} could not be counted.`, { cause: error }))
      left.add(owner)
      return []
    }
  })
  const counted = found.flat()
  const margins = counted.map(({ margin }) => margin)
  for (const [agencyId, all] of Map.groupBy(margins, (one) => one.agencyId))
    for (const day of new Set(all.flatMap(({ days }) => days)))
      await db.daySums.sumParts('MARGIN', agencyId, day, now())
  await mapConcurrent(
    daysBy(counted, ({ agencyId }) => agencyId),
    async ({ owner, day, root }) => {
      const sum = await db.daySums.sumParts('REVENUE', owner, day, now())
      await db.daySums.savePart('REVENUE', root, owner, sum)
    },
  )
  const ofRoots = daysBy(counted, ({ root }) => root.id)
  await mapConcurrent(ofRoots, ({ owner, day }) => db.daySums.sumParts('REVENUE', owner, day, now()))
  // Last: if the worker crashes before, all is counted again.
  const over = due.filter(({ owner }) => !left.has(owner))
  await mapConcurrent(over, (mark) => db.daySums.drop('REVENUE', mark))
  return due.length
}

/** What each agency of a root brought between two days. */
export async function listAgencyRevenue(
  db: Db,
  rootId: string,
  from: string,
  to: string,
): Promise<{ id: string; name: string; revenue: Revenue }[]> {
  const parts = Map.groupBy(await db.daySums.listParts('REVENUE', rootId, from, to), ({ part }) => part)
  return mapConcurrent([...parts], async ([id, all]) => {
    const agency = await db.company.find(id)
    const sums = addSums(all.map(({ sums: ofDay }) => ofDay))
    return { id, name: agency?.name ?? 'A removed agency', revenue: toRevenue(ofGroup(sums, 'all')) }
  })
}
