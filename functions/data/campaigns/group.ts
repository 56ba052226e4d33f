import { Entity, Service } from 'electrodb'
import { electro, key, model, type Table } from '../lib/table.ts'
import { freeName, type Named, nameKeyOf, takeName, uniqueNameEntity } from '../lib/unique-name.ts'
import { whenFree } from '../lib/when-free.ts'
import { findRefused } from '../tenancy/tree.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('companyGroup'),
  attributes: { companyId: text, id: text, name: text, moduleId: { type: 'string' } },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#GROUPS'), sk: key('sk', ['id'], '${id}') },
  },
} as const

export type CompanyGroup = { companyId: string; id: string; name: string; moduleId: string }

/** The groups into which a company sorts its campaigns; few, so they are read as one. A name is unique in its product. */
export function companyGroups(table: Table) {
  const entity = new Entity(schema, electro(table))
  const both = new Service({ group: entity, name: uniqueNameEntity(table) })
  const nameOf = ({ companyId, name, moduleId }: CompanyGroup) =>
    ({ companyId, kind: 'group', nameKey: nameKeyOf(name, moduleId) }) as const
  return {
    async list(companyId: string): Promise<CompanyGroup[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((group) => ({ ...group, moduleId: group.moduleId ?? '' }))
    },
    /** False when another group has the name. */
    async create(group: CompanyGroup): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        both.transaction.write((to) => [takeName(to, nameOf(group), group.id), to.group.create(group).commit()]).go(),
      )
      return !canceled
    },
    /** Nothing is changed when another group has the name, or when this one is not what it was when it was read. */
    async update(before: CompanyGroup, { name, moduleId }: Pick<CompanyGroup, 'name' | 'moduleId'>): Promise<Named> {
      const { companyId, id } = before
      const next = { companyId, id, name, moduleId }
      const isMoved = nameOf(before).nameKey !== nameOf(next).nameKey
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            takeName(to, nameOf(next), id),
            to.group
              .patch({ companyId, id })
              .set({ name, moduleId })
              .where((row, { eq }) => eq(row.name, before.name))
              .commit(),
            ...(isMoved ? [freeName(to, nameOf(before), id)] : []),
          ])
          .go(),
      )
      if (!canceled) return 'changed'
      return findRefused(data, 1) === 0 ? 'name_taken' : 'gone'
    },
    /** False when it is gone, or not what it was when it was read. */
    async remove(group: CompanyGroup): Promise<boolean> {
      const { companyId, id, name } = group
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.group
              .remove({ companyId, id })
              .where((row, { eq }) => eq(row.name, name))
              .commit(),
            freeName(to, nameOf(group), group.id),
          ])
          .go(),
      )
      return !canceled
    },
  }
}
