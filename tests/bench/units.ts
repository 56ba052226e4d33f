// Counts what the table charges: read and write units and requests, as the engine itself reports them.
import type { Table } from '#functions/data/lib/table.ts'

type Consumed = { CapacityUnits?: number; ReadCapacityUnits?: number; WriteCapacityUnits?: number }
type Answer = { ConsumedCapacity?: Consumed | Consumed[] }

const readers = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'TransactGetItemsCommand'])

export type Units = { reads: number; writes: number; requests: number }

export type Counter = ReturnType<typeof countUnits>

/** Hangs a counter into a table's client. `of` answers what one piece of work cost. */
export function countUnits(table: Table) {
  let now: Units = { reads: 0, writes: 0, requests: 0 }
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      // @NOTE every command of the table takes this field; the middleware's own type does not know which command it sees.
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
      const result = await next(args)
      const { ConsumedCapacity } = result.output as Answer
      const isRead = readers.has(context.commandName ?? '')
      now.requests++
      for (const one of [ConsumedCapacity ?? []].flat()) now[isRead ? 'reads' : 'writes'] += one.CapacityUnits ?? 0
      return result
    },
    { step: 'initialize', name: 'countUnits' },
  )
  return {
    async of<T>(work: () => Promise<T>): Promise<{ result: T; units: Units }> {
      const before = now
      now = { reads: 0, writes: 0, requests: 0 }
      const result = await work()
      const units = now
      now = before
      return { result, units }
    },
  }
}
