// Counts what the table is asked for, and remembers which kinds of request it were.
import type { Table } from '#functions/data/lib/table.ts'

export type Counted = { requests: string[]; stop(): void }

/** Counts from now until `stop`. Every request of the platform goes through this one client. */
export function countRequests(table: Table): Counted {
  const requests: string[] = []
  let running = true
  table.client.middlewareStack.add(
    (next, context) => (args) => {
      if (running) requests.push(context.commandName ?? 'unknown')
      return next(args)
    },
    { step: 'initialize', priority: 'high' },
  )
  return {
    requests,
    stop() {
      running = false
    },
  }
}
