import { Entity, Service } from 'electrodb'
import { Audience, audienceAreas } from '#shared/model/audience.ts'
import { productLines } from '#shared/model/company.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { freeName, type Named, nameKeyOf, takeName, uniqueNameEntity } from '../lib/unique-name.ts'
import { whenFree } from '../lib/when-free.ts'
import { findRefused } from '../tenancy/tree.ts'

const text = { type: 'string', required: true } as const
const list = { type: 'list', items: { type: 'string' }, required: true } as const

const schema = {
  model: model('audience'),
  attributes: {
    id: text,
    companyId: text,
    name: text,
    line: { type: productLines, required: true },
    keywords: list,
    area: { type: audienceAreas, required: true },
    places: list,
    updatedAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}#AUDIENCES'), sk: key('sk', ['id'], '${id}') } },
} as const

/** An area has its places with it: which of them it has says neither alone. */
function differing(before: Audience, { area, places, ...rest }: Omit<Audience, 'id' | 'companyId'>) {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const { line, keywords, name, updatedAt } = rest
  return {
    updatedAt,
    ...(name !== before.name && { name }),
    ...(line !== before.line && { line }),
    ...(!isSame(keywords, before.keywords) && { keywords }),
    ...(!isSame([area, places], [before.area, before.places]) && { area, places }),
  }
}

/** Saved audiences of a company; few, so they are read as one. Each has a name of its own. */
export function audiences(table: Table) {
  const entity = new Entity(schema, electro(table))
  const both = new Service({ audience: entity, name: uniqueNameEntity(table) })
  type Whose = Pick<Audience, 'companyId' | 'id' | 'name'>
  const nameOf = ({ companyId, name }: Whose) => ({ companyId, kind: 'audience', nameKey: nameKeyOf(name) }) as const
  return {
    async list(companyId: string): Promise<Audience[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((row) => Audience.parse(row))
    },
    /** False when another audience has the name. */
    async create(audience: Audience): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [takeName(to, nameOf(audience), audience.id), to.audience.create(audience).commit()])
          .go(),
      )
      return !canceled
    },
    /**
     * Writes what differs, so that what somebody else changed since stays. Nothing is changed when another audience has the name, or
     * when this one is not called what it was when it was read.
     */
    async update(before: Audience, { companyId, id, ...rest }: Audience): Promise<Named> {
      const next = { companyId, id, name: rest.name }
      const isMoved = nameOf(before).nameKey !== nameOf(next).nameKey
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            takeName(to, nameOf(next), id),
            to.audience
              .patch({ companyId, id })
              .set(differing(before, rest))
              .where((row, { eq }) => eq(row.name, before.name))
              .commit(),
            ...(isMoved ? [freeName(to, nameOf(before), id)] : []),
          ])
          .go(),
      )
      if (!canceled) return 'changed'
      return findRefused(data, 1) === 0 ? 'name_taken' : 'gone'
    },
    /** False when it is gone, or not called what it was when it was read. */
    async remove(audience: Whose): Promise<boolean> {
      const { companyId, id, name } = audience
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.audience
              .remove({ companyId, id })
              .where((row, { eq }) => eq(row.name, name))
              .commit(),
            freeName(to, nameOf(audience), audience.id),
          ])
          .go(),
      )
      return !canceled
    },
  }
}
