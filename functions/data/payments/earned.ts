// What sales people got by day, and what of it was taken back: written in the transaction that says so of a share.
import { Entity } from 'electrodb'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import type { Write } from '../wallet/items.ts'

const schema = {
  model: model('earnedDay'),
  attributes: {
    userId: { type: 'string', required: true },
    day: { type: 'string', required: true },
    paidCents: { type: 'number' },
    backCents: { type: 'number' },
  },
  indexes: {
    primary: { pk: key('pk', ['userId'], 'U#${userId}#EARNED'), sk: key('sk', ['day'], '${day}') },
  },
} as const

export type EarnedDay = { day: string; paidCents: number; backCents: number }
const none = { paidCents: 0, backCents: 0 }

/** More of what somebody got, or of what was taken back, on the day of an instant. */
export function earnedRow(table: Table, userId: string, now: number, more: Partial<Omit<EarnedDay, 'day'>>): Write {
  const entity = new Entity(schema, electro(table))
  const change = entity.upsert({ userId, day: dayIn(SYSTEM_ZONE, now) }).add(more)
  return { Update: change.params<NonNullable<Write['Update']>>() }
}

export function earnings(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** The days that have something, both ends included. */
    async list(userId: string, from: string, to: string): Promise<EarnedDay[]> {
      const { data } = await entity.query.primary({ userId }).between({ day: from }, { day: to }).go({ pages: 'all' })
      return data.map((row) => ({ ...none, ...row }))
    },
  }
}
