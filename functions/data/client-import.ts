import { Entity } from 'electrodb'
import { ClientImport, type ImportCounts, importStatuses } from '#shared/model/client-import.ts'
import { unlessRefused } from './errors.ts'
import { electro, key, model, type Table, withoutNulls } from './table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('clientImport'),
  attributes: {
    id: text,
    companyId: text,
    fileName: text,
    status: { type: importStatuses, required: true },
    totalRows: number,
    currentRow: number,
    accepted: number,
    duplicates: number,
    rejected: number,
    reason: { type: 'string' },
    contentHash: { type: 'string' },
    requestedBy: text,
    createdAt: number,
    updatedAt: number,
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}#IMPORTS'), sk: key('sk', ['id'], '${id}') } },
} as const

const toImport = (row: Record<string, unknown>) => ClientImport.parse({ reason: null, contentHash: null, ...row })

/** Files of clients, newest last in the id. */
export function clientImports(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async create(row: ClientImport): Promise<void> {
      await entity.create(withoutNulls(row)).go()
    },
    async find(companyId: string, id: string): Promise<ClientImport | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? toImport(data) : undefined
    },
    async listRecent(companyId: string, limit: number): Promise<ClientImport[]> {
      const { data } = await entity.query.primary({ companyId }).go({ order: 'desc', limit, consistent: true })
      return data.map(toImport)
    },
    /** Takes it in hand with the file that was read; false when it is over, or when another file was read first. */
    async begin(companyId: string, id: string, contentHash: string, totalRows: number, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ status: 'running', contentHash, totalRows, updatedAt: now })
        .where((row, { eq, notExists }) => {
          const isOpen = `(${eq(row.status, 'waiting')} OR ${eq(row.status, 'running')})`
          return `${isOpen} AND (${notExists(row.contentHash)} OR ${eq(row.contentHash, contentHash)})`
        })
        .go()
        .then(() => true, unlessRefused)
    },
    /** Never goes back, whichever worker speaks last. */
    async advance(companyId: string, id: string, currentRow: number, now: number): Promise<void> {
      await entity
        .patch({ companyId, id })
        .set({ currentRow, updatedAt: now })
        .where((row, { eq, lt }) => `${eq(row.status, 'running')} AND ${lt(row.currentRow, currentRow)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Its counts, once and for all; false when it is over already. */
    async finish(companyId: string, id: string, counts: ImportCounts, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ ...counts, currentRow: counts.totalRows, status: 'done', updatedAt: now })
        .where((row, { eq }) => eq(row.status, 'running'))
        .go()
        .then(() => true, unlessRefused)
    },
    async fail(companyId: string, id: string, reason: string, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ status: 'failed', reason, updatedAt: now })
        .where((row, { eq }) => `${eq(row.status, 'waiting')} OR ${eq(row.status, 'running')}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
