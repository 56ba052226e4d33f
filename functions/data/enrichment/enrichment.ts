// Files of addresses that are enriched: what was asked, how far each is, and what of it is paid.
import { randomUUID } from 'node:crypto'
import { Entity, Service } from 'electrodb'
import { MINUTE } from '#shared/dates.ts'
import {
  CONFIRM_ENRICHMENT_MS,
  chargedUntil,
  Enrichment,
  enrichmentStatuses,
  isOpenEnrichment,
  isUnpaidEnrichment,
} from '#shared/model/enrichment.ts'
import { unlessOwn, unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { transact, type Write } from '../wallet/items.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const words = { type: 'string' } as const

const schema = {
  model: model('enrichment'),
  attributes: {
    id: text,
    companyId: text,
    fileName: text,
    status: { type: enrichmentStatuses, required: true },
    information: { type: 'any', required: true },
    priceCentiCents: number,
    contentHash: words,
    totalRows: number,
    accepted: number,
    duplicates: number,
    rejected: number,
    page: number,
    matched: number,
    paysBy: words,
    amountCents: number,
    carriedCents: number,
    isTooSmall: { type: 'boolean' },
    carriedBy: words,
    pinnedAt: { type: 'number' },
    paidAt: { type: 'number' },
    reason: words,
    requestedBy: text,
    createdAt: number,
    updatedAt: number,
    resends: number,
    stamp: text,
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#ENRICHMENTS'), sk: key('sk', ['id'], '${id}') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const DUE = 'DUE#ENRICHMENTS'
/** So long nobody touches one before the timetable looks at it. */
const STILL_MS = 10 * MINUTE

const isToBeSeenTo = (row: Enrichment) => isOpenEnrichment(row) || isUnpaidEnrichment(row)

/** What is not paid is looked at once nobody may be charged for it any more. */
function dueAt(row: Enrichment): number {
  const again = row.updatedAt + (row.status === 'ready' ? CONFIRM_ENRICHMENT_MS : STILL_MS)
  return isUnpaidEnrichment(row) ? Math.max(again, chargedUntil(row)) : again
}
const dueKeys = (row: Enrichment) => (isToBeSeenTo(row) ? { dueAs: DUE, dueAt: `${at15(dueAt(row))}#${row.id}` } : {})
const toItem = (row: Enrichment) => withoutNulls({ ...row, ...dueKeys(row) })

export type EnrichmentRef = { companyId: string; id: string }
export type EnrichmentChanges = Partial<Omit<Enrichment, 'companyId' | 'id' | 'stamp'>>

export function enrichments(table: Table) {
  const entity = new Entity(schema, electro(table))
  const together = new Service({ row: entity })
  const listAll = async (companyId: string): Promise<Enrichment[]> => {
    const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
    return data.map((row) => Enrichment.parse(row))
  }
  /** Another one takes its place, unless somebody changed it since it was read. */
  const putAsSeen = (seen: Enrichment, changes: EnrichmentChanges): Write => ({
    Put: entity
      .put(toItem({ ...seen, ...changes, stamp: randomUUID() }))
      .where((item, { eq }) => eq(item.stamp, seen.stamp))
      .params<NonNullable<Write['Put']>>(),
  })
  /** For a transaction: it is over without money, and earlier ones that were to be charged with it wait for the next one again. */
  async function endingUnpaid(seen: Enrichment, reason: string, now: number): Promise<Write[]> {
    const carried =
      seen.carriedCents > 0 ? (await listAll(seen.companyId)).filter(({ carriedBy }) => carriedBy === seen.id) : []
    const end = { status: 'ended' as const, reason, isTooSmall: false, updatedAt: now }
    return [putAsSeen(seen, end), ...carried.map((each) => putAsSeen(each, { carriedBy: '' }))]
  }

  return {
    endingUnpaid,
    /** The same alone; false when somebody changed one of them since it was read. */
    async endUnpaid(seen: Enrichment, reason: string, now: number): Promise<boolean> {
      return (await transact(table, await endingUnpaid(seen, reason, now))) === undefined
    },
    async create(row: Omit<Enrichment, 'stamp'>): Promise<void> {
      await entity
        .create(toItem({ ...row, stamp: randomUUID() }))
        .go()
        .catch(unlessOwn)
    },
    async find({ companyId, id }: EnrichmentRef): Promise<Enrichment | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? Enrichment.parse(data) : undefined
    },
    /** The newest first. */
    async listRecent(companyId: string, limit: number): Promise<Enrichment[]> {
      const { data } = await entity.query.primary({ companyId }).go({ order: 'desc', limit, consistent: true })
      return data.map((row) => Enrichment.parse(row))
    },
    listAll,
    /** Those of all companies that something is to be done about, the longest waiting first. */
    async listDue(
      now: number,
      limit: number,
      cursor: string | null = null,
    ): Promise<{ rows: Enrichment[]; cursor: string | null }> {
      const { data, cursor: next } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now) })
        .go({ limit, cursor })
      return { rows: data.map((row) => Enrichment.parse(row)).filter(isToBeSeenTo), cursor: next }
    },
    /** Changes it as it was read; answers how it is then, or undefined when somebody changed it since. */
    async save(seen: Enrichment, changes: EnrichmentChanges, now: number): Promise<Enrichment | undefined> {
      const row = { ...seen, ...changes, updatedAt: now, stamp: randomUUID() }
      const isSaved = await entity
        .put(toItem(row))
        .where((item, { eq }) => eq(item.stamp, seen.stamp))
        .go()
        .then(() => true, unlessRefused)
      return isSaved ? row : undefined
    },
    /** The same, and earlier ones that are charged with it are marked so, each once, or nothing is written. */
    async saveCarrying(
      seen: Enrichment,
      changes: EnrichmentChanges,
      carried: readonly Enrichment[],
      now: number,
    ): Promise<Enrichment | undefined> {
      const row = { ...seen, ...changes, updatedAt: now, stamp: randomUUID() }
      const { canceled } = await whenFree(() =>
        together.transaction
          .write((to) => [
            to.row
              .put(toItem(row))
              .where((item, { eq }) => eq(item.stamp, seen.stamp))
              .commit(),
            ...carried.map((each) =>
              to.row
                .put(toItem({ ...each, carriedBy: row.id, stamp: randomUUID() }))
                .where((item, { eq }) => eq(item.stamp, each.stamp))
                .commit(),
            ),
          ])
          .go(),
      )
      return canceled ? undefined : row
    },
  }
}
