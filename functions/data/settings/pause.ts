// Whether the timetable stands still: while a table is restored or an agency is brought here, nothing is billed, charged or sent by
// itself. Every schedule looks here before its run.
import { Entity } from 'electrodb'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('pause'),
  attributes: {
    since: { type: 'number', required: true },
    why: { type: 'string', required: true },
  },
  indexes: { primary: { pk: key('pk', [], 'PAUSE#SCHEDULES'), sk: key('sk', [], 'STATE') } },
} as const

export type Pause = { since: number; why: string }

export function pauses(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async find(): Promise<Pause | undefined> {
      const { data } = await entity.get({}).go({ consistent: true })
      return data ?? undefined
    },
    /** Who paused first stays: of two who pause, neither knows of the other. */
    async begin(pause: Pause): Promise<void> {
      if (!(await this.find())) await entity.put(pause).go()
    },
    async end(): Promise<void> {
      await entity.delete({}).go()
    },
  }
}
