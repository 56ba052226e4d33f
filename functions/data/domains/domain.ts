import { Entity } from 'electrodb'
import { conflict } from '#shared/errors.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('domain'),
  attributes: {
    host: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    createdAt: { type: 'number', required: true },
    /** Since then nobody is served here, and the host is kept from others. */
    givenUpAt: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['host'], 'D#${host}'), sk: key('sk', [], 'DOMAIN') } },
} as const

export const domainEntity = (table: Table) => new Entity(schema, electro(table))

export type Holder = { companyId: string; isGivenUp: boolean }

/** Which tenant lives at a host name. Hosts are lower case and without port. */
export function domains(table: Table) {
  const entity = domainEntity(table)
  return {
    /** Who is served at the host. */
    async findCompanyId(host: string): Promise<string | undefined> {
      const { data } = await entity.get({ host }).go()
      return data?.givenUpAt === undefined ? data?.companyId : undefined
    },
    /** Whose the host is, served or not: nobody else can have it. */
    async findHolder(host: string): Promise<Holder | undefined> {
      const { data } = await entity.get({ host }).go({ consistent: true })
      return data ? { companyId: data.companyId, isGivenUp: data.givenUpAt !== undefined } : undefined
    },
    async claim(host: string, companyId: string, now: number): Promise<void> {
      try {
        await entity.create({ host, companyId, createdAt: now }).go()
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        if ((await this.findHolder(host))?.companyId !== companyId) throw conflict('This domain is already in use.')
      }
    },
  }
}
