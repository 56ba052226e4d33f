import { Entity } from 'electrodb'
import { type FileParts, LIST_FILE_KEPT_MS, ListFile, listFileStatuses } from '#shared/model/list-file.ts'
import { unlessOwn, unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('listFile'),
  attributes: {
    id: text,
    companyId: text,
    what: text,
    leads: { type: 'any' },
    start: text,
    end: text,
    status: { type: listFileStatuses, required: true },
    totalRows: number,
    currentRow: number,
    reason: { type: 'string' },
    requestedBy: text,
    createdAt: number,
    updatedAt: number,
    parts: { type: 'any' },
    step: { type: 'number' },
    round: { type: 'number' },
    ttl: number,
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}#FILES'), sk: key('sk', ['id'], '${id}') } },
} as const

type Ref = { companyId: string; id: string }
type Round = Pick<ListFile, 'round'>
const toFile = (row: Record<string, unknown>) => ListFile.parse({ reason: null, ...row })

/** Files of lists, newest last in the id. */
export function listFiles(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async create(file: ListFile): Promise<void> {
      await entity
        .create({ ...withoutNulls(file), ttl: Math.ceil((file.createdAt + LIST_FILE_KEPT_MS) / 1000) })
        .go()
        .catch(unlessOwn)
    },
    async find({ companyId, id }: Ref): Promise<ListFile | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? toFile(data) : undefined
    },
    async listRecent(companyId: string, limit: number): Promise<ListFile[]> {
      const { data } = await entity.query.primary({ companyId }).go({ order: 'desc', limit, consistent: true })
      return data.map(toFile)
    },
    /** All that are known. */
    async list(companyId: string): Promise<ListFile[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map(toFile)
    },
    /** Says how far the work is; another worker may begin anew after one that crashed. False when it is over. */
    async advance(ref: Ref, rows: { currentRow: number; totalRows: number }, now: number): Promise<boolean> {
      return entity
        .patch(ref)
        .set({ ...rows, status: 'running', updatedAt: now })
        .where(({ status }, { eq }) => `${eq(status, 'waiting')} OR ${eq(status, 'running')}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Keeps what was sent of the file, or forgets it; false where another worker did meanwhile, or it is over. */
    async keepParts(
      ref: Ref,
      { step, parts, totalRows }: { step: number; parts: FileParts | undefined; totalRows: number },
      now: number,
    ): Promise<boolean> {
      const currentRow = parts?.rows ?? 0
      const change = entity.patch(ref)
      return (parts ? change.set({ parts }) : change.remove(['parts']))
        .set({ step: step + 1, currentRow, totalRows, status: 'running', updatedAt: now })
        .where(
          (row, { eq, notExists }) =>
            `(${eq(row.status, 'waiting')} OR ${eq(row.status, 'running')}) AND ${step === 0 ? notExists(row.step) : eq(row.step, step)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** False where it is over, or was begun anew since it was read. */
    async finish({ companyId, id, round }: Ref & Round, rows: number, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ currentRow: rows, totalRows: rows, status: 'done', updatedAt: now })
        .where(
          (row, { eq, notExists }) =>
            `${eq(row.status, 'running')} AND ${round === undefined ? notExists(row.round) : eq(row.round, round)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** One that is being made is made from the first row on; what a worker does with it now is for nothing. False when it is over. */
    async beginAnew(ref: Ref, now: number): Promise<boolean> {
      return entity
        .patch(ref)
        .set({ status: 'waiting', currentRow: 0, updatedAt: now })
        .add({ round: 1, step: 1 })
        .remove(['parts'])
        .where(({ status }, { eq }) => `${eq(status, 'waiting')} OR ${eq(status, 'running')}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** One that was made is not there any more. */
    async takeBack(ref: Ref, reason: string, now: number): Promise<boolean> {
      return entity
        .patch(ref)
        .set({ status: 'failed', reason, updatedAt: now })
        .where(({ status }, { eq }) => eq(status, 'done'))
        .go()
        .then(() => true, unlessRefused)
    },
    async fail(ref: Ref, reason: string, now: number): Promise<boolean> {
      return entity
        .patch(ref)
        .set({ status: 'failed', reason, updatedAt: now })
        .where(({ status }, { eq }) => `${eq(status, 'waiting')} OR ${eq(status, 'running')}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
