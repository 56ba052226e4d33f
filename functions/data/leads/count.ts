// How many leads a campaign has: one row for each of its days that is over; its meter has the present one, and all of them. An
// agency has a few rows for each day, so that its report and its minimum spend need not ask every campaign.
import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import type { BilledSums } from '#shared/money/margin.ts'
import { toMeter } from '../campaigns/meter.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { shortIdentifiers } from '../companies/list-schema.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const some = { type: 'number' } as const

/** @NOTE A day is one of the campaign's time zone at the instant of storing, so a campaign that has leads keeps its zone. */
export const countsSchema = {
  model: model('leadCount'),
  attributes: {
    companyId: text,
    campaignId: text,
    /** `YYYY-MM-DD`, which sorts before the meter of the same partition. */
    day: text,
    leads: number,
    /** What these leads were bought for, in hundredths of a cent. */
    wholesaleCentiCents: number,
    /** What they were sold for, likewise. */
    retailCentiCents: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#CNT#${campaignId}'),
      sk: key('sk', ['day'], '${day}'),
    },
  },
} as const

export const agencyCountEntity = (table: Table) => new Entity(agencyCountsSchema, electro(table))

/** Campaigns of an agency share this many rows of a day, so that their leads seldom meet at one. */
const SHARDS = 4
/** The one row of a day that nothing is added to any more, which these become (`day-fold.ts`). It sorts after them. */
export const WHOLE = 'all'
export const shardOf = (campaignId: string): string =>
  String((createHash('sha256').update(campaignId).digest()[0] ?? 0) % SHARDS)

/**
 * What all campaigns of an agency have, also those of clients that were deleted. Days are those of each campaign's zone, as
 * in its own rows, which the very transaction adds to that adds to these.
 */
export const agencyCountsSchema = {
  model: model('agencyCount'),
  attributes: {
    agencyId: text,
    day: text,
    shard: text,
    leads: number,
    wholesaleCentiCents: number,
    retailCentiCents: number,
    /** The leads of each product. */
    local: some,
    locator: some,
    enhance: some,
    b2b: some,
    /** What the leads of each product were sold and bought for; days of before this was counted have none. */
    localRetail: { ...some, field: 'lr' },
    localWholesale: { ...some, field: 'lw' },
    locatorRetail: { ...some, field: 'kr' },
    locatorWholesale: { ...some, field: 'kw' },
    enhanceRetail: { ...some, field: 'er' },
    enhanceWholesale: { ...some, field: 'ew' },
    b2bRetail: { ...some, field: 'br' },
    b2bWholesale: { ...some, field: 'bw' },
    /** What was given back on this day, of leads of this day or the one before. */
    creditedLeads: some,
    creditedWholesaleCentiCents: some,
    creditedRetailCentiCents: some,
    /** Wholesale of fees that were put on bills on this day (of the system's zone), in cents. */
    feeCents: some,
    /** What all bills of this day (of the system's zone) cost the agency, and what it asks its clients for itself, in cents. */
    costCents: some,
    byHandCents: some,
    /** Of the whole day: what it counts of rows that may still be there, by shard; up to which day that fold went; and how often it was written. */
    covers: { type: 'any' },
    foldedTo: { type: 'string' },
    version: some,
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#LEADDAYS'),
      sk: key('sk', ['day', 'shard'], '${day}#${shard}'),
    },
  },
} as const

/**
 * The days of all campaigns of a client that are over, by product: a day of a campaign joins them in the transaction that writes
 * its own row. `of`: the campaigns whose day is in it, by number, so that one whose meter was read before is not counted twice.
 */
