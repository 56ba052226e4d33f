// Long exclusion files of programs: how far each is. Its pieces are uploads like any other.
import { Entity, Service } from 'electrodb'
import { batchStatuses, ExclusionBatch, type endedBatchStatuses } from '#shared/model/exclusion-batch.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { limitEntity } from '../session/guard.ts'
import { type AwaitedLimits, awaitedFiles } from './awaited.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('exclusionBatch'),
  attributes: {
    id: text,
    companyId: text,
    scope: text,
    fileName: text,
    status: { type: batchStatuses, required: true },
    epoch: number,
    pieces: { type: 'number' },
    next: number,
    records: number,
    accepted: number,
    duplicates: number,
    rejected: number,
    reason: { type: 'string' },
    requestedBy: text,
    keyVersion: { type: 'number' },
    createdAt: number,
    /** Only while its file is awaited: the list of such, and its place there. */
    dueAs: { type: 'string' },
    dueAt: { type: 'string' },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#BATCHES'), sk: key('sk', ['id'], '${id}') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const AWAITED = 'DUE#BATCHES'
const placeAt = (at: number, id: string) => ({ dueAs: AWAITED, dueAt: `${at15(at)}#${id}` })
const ofAwaited = ['dueAs', 'dueAt'] as const

type Named = Pick<ExclusionBatch, 'companyId' | 'id'>
type Counts = Pick<ExclusionBatch, 'accepted' | 'duplicates' | 'rejected'>

export function exclusionBatches(table: Table) {
  const entity = new Entity(schema, electro(table))
  const both = new Service({ batch: entity, limit: limitEntity(table) })
  const awaited = awaitedFiles(table, 'awaited-batches')
  const rowOf = (batch: ExclusionBatch) => ({ ...withoutNulls(batch), ...placeAt(batch.createdAt, batch.id) })

  /** Whose file has not come yet, of those that were asked for since then; the ids of these begin with their time. */
  async function countAwaited(companyId: string, since: number): Promise<number> {
    const { data } = await entity.query
      .primary({ companyId })
      .where((row, { eq, gt }) => `${eq(row.status, 'waiting')} AND ${gt(row.createdAt, since)}`)
      .go({ pages: 'all', consistent: true })
    return data.length
  }

  return {
    /** False where as many files of the company are awaited as may be. */
    announce: (batch: ExclusionBatch, limits: AwaitedLimits): Promise<boolean> =>
      awaited.announce(
        batch,
        limits,
        (room) => both.transaction.write((to) => [awaited.take(to, room), to.batch.create(rowOf(batch)).commit()]).go(),
        countAwaited,
      ),
    /** Those of all companies whose file is awaited and that nobody looked after since then, longest ago first. */
    async listAwaited(
      since: number,
      limit: number,
      after: string | null = null,
    ): Promise<{ batches: ExclusionBatch[]; cursor: string | null }> {
      const { data, cursor } = await entity.query
        .due({ dueAs: AWAITED })
        .lt({ dueAt: at15(since) })
        .go({ limit, cursor: after })
      return { batches: data.map((row) => ExclusionBatch.parse(row)), cursor }
    },
    /** Somebody looks after it now. False where it is awaited no more. */
    async look({ companyId, id }: Named, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set(placeAt(now, id))
        .where((row, { eq }) => eq(row.status, 'waiting'))
        .go()
        .then(() => true, unlessRefused)
    },
    async find({ companyId, id }: Named): Promise<ExclusionBatch | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? ExclusionBatch.parse(data) : undefined
    },
    /** Of a company and its campaigns, the newest first; their ids begin with their time. Rows are few and small, and one answer holds them. */
    async list(
      companyId: string,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<ExclusionBatch[]> {
      const { query } = entity
      const rows = after === undefined ? query.primary({ companyId }) : query.primary({ companyId }).lt({ id: after })
      const { data } = await rows.go({ order: 'desc', limit, consistent: true })
      return data.map((row) => ExclusionBatch.parse(row))
    },
    /** The file was cut. Cut twice it is cut alike, and the first to say so counts. */
    async cut({ companyId, id }: Named, pieces: number, records: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ pieces, records, status: 'processing' })
        .remove([...ofAwaited])
        .where((row, { eq }) => eq(row.status, 'waiting'))
        .go()
        .then(() => true, unlessRefused)
    },
    /** Counts what became of a piece, once, however often it is told. */
    async count({ companyId, id }: Named, piece: number, counts: Counts): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ next: piece + 1 })
        .add(counts)
        .where(
          (row, { eq }) =>
            `${eq(row.next, piece)} AND (${eq(row.status, 'processing')} OR ${eq(row.status, 'cancelling')})`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** No further piece begins. Of a file that was not cut yet none did. Doing it again changes nothing; false where it has ended. */
    async cancel({ companyId, id }: Named): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ status: 'cancelling' })
        .remove([...ofAwaited])
        .where(
          (row, { eq }) =>
            `${eq(row.status, 'waiting')} OR ${eq(row.status, 'processing')} OR ${eq(row.status, 'cancelling')}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** Ends it, unless it has ended. */
    async end(
      { companyId, id }: Named,
      status: (typeof endedBatchStatuses)[number],
      reason: string | null = null,
    ): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ status, ...(reason !== null && { reason }) })
        .remove([...ofAwaited])
        .where(
          (row, { eq }) =>
            `${eq(row.status, 'waiting')} OR ${eq(row.status, 'processing')} OR ${eq(row.status, 'cancelling')}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
