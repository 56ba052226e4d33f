import { Entity, Service } from 'electrodb'
import type { Counts } from '#shared/sign-in.ts'
import { changedAtOnce, isConditionFailure, unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'

const limitSchema = {
  model: model('limit'),
  attributes: {
    kind: { type: 'string', required: true },
    subject: { type: 'string', required: true },
    window: { type: 'number', required: true },
    count: { type: 'number', required: true },
    /** How often it was raised, where it is also lowered. */
    times: { type: 'number' },
    ttl: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['kind', 'subject', 'window'], 'L#${kind}#${subject}#${window}'),
      sk: key('sk', [], 'LIMIT'),
    },
  },
} as const

const onceSchema = {
  model: model('once'),
  attributes: {
    id: { type: 'string', required: true },
    by: { type: 'string' },
    ttl: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['id'], 'N#${id}'), sk: key('sk', [], 'ONCE') } },
} as const

export const limitEntity = (table: Table) => new Entity(limitSchema, electro(table))

/** So many events at once, of which a window takes no more than `most`. */
export type Reservation = {
  kind: string
  subject: string
  windowMs: number
  now: number
  count: number
  most: number
}

/** The key of a window's counter, and when it may be forgotten. */
export const limitOf = ({ kind, subject, windowMs, now }: Omit<Reservation, 'count' | 'most'>) => ({
  key: { kind, subject, window: Math.floor(now / windowMs) },
  ttl: Math.ceil((now + 2 * windowMs) / 1000),
})

async function both(counted: Promise<number>, earlier: Promise<number>): Promise<Counts> {
  const [now, before] = await Promise.all([counted, earlier])
  return { now, before }
}

/** Counters and marks that guard a door: rate limits by window, and things that may be seen once. */
export function guards(table: Table) {
  const limits = limitEntity(table)
  const marks = new Entity(onceSchema, electro(table))
  const together = new Service({ limit: limits })
  return {
    /** Counts one event and answers how many this window has seen, this one included. */
    async count(kind: string, subject: string, windowMs: number, now: number): Promise<number> {
      const window = Math.floor(now / windowMs)
      const { data } = await limits
        .upsert({ kind, subject, window, ttl: Math.ceil((now + 2 * windowMs) / 1000) })
        .add({ count: 1 })
        .go({ response: 'all_new' })
      return data.count ?? 1
    },
    /** The same, with what the window before has seen: who looks at both has limits that do not start anew by the clock. */
    slide(kind: string, subject: string, windowMs: number, now: number): Promise<Counts> {
      return both(this.count(kind, subject, windowMs, now), this.read(kind, subject, windowMs, now - windowMs))
    },
    /** What a limit that slides looks at, without counting anything. */
    readSliding(kind: string, subject: string, windowMs: number, now: number): Promise<Counts> {
      return both(this.read(kind, subject, windowMs, now), this.read(kind, subject, windowMs, now - windowMs))
    },
    /** Counts events all at once, or none of them where the window would hold more than it may. */
    async reserve(wanted: Reservation): Promise<boolean> {
      const { count, most } = wanted
      if (count > most) return false
      const { key: id, ttl } = limitOf(wanted)
      return limits
        .upsert({ ...id, ttl })
        .add({ count })
        .where((row, { lte, notExists }) => `${notExists(row.count)} OR ${lte(row.count, most - count)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** The same of several windows, all of them or none. Answers which of them holds no more; undefined where all was counted. */
    async reserveAll(wanted: readonly Reservation[]): Promise<number | undefined> {
      const { canceled, data } = await whenFree(() =>
        together.transaction
          .write(({ limit }) =>
            wanted.map((each) => {
              const { key: id, ttl } = limitOf(each)
              return limit
                .upsert({ ...id, ttl })
                .add({ count: each.count })
                .where(
                  (row, { lte, notExists }) => `${notExists(row.count)} OR ${lte(row.count, each.most - each.count)}`,
                )
                .commit()
            }),
          )
          .go(),
      )
      if (!canceled) return undefined
      const refused = (data as readonly { code: string }[]).findIndex(({ code }) => code === 'ConditionalCheckFailed')
      if (refused < 0) throw changedAtOnce()
      return refused
    },
    /** Takes one counted event back: it was none of those that the limit is about. */
    async uncount(kind: string, subject: string, windowMs: number, now: number): Promise<void> {
      const window = Math.floor(now / windowMs)
      await limits.patch({ kind, subject, window }).add({ count: -1 }).go().catch(unlessRefused)
    },
    async read(kind: string, subject: string, windowMs: number, now: number): Promise<number> {
      const { data } = await limits.get({ kind, subject, window: Math.floor(now / windowMs) }).go()
      return data?.count ?? 0
    },
    /** Begins a counter anew, also for a limit that slides. */
    async forget(kind: string, subject: string, windowMs: number, now: number): Promise<void> {
      const window = Math.floor(now / windowMs)
      await Promise.all([window, window - 1].map((each) => limits.delete({ kind, subject, window: each }).go()))
    },
    async isMarked(id: string): Promise<boolean> {
      const { data } = await marks.get({ id }).go({ consistent: true })
      return data !== null
    },
    /** True for the first that claims an id, however often it asks again; false for all others. */
    async claim(id: string, by: string, keepMs: number, now: number): Promise<boolean> {
      const ttl = Math.ceil((now + keepMs) / 1000)
      return marks
        .put({ id, by, ttl })
        .where((row, { eq, notExists }) => `${notExists(row.id)} OR ${eq(row.by, by)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** True once in each stretch of time, counted from the last that was let through; false for all that come within it. */
    async every(id: string, stretchMs: number, now: number): Promise<boolean> {
      return marks
        .put({ id, ttl: Math.ceil((now + stretchMs) / 1000) })
        .where((row, { lte, notExists }) => `${notExists(row.id)} OR ${lte(row.ttl, Math.floor(now / 1000))}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** True the first time an id is shown, false ever after (until it is forgotten, `keepMs` later). */
    async once(id: string, keepMs: number, now: number): Promise<boolean> {
      try {
        await marks.create({ id, ttl: Math.ceil((now + keepMs) / 1000) }).go()
        return true
      } catch (error) {
        if (isConditionFailure(error)) return false
        throw error
      }
    },
  }
}
