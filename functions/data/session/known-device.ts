// Browsers in which a person's second step is left out. Only the hash of what the browser keeps stands here, with the person.
import { Entity } from 'electrodb'
import { unlessOwn, unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('knownDevice'),
  attributes: {
    userId: text,
    /** Hash of the value in the browser's cookie. */
    id: text,
    /** Host company that the person signed in on. */
    tenantId: text,
    /** Its name: a tenant has several. */
    host: { type: 'string' },
    /** The person's epoch then: a new password and signing out everywhere raise it. */
    epoch: number,
    /** When the second step was set up that was passed: another one is asked for again. */
    stepAt: number,
    device: text,
    ip: text,
    place: text,
    createdAt: number,
    usedAt: number,
    endsAt: number,
    ttl: number,
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', ['id'], 'KNOWN#${id}') } },
} as const

export type KnownDevice = {
  userId: string
  id: string
  tenantId: string
  host?: string | undefined
  epoch: number
  stepAt: number
  device: string
  ip: string
  place: string
  createdAt: number
  usedAt: number
  endsAt: number
}

export function knownDevices(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async create(device: KnownDevice): Promise<void> {
      await entity
        .create(withoutNulls({ ...device, ttl: Math.ceil(device.endsAt / 1000) }))
        .go()
        .catch(unlessOwn)
    },
    async find(userId: string, id: string): Promise<KnownDevice | undefined> {
      const { data } = await entity.get({ userId, id }).go({ consistent: true })
      return data ?? undefined
    },
    async list(userId: string): Promise<KnownDevice[]> {
      const { data } = await entity.query.primary({ userId }).go({ pages: 'all', consistent: true })
      return data
    },
    /** Notes that it was used. One that was forgotten meanwhile does not come back. */
    async use(userId: string, id: string, seen: Pick<KnownDevice, 'usedAt' | 'ip' | 'place'>): Promise<void> {
      await entity.patch({ userId, id }).set(seen).go().catch(unlessRefused)
    },
    async forget(userId: string, id: string): Promise<void> {
      await entity.delete({ userId, id }).go()
    },
  }
}
