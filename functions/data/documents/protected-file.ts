import { Entity } from 'electrodb'
import { unlessOwn } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('protectedFile'),
  attributes: {
    companyId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    /** Where it lies in the file store, and the name that it is saved under. */
    fileKey: { type: 'string', required: true },
    fileName: { type: 'string', required: true },
    createdAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}'), sk: key('sk', ['id'], 'PFILE#${id}') } },
} as const

export type ProtectedFile = { companyId: string; id: string; fileKey: string; fileName: string; createdAt: number }

/** Files that are handed out only against the password of someone of their company. */
export function protectedFiles(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async create(file: ProtectedFile): Promise<void> {
      await entity.create(file).go().catch(unlessOwn)
    },
    async find(companyId: string, id: string): Promise<ProtectedFile | undefined> {
      const { data } = await entity.get({ companyId, id }).go()
      return data ?? undefined
    },
  }
}
