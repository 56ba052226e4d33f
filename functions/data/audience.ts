import { Entity } from 'electrodb'
import { Audience, audienceAreas } from '#shared/model/audience.ts'
import { productLines } from '#shared/model/company.ts'
import { unlessRefused } from './errors.ts'
import { electro, key, model, type Table } from './table.ts'

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

/** Saved audiences of a company; few, so they are read as one. */
export function audiences(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async list(companyId: string): Promise<Audience[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((row) => Audience.parse(row))
    },
    async create(audience: Audience): Promise<void> {
      await entity.create(audience).go()
    },
    /** False when there is no such audience. */
    async update({ companyId, id, ...rest }: Audience): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set(rest)
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
