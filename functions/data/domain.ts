import { Entity } from 'electrodb'
import { conflict } from '#shared/errors.ts'
import { isConditionFailure, unlessRefused } from './errors.ts'
import { electro, key, model, type Table } from './table.ts'

const schema = {
  model: model('domain'),
  attributes: {
    host: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    createdAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['host'], 'D#${host}'), sk: key('sk', [], 'DOMAIN') } },
} as const

export const domainEntity = (table: Table) => new Entity(schema, electro(table))

/** Which tenant lives at a host name. Hosts are lower case and without port. */
export function domains(table: Table) {
  const entity = domainEntity(table)
  return {
    async findCompanyId(host: string): Promise<string | undefined> {
      const { data } = await entity.get({ host }).go()
      return data?.companyId
    },
    async claim(host: string, companyId: string, now: number): Promise<void> {
      try {
        await entity.create({ host, companyId, createdAt: now }).go()
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        if ((await this.findCompanyId(host)) !== companyId) throw conflict('This domain is already in use.')
      }
    },
    async release(host: string, companyId: string): Promise<void> {
      await entity
        .delete({ host })
        .where((item, { eq }) => eq(item.companyId, companyId))
        .go()
        .catch(unlessRefused)
    },
  }
}
