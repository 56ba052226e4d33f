import { Entity } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('mail'),
  attributes: {
    id: { type: 'string', required: true },
    /** The worker that took it has until then; afterwards another delivery of the message may try. */
    takenUntil: { type: 'number', required: true },
    sentAt: { type: 'number' },
    ttl: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['id'], 'M#${id}'), sk: key('sk', [], 'MAIL') } },
} as const

/** Which mails were sent: queues deliver at least once, people want them once. */
export function mailLog(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** `taken` for the one worker that shall send it now. */
    async take(id: string, now: number, leaseMs: number): Promise<'taken' | 'sent' | 'busy'> {
      try {
        await entity
          .update({ id })
          .set({ takenUntil: now + leaseMs, ttl: Math.ceil((now + 30 * DAY) / 1000) })
          .where(
            (item, { lt, notExists }) =>
              `${notExists(item.takenUntil)} OR (${notExists(item.sentAt)} AND ${lt(item.takenUntil, now)})`,
          )
          .go()
        return 'taken'
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        const { data } = await entity.get({ id }).go({ consistent: true })
        return data?.sentAt ? 'sent' : 'busy'
      }
    },
    /** What became of a mail in the last 30 days: when it left, or until when a worker has it in hand. */
    async find(id: string): Promise<{ sentAt?: number | undefined; takenUntil: number } | undefined> {
      const { data } = await entity.get({ id }).go({ consistent: true })
      return data ? { sentAt: data.sentAt, takenUntil: data.takenUntil } : undefined
    },
    async done(id: string, now: number): Promise<void> {
      await entity.patch({ id }).set({ sentAt: now }).go()
    },
    /** The mail was not sent: the next delivery may try at once. */
    async giveBack(id: string): Promise<void> {
      await entity.patch({ id }).set({ takenUntil: 0 }).go()
    },
  }
}
