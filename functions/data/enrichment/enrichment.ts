// Files of addresses that are enriched: what was asked, how far each is, and what of it is paid.
import { randomUUID } from 'node:crypto'
import { Entity, Service } from 'electrodb'
import { MINUTE } from '#shared/dates.ts'
import { CONFIRM_ENRICHMENT_MS, Enrichment, enrichmentStatuses, isOpenEnrichment } from '#shared/model/enrichment.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'

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

function dueKeys(row: Enrichment) {
  if (!isOpenEnrichment(row)) return {}
  const wait = row.status === 'ready' ? CONFIRM_ENRICHMENT_MS : STILL_MS
  return { dueAs: DUE, dueAt: `${at15(row.updatedAt + wait)}#${row.id}` }
}
const toItem = (row: Enrichment) => withoutNulls({ ...row, ...dueKeys(row) })

export type EnrichmentRef = { companyId: string; id: string }
export type EnrichmentChanges = Partial<Omit<Enrichment, 'companyId' | 'id' | 'stamp'>>

export function enrichments(table: Table) {
  const entity = new Entity(schema, electro(table))
  const together = new Service({ row: entity })
  return {
    async create(row: Omit<Enrichment, 'stamp'>): Promise<void> {
      await entity.create(toItem({ ...row, stamp: randomUUID() })).go()
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
    async listAll(companyId: string): Promise<Enrichment[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((row) => Enrichment.parse(row))
    },
    /** Open ones of all companies that something is to be done about, the longest waiting first. */
    async listDue(now: number, limit: number): Promise<Enrichment[]> {
      const { data } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now) })
        .go({ limit })
      return data.map((row) => Enrichment.parse(row)).filter(isOpenEnrichment)
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
