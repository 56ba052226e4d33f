import { Entity } from 'electrodb'
import { LogEntry } from '#shared/user-log.ts'
import { electro, key, model, type Table } from './table.ts'

const schema = {
  model: model('userLogOutbox'),
  attributes: {
    /** There is one outbox. */
    box: { type: ['LOGS'], required: true },
    id: { type: 'string', required: true },
    entry: { type: 'any', required: true },
  },
  indexes: { primary: { pk: key('pk', ['box'], 'Q#${box}'), sk: key('sk', ['id'], '${id}') } },
} as const

const BATCH = 100

/** Entries of the log of changes that the queue did not take: they wait here until it does. */
export function userLogOutbox(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async put(entry: LogEntry): Promise<void> {
      await entity.put({ box: 'LOGS', id: entry.id, entry }).go()
    },
    async list(): Promise<LogEntry[]> {
      const { data } = await entity.query.primary({ box: 'LOGS' }).go({ limit: BATCH })
      return data.map(({ entry }) => LogEntry.parse(entry))
    },
    async remove(id: string): Promise<void> {
      await entity.delete({ box: 'LOGS', id }).go()
    },
  }
}