const clientDaysSchema = {
  model: model('cd'),
  attributes: {
    companyId: { ...text, field: 'co' },
    day: { ...text, field: 'd' },
    line: { type: productLines, required: true, field: 'li' },
    leads: { ...number, field: 'n' },
    wholesaleCentiCents: { ...number, field: 'w' },
    retailCentiCents: { ...number, field: 'r' },
    of: { type: 'set', items: 'string' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#CLIENTDAYS'),
      sk: key('sk', ['day', 'line'], '${day}#${line}'),
    },
  },
} as const
export const clientDaysEntity = (table: Table) =>
  new Entity(clientDaysSchema, { ...electro(table), ...shortIdentifiers })

const figureNames = [
  ...(['leads', 'wholesaleCentiCents', 'retailCentiCents'] as const),
  ...productLines.flatMap((line) => [line, `${line}Retail`, `${line}Wholesale`] as const),
  ...(['creditedLeads', 'creditedWholesaleCentiCents', 'creditedRetailCentiCents'] as const),
  ...(['feeCents', 'costCents', 'byHandCents'] as const),
]
/** What rows of an agency's day count. */
export type AgencyFigures = Partial<Record<(typeof figureNames)[number], number>>
type Counting = Sums & AgencyFigures & { day: string; shard: string; covers?: unknown }

export const figuresOf = (row: AgencyFigures): AgencyFigures =>
  Object.fromEntries(figureNames.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
/** @NOTE the row of a whole day holds what `day-fold.ts` made of such figures. */
export const coversOf = (row: { covers?: unknown } | undefined) => (row?.covers ?? {}) as Record<string, AgencyFigures>
/** Adds figures, or with -1 takes them away. */
export function addFigures(to: AgencyFigures, figures: AgencyFigures, times: 1 | -1 = 1): AgencyFigures {
  const sum = { ...to }
  for (const name of figureNames) {
    const value = figures[name]
    if (value !== undefined) sum[name] = (sum[name] ?? 0) + times * value
  }
  return sum
}

/** Rows without what the row of their whole day counts of them already. */
function withoutCovered<Row extends Counting>(rows: readonly Row[]): Row[] {
  const wholes = new Map(rows.filter(({ shard }) => shard === WHOLE).map((row) => [row.day, coversOf(row)]))
  if (wholes.size === 0) return [...rows]
  return rows.map((row) => {
    const covered = row.shard === WHOLE ? undefined : wholes.get(row.day)?.[row.shard]
    return covered ? { ...row, ...addFigures(figuresOf(row), covered, -1) } : row
  })
}

export type Sums = { leads: number; wholesaleCentiCents: number; retailCentiCents: number }
export type DayCount = Sums & { day: string }
export type AgencySums = Sums & { feeCents: number; byLine: Record<ProductLine, number> }
/** A day of an agency. Without amounts where what its products brought was not kept apart then. */
export type AgencyDay = { day: string; leads: number } & Partial<Omit<Sums, 'leads'>>
type Owner = { companyId: string; id: string }
type LineKey = ProductLine | `${ProductLine}Retail` | `${ProductLine}Wholesale`
type AgencyRow = Sums & { day: string } & Partial<Record<LineKey, number>>

/** What a row of an agency's day counts besides for the product of some leads. */
export const sumsOfLine = (line: ProductLine, sums: Sums) => ({
  [line]: sums.leads,
  [`${line}Retail`]: sums.retailCentiCents,
  [`${line}Wholesale`]: sums.wholesaleCentiCents,
})

/** The part of a row that is one product's. Of a row whose products were not kept apart it is known where it has one alone. */
function partOf(row: AgencyRow, line: ProductLine): Omit<AgencyDay, 'day'> {
  const leads = row[line] ?? 0
  if (leads === 0) return { leads, retailCentiCents: 0, wholesaleCentiCents: 0 }
  if (leads === row.leads) return row
  const all = (of: 'Retail' | 'Wholesale') => productLines.reduce((sum, each) => sum + (row[`${each}${of}`] ?? 0), 0)
  if (all('Retail') !== row.retailCentiCents || all('Wholesale') !== row.wholesaleCentiCents) return { leads }
  return { leads, retailCentiCents: row[`${line}Retail`] ?? 0, wholesaleCentiCents: row[`${line}Wholesale`] ?? 0 }
}

const plus = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a + b)

