import { Entity } from 'electrodb'
import type { LogMessage } from '#shared/audit-log.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('auditOutbox'),
  attributes: {
    /** There is one outbox. */
    box: { type: ['LOGS'], required: true },
    id: { type: 'string', required: true },
    entry: { type: 'any', required: true },
  },
  indexes: { primary: { pk: key('pk', ['box'], 'Q#${box}'), sk: key('sk', ['id'], '${id}') } },
} as const

const BATCH = 100

/** For lines that are written in the transaction of what they tell. */
export const auditOutboxEntity = (table: Table) => new Entity(schema, electro(table))
export const outboxRow = (entry: LogMessage) => ({ box: 'LOGS' as const, id: entry.id, entry })

/** Entries of the audit log that the queue did not take: they wait here until it does. */
export function auditOutbox(table: Table) {
  const entity = auditOutboxEntity(table)
  return {
    async put(entry: LogMessage): Promise<void> {
      await entity.put(outboxRow(entry)).go()
    },
    /** The next of them in the order of their ids. What lies there is judged one by one by the code that sends it. */
    async list(after?: string): Promise<{ id: string; entry: unknown }[]> {
      const all = entity.query.primary({ box: 'LOGS' })
      const { data } = await (after ? all.gt({ id: after }) : all).go({ limit: BATCH })
      return data.map(({ id, entry }) => ({ id, entry: entry as unknown }))
    },
    async remove(id: string): Promise<void> {
      await entity.delete({ box: 'LOGS', id }).go()
    },
  }
}
