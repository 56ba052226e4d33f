import { Entity } from 'electrodb'
import { unlessRefused } from './errors.ts'
import { electro, key, model, type Table } from './table.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('companyGroup'),
  attributes: { companyId: text, id: text, name: text, moduleId: { type: 'string' } },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#GROUPS'), sk: key('sk', ['id'], '${id}') },
  },
} as const

export type CompanyGroup = { companyId: string; id: string; name: string; moduleId: string }

/** The groups into which a company sorts its campaigns; few, so they are read as one. */
export function companyGroups(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async list(companyId: string): Promise<CompanyGroup[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all' })
      return data.map((group) => ({ ...group, moduleId: group.moduleId ?? '' }))
    },
    async create(group: CompanyGroup): Promise<void> {
      await entity.create(group).go()
    },
    /** False when there is no such group. */
    async update({ companyId, id, name, moduleId }: CompanyGroup): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ name, moduleId })
        .go()
        .then(() => true, unlessRefused)
    },
    async remove(companyId: string, id: string): Promise<boolean> {
      return entity
        .remove({ companyId, id })
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
