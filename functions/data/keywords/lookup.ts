// Counts of keywords: the rows that a company's table shows, which one a campaign waits for, and what is known of a question.
import { Entity, Service } from 'electrodb'
import { COUNT_KNOWN_MS, COUNT_LEASE_MS, Lookup, MOST_LOOKUPS, storedStatuses } from '#shared/model/lookup.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const list = { type: 'list', items: { type: 'string' }, required: true } as const

const lookupSchema = {
  model: model('lookup'),
  attributes: {
    id: text,
    companyId: text,
    campaignId: text,
    line: text,
    keyword: text,
    isNational: { type: 'boolean', required: true },
    states: list,
    cities: list,
    zipCodes: list,
    question: text,
    status: { type: storedStatuses, required: true },
    count: { type: 'number' },
    countWithoutGeo: { type: 'number' },
    apiVersion: number,
    requestedBy: text,
    createdAt: number,
    askedAt: number,
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}#LOOKUPS'), sk: key('sk', ['id'], '${id}') } },
} as const

/** Which count of a campaign is under way. It holds for its time, so that a lost one keeps nobody away for ever. */
const runSchema = {
  model: model('lookupRun'),
  attributes: { companyId: text, campaignId: text, lookupId: text, until: number },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#LOOKUP_RUNS'),
      sk: key('sk', ['campaignId'], 'RUN#${campaignId}'),
    },
  },
} as const

const knownSchema = {
  model: model('knownCount'),
  attributes: { companyId: text, question: text, people: number, countedAt: number, ttl: number },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#KNOWN_COUNTS'),
      sk: key('sk', ['question'], '${question}'),
    },
  },
} as const

type Known = { companyId: string; question: string; people: number; countedAt: number }
const toKnown = (known: Known) => ({ ...known, ttl: Math.ceil((known.countedAt + COUNT_KNOWN_MS) / 1000) })

export type LookupRef = { companyId: string; id: string }
export type CountEnd =
  | { status: 'done'; count: number; countWithoutGeo: number | null; countedAt: number }
  | { status: 'error' }

export function lookups(table: Table) {
  const entity = new Entity(lookupSchema, electro(table))
  const known = new Entity(knownSchema, electro(table))
  const both = new Service({ lookup: entity, run: new Entity(runSchema, electro(table)), known })

  return {
    /** All of a company, as they stand now: at most a thousand. */
    async list(companyId: string): Promise<Lookup[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((row) => Lookup.parse(row))
    },
    async find({ companyId, id }: LookupRef): Promise<Lookup | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? Lookup.parse(data) : undefined
    },
    /**
     * Writes a count that begins, and takes the campaign's turn for it. `before` is the row that is tried again, as it was read.
     * False when another count has the turn, or the row was changed since.
     */
    async begin(lookup: Lookup, before: Lookup | undefined): Promise<boolean> {
      const { companyId, campaignId, askedAt } = lookup
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.lookup
              .put(withoutNulls(lookup))
              .where((row, { eq, notExists }) =>
                before ? `${eq(row.askedAt, before.askedAt)} AND ${eq(row.status, before.status)}` : notExists(row.id),
              )
              .commit(),
            to.run
              .put({ companyId, campaignId, lookupId: lookup.id, until: askedAt + COUNT_LEASE_MS })
              .where((row, { lte, notExists }) => `${notExists(row.lookupId)} OR ${lte(row.until, askedAt)}`)
              .commit(),
          ])
          .go(),
      )
      return !canceled
    },
    /** Ends a count as it was begun, gives the turn back, and keeps what is known; false when it has ended, or was begun anew. */
    async end({ companyId, id, campaignId, askedAt, question }: Lookup, end: CountEnd): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.lookup
              .patch({ companyId, id })
              .set(
                end.status === 'error'
                  ? { status: 'error' }
                  : withoutNulls({ status: 'done' as const, count: end.count, countWithoutGeo: end.countWithoutGeo }),
              )
              .where((row, { eq }) => `${eq(row.status, 'pending')} AND ${eq(row.askedAt, askedAt)}`)
              .commit(),
            to.run
              .delete({ companyId, campaignId })
              .where((row, { eq, notExists }) => `${notExists(row.lookupId)} OR ${eq(row.lookupId, id)}`)
              .commit(),
            ...(end.status === 'done'
              ? [to.known.put(toKnown({ companyId, question, people: end.count, countedAt: end.countedAt })).commit()]
              : []),
          ])
          .go(),
      )
      return !canceled
    },
    /** How many people a question had when it was counted last. */
    async findKnown(companyId: string, question: string): Promise<{ people: number; countedAt: number } | undefined> {
      const { data } = await known.get({ companyId, question }).go()
      return data ?? undefined
    },
    /** Takes away what a company has too many of, the oldest first. */
    async prune(companyId: string, all: readonly Lookup[]): Promise<void> {
      const ended = all.filter(({ status }) => status !== 'pending').toSorted((a, b) => a.createdAt - b.createdAt)
      const tooMany = ended.slice(0, Math.max(0, all.length - MOST_LOOKUPS))
      if (tooMany.length > 0) await entity.delete(tooMany.map(({ id }) => ({ companyId, id }))).go()
    },
  }
}