function addDay(day: string, rows: readonly Omit<AgencyDay, 'day'>[]): AgencyDay {
  const sum = (of: (row: Omit<AgencyDay, 'day'>) => number | undefined) =>
    rows.reduce<number | undefined>((total, row) => plus(total, of(row)), 0)
  const retailCentiCents = sum((row) => row.retailCentiCents)
  const wholesaleCentiCents = sum((row) => row.wholesaleCentiCents)
  const leads = rows.reduce((total, row) => total + row.leads, 0)
  return retailCentiCents === undefined || wholesaleCentiCents === undefined
    ? { day, leads }
    : { day, leads, retailCentiCents, wholesaleCentiCents }
}

/** The day that a meter has reached, as its row will say it when it is over. */
export const presentDay = (meter: Meter): DayCount => ({
  day: meter.day,
  leads: meter.dayLeads,
  wholesaleCentiCents: meter.dayWholesaleCentiCents,
  retailCentiCents: meter.dayRetailCentiCents,
})

const sumsIn = ({ leads, wholesaleCentiCents, retailCentiCents }: Sums): Sums => ({
  leads,
  wholesaleCentiCents,
  retailCentiCents,
})

export function readCounts(table: Table) {
  const days = new Entity(countsSchema, electro(table))
  const agencies = agencyCountEntity(table)
  const clients = clientDaysEntity(table)
  const meters = meterEntity(table)

  async function findMeter({ companyId, id }: Owner, consistent = false): Promise<Meter | undefined> {
    const { data } = await meters.get({ companyId, campaignId: id }).go({ consistent })
    return data ? toMeter(data) : undefined
  }

  const daysOf = async (agencyId: string, from: string, to: string) =>
    withoutCovered(
      (
        await agencies.query
          .primary({ agencyId })
          .between({ day: from, shard: '0' }, { day: to, shard: WHOLE })
          .go({ pages: 'all' })
      ).data,
    )

  return {
    /** As it stands now with `consistent`; a look before something costs money may be a moment old. */
    findMeter,
    /** What all campaigns of an agency got in some days, both ends included. Amounts are without what was given back in them. */
    async sumOfAgency(agencyId: string, from: string, to: string): Promise<AgencySums> {
      const data = await daysOf(agencyId, from, to)
      const sum = (of: (row: (typeof data)[number]) => number | undefined) =>
        data.reduce((total, row) => total + (of(row) ?? 0), 0)
      return {
        leads: sum(({ leads }) => leads),
        wholesaleCentiCents: sum((row) => row.wholesaleCentiCents - (row.creditedWholesaleCentiCents ?? 0)),
        retailCentiCents: sum((row) => row.retailCentiCents - (row.creditedRetailCentiCents ?? 0)),
        feeCents: sum(({ feeCents }) => feeCents),
        byLine: {
          local: sum(({ local }) => local),
          locator: sum(({ locator }) => locator),
          enhance: sum(({ enhance }) => enhance),
          b2b: sum(({ b2b }) => b2b),
        },
      }
    },
    /** What the bills of all campaigns of an agency come to, by the day (of the system's zone) on which they were made, both ends included. */
    async billedByDay(agencyId: string, from: string, to: string): Promise<({ day: string } & BilledSums)[]> {
      return (await daysOf(agencyId, from, to)).map(({ day, costCents = 0, feeCents = 0, byHandCents = 0 }) => ({
        day,
        costCents,
        feeCents,
        byHandCents,
      }))
    },
    /** Days on which an agency has leads of one product (or of any), the oldest first, both ends included. Amounts are those of the leads. */
    async agencyByDay(agencyId: string, line: ProductLine | undefined, from: string, to: string): Promise<AgencyDay[]> {
      const byDay = Map.groupBy(await daysOf(agencyId, from, to), ({ day }) => day)
      return [...byDay]
        .map(([day, rows]) => addDay(day, line ? rows.map((row) => partOf(row, line)) : rows))
        .filter(({ leads }) => leads > 0)
    },
    /**
     * Days on which some campaigns of a client have leads, both ends included. `meters` are theirs, all of the client (or of one
     * product) that have any; they were read before, so a day that ends in between is found twice, and counted once.
     */
    async clientByDay(
      companyId: string,
      some: readonly { line: ProductLine; number: string; meter: Meter }[],
      { from, to, line }: { from: string; to: string; line: ProductLine | undefined },
    ): Promise<DayCount[]> {
      const { data } = await clients.query
        .primary({ companyId })
        .between({ day: from, line: 'b2b' }, { day: to, line: 'locator' })
        .go({ pages: 'all' })
      const over = data.filter((row) => !line || row.line === line)
      const counted = new Set(over.flatMap((row) => (row.of ?? []).map((number) => `${row.day}#${number}`)))
      const present = some
        .filter(({ number, meter }) => meter.day >= from && meter.day <= to && !counted.has(`${meter.day}#${number}`))
        .map(({ meter }) => presentDay(meter))
      return [...over.map((row) => ({ day: row.day, ...sumsIn(row) })), ...present]
    },
    /** Days of a client that are over and have leads, the oldest first, both ends included, with the campaigns of each by number. */
    async overOfClient(
      companyId: string,
      { from, to, line }: { from: string; to: string; line: ProductLine | undefined },
    ): Promise<{ day: string; of: readonly string[] }[]> {
      const { data } = await clients.query
        .primary({ companyId })
        .between({ day: from, line: 'b2b' }, { day: to, line: 'locator' })
        .go({ pages: 'all' })
      return data.filter((row) => !line || row.line === line).map(({ day, of = [] }) => ({ day, of: [...of] }))
    },
    /** The first day that an agency has leads of, of any product; undefined while it has none. */
    async firstDayOfAgency(agencyId: string): Promise<string | undefined> {
      const { data } = await agencies.query.primary({ agencyId }).go({ limit: 1 })
      const [row] = data
      if (!row || row.leads > 0) return row?.day
      // It began with a fee.
      const { data: more } = await agencies.query
        .primary({ agencyId })
        .where(({ leads }, { gt }) => gt(leads, 0))
        .go({ count: 1, pages: 'all' })
      return more[0]?.day
    },
    /** Days that have leads, from the newest to the oldest, both ends included. `read`: the meter, where it was read just now. */
    async countByDay(campaign: Owner, from: string, to: string, read?: Meter): Promise<DayCount[]> {
      // The meter first: a day that ends in between is then found twice, and not missed.
      const meter = read ?? (await findMeter(campaign))
      const { data } = await days.query
        .primary({ companyId: campaign.companyId, campaignId: campaign.id })
        .between({ day: from }, { day: to })
        .go({ order: 'desc', pages: 'all' })
      const over = data.map(({ day, leads, wholesaleCentiCents, retailCentiCents }) => ({
        day,
        leads,
        wholesaleCentiCents,
        retailCentiCents,
      }))
      const isWanted = meter && meter.day >= from && meter.day <= to && !over.some(({ day }) => day === meter.day)
      return isWanted
        ? [
            ...over.filter(({ day }) => day > meter.day),
            presentDay(meter),
            ...over.filter(({ day }) => day < meter.day),
          ]
        : over
    },
    /** What all leads of a campaign were bought for without those that were given back, in hundredths of a cent. */
    async wholesaleOf(campaign: Owner): Promise<number> {
      const meter = await findMeter(campaign, true)
      return meter ? meter.wholesaleCentiCents - meter.creditedWholesaleCentiCents : 0
    },
  }
}
