// Sums of days of which reports are made: of a campaign, of all campaigns of an agency, of all agencies of a root. Each row was
// counted anew from the rows below it, so counting twice changes nothing, and a lost run is made good by the next one.
// `C#<owner>#DAYS#<what>` has the days that reports read; `C#<owner>#PARTS#<what>` holds what these sums are made of.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { DAY, dayIn, MINUTE } from '#shared/dates.ts'
import { addSums, type DaySums, packSums, type Sums } from '#shared/reports/sums.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

export const summed = ['FUNNEL', 'REVENUE', 'MARGIN'] as const
export type Summed = (typeof summed)[number]

const text = { type: 'string', required: true } as const
const what = { type: summed, required: true } as const
const sums = { type: 'any', required: true } as const
/** When it was read what the row says: an older count never follows a newer one. */
const countedAt = { type: 'number', required: true } as const

const daySchema = {
  model: model('daySums'),
  attributes: { owner: text, what, day: text, sums, countedAt },
  indexes: {
    primary: { pk: key('pk', ['owner', 'what'], 'C#${owner}#DAYS#${what}'), sk: key('sk', ['day'], '${day}') },
  },
} as const
const partSchema = {
  model: model('daySumsPart'),
  attributes: { owner: text, what, day: text, part: text, sums, countedAt, ttl: { type: 'number', required: true } },
  indexes: {
    primary: {
      pk: key('pk', ['owner', 'what'], 'C#${owner}#PARTS#${what}'),
      sk: key('sk', ['day', 'part'], '${day}#${part}'),
    },
  },
} as const
/** Something of the day changed: its sums are to be counted anew. */
const markSchema = {
  model: model('daySumsMark'),
  attributes: { owner: text, what, day: text, stamp: text, dueAs: text, dueAt: text },
  indexes: {
    primary: { pk: key('pk', ['owner', 'what'], 'C#${owner}#DAYS#${what}'), sk: key('sk', ['day'], 'DUE#${day}') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

/** So long after it was begun a change is made, or it never will be. */
export const SETTLED_MS = 10 * MINUTE
/** Parts are kept as long as their day may be counted anew: visits for some days, money as long as anything of it may go back. */
const PARTS_KEPT: Record<Summed, number> = { FUNNEL: 400 * DAY, REVENUE: 3660 * DAY, MARGIN: 3660 * DAY }
const forgottenAt = (of: Summed, day: string): number => Date.parse(`${day}T00:00:00Z`) + PARTS_KEPT[of]

export type Counted = { day: string; sums: Sums; countedAt: number }
export type DayMark = { owner: string; day: string; stamp: string }

/** Rows of a campaign lie at its client. */
export const campaignOwner = ({ companyId, id }: { companyId: string; id: string }) => `${companyId}#${id}`

const dueOf = (of: Summed) => `DUE#${of}`

export const markEntity = (table: Table) => new Entity(markSchema, electro(table))
/** What a mark is made of, for the transaction that changes something of the day. */
export const toMark = (of: Summed, owner: string, day: string, dueAt: number) => ({
  owner,
  what: of,
  day,
  stamp: randomUUID(),
  dueAs: dueOf(of),
  dueAt: `${at15(dueAt)}#${owner}#${day}`,
})

export function daySums(table: Table) {
  const days = new Entity(daySchema, electro(table))
  const parts = new Entity(partSchema, electro(table))
  const marks = markEntity(table)

  return {
    async save(of: Summed, owner: string, { day, sums: counted, countedAt: at }: Counted): Promise<void> {
      await days
        .put({ owner, what: of, day, sums: packSums(counted), countedAt: at })
        .where((row, { lte, notExists }) => `${notExists(row.countedAt)} OR ${lte(row.countedAt, at)}`)
        .go()
        .catch(unlessRefused)
    },
    /** What somebody below contributes to an owner's day. One whose parts are forgotten stays as it was. */
    async savePart(of: Summed, owner: string, part: string, { day, sums: counted, countedAt: at }: Counted) {
      if (at >= forgottenAt(of, day)) return
      const ttl = Math.ceil(forgottenAt(of, day) / 1000)
      await parts
        .put({ owner, what: of, day, part, sums: packSums(counted), countedAt: at, ttl })
        .where((row, { lte, notExists }) => `${notExists(row.countedAt)} OR ${lte(row.countedAt, at)}`)
        .go()
        .catch(unlessRefused)
    },
    /** Adds up the parts of an owner's day and keeps the sum; answers it. Of a day whose parts are forgotten it is the one that was kept. */
    async sumParts(of: Summed, owner: string, day: string, at: number): Promise<Counted> {
      if (at >= forgottenAt(of, day)) {
        const [kept] = await this.list(of, owner, day, day)
        return { day, sums: kept?.sums ?? {}, countedAt: at }
      }
      const { data } = await parts.query.primary({ owner, what: of, day }).go({ pages: 'all', consistent: true })
      // @NOTE a row holds what `packSums` made.
      const counted = { day, sums: addSums(data.map((row) => row.sums as Sums)), countedAt: at }
      await this.save(of, owner, counted)
      return counted
    },
    /** Days that have figures, the oldest first, both ends included. */
    async list(of: Summed, owner: string, from: string, to: string): Promise<DaySums[]> {
      const { data } = await days.query
        .primary({ owner, what: of })
        .between({ day: from }, { day: to })
        .go({ pages: 'all' })
      return data.map((row) => ({ day: row.day, sums: row.sums as Sums }))
    },
    /** What each part contributed to some days, both ends included, in no order. */
    async listParts(
      of: Summed,
      owner: string,
      from: string,
      to: string,
    ): Promise<{ part: string; day: string; sums: Sums }[]> {
      const { data } = await parts.query
        .primary({ owner, what: of })
        .between({ day: from, part: '' }, { day: to, part: '~' })
        .go({ pages: 'all' })
      return data.map((row) => ({ part: row.part, day: row.day, sums: row.sums as Sums }))
    },
    async mark(of: Summed, owner: string, day: string, dueAt: number): Promise<void> {
      await marks.put(toMark(of, owner, day, dueAt)).go()
    },
    /** Before something is written that an owner paid or got back at an instant (ms): its day is counted anew a while later. */
    async markRevenue({ companyId, at }: { companyId: string; at: number }, now: number): Promise<void> {
      await this.mark('REVENUE', companyId, dayIn('UTC', at), now + SETTLED_MS)
    },
    /** Days of all tenants that are to be counted anew at an instant (ms), the longest waiting first. */
    async listDue(of: Summed, at: number, limit: number): Promise<DayMark[]> {
      const { data } = await marks.query
        .due({ dueAs: dueOf(of) })
        .lt({ dueAt: at15(at + 1) })
        .go({ count: limit, pages: 'all' })
      return data.map(({ owner, day, stamp }) => ({ owner, day, stamp }))
    },
    /** It was counted. Where something changed since the mark was read, the mark stays. */
    async drop(of: Summed, { owner, day, stamp }: DayMark): Promise<void> {
      await marks
        .delete({ owner, what: of, day })
        .where((row, { eq }) => eq(row.stamp, stamp))
        .go()
        .catch(unlessRefused)
    },
  }
}
