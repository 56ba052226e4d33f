// What webhooks are still to be told beside leads, written with what happened: so that nothing is forgotten between the two.
import { Entity } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { Happening, type Told } from '#shared/model/happening.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('happening'),
  attributes: {
    companyId: text,
    campaignId: text,
    id: text,
    at: { type: 'number', required: true },
    happening: { type: 'any', required: true },
    dueAs: text,
    dueAt: text,
    ttl: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#HAPPENINGS'), sk: key('sk', ['id'], '${id}') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const DUE = 'DUE#HAPPENINGS'
const KEPT_MS = 30 * DAY

export const happeningEntity = (table: Table) => new Entity(schema, electro(table))

export const happeningRow = (told: Told) => ({
  ...told,
  dueAs: DUE,
  dueAt: `${at15(told.at)}#${told.id}`,
  ttl: Math.ceil((told.at + KEPT_MS) / 1000),
})

export function happenings(table: Table) {
  const entity = happeningEntity(table)
  return {
    /** Doing it again changes nothing. */
    async add(told: Told): Promise<void> {
      await entity.put(happeningRow(told)).go()
    },
    /** Of all tenants, longest ago first. */
    async listDue(limit: number): Promise<Told[]> {
      const { data } = await entity.query.due({ dueAs: DUE }).go({ limit })
      return data.map(({ companyId, campaignId, id, at, happening }) => ({
        companyId,
        campaignId,
        id,
        at,
        happening: Happening.parse(happening),
      }))
    },
    /** It is on its way. */
    async remove({ companyId, id }: Pick<Told, 'companyId' | 'id'>): Promise<void> {
      await entity.delete({ companyId, id }).go()
    },
  }
}
