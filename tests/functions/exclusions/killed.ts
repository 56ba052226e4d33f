// A worker that dies at its k-th request, as a killed process does: nothing it wants to do after that happens.
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/table.ts'
import type { ImportServices } from '#functions/domain/exclusion-import.ts'
import type { Stage } from './stage.ts'

type Gate = {
  /** `before`: the request is never made. `after`: it is made, and its answer is lost. */
  kill?: { at: number; when: 'before' | 'after' }
  /** Runs just before the k-th request. */
  meanwhile?: { at: number; run: () => Promise<unknown> }
  /** Lets other work slip in between: waits so many ms before each request. */
  delay?: () => number
}

/** Services of one worker, with requests of its own to table, files and queues counted and cut off. */
export function workerOf(stage: Stage, gate: Gate = {}) {
  const { services } = stage
  const state = { requests: 0, isDead: false }

  async function pass<T>(run: () => Promise<T>): Promise<T> {
    const number = ++state.requests
    if (gate.delay) await sleep(gate.delay())
    if (gate.meanwhile?.at === number) await gate.meanwhile.run()
    if (gate.kill?.at === number && gate.kill.when === 'before') state.isDead = true
    if (state.isDead) throw new Error('killed')
    const answer = await run()
    if (gate.kill?.at === number && gate.kill.when === 'after') state.isDead = true
    if (state.isDead) throw new Error('killed')
    return answer
  }

  const table = openTable(services.table.name)
  table.client.middlewareStack.add((next) => (args) => pass(() => next(args)), { step: 'initialize', name: 'gate' })
  const { files, queues } = services
  const own: ImportServices = {
    ...services,
    db: openDb(table),
    files: {
      read: (key) => pass(() => files.read(key)),
      put: (key, body, type) => pass(() => files.put(key, body, type)),
      remove: (keys) => pass(() => files.remove(keys)),
    },
    queues: { send: (job, message, options) => pass(() => queues.send(job, message, options)) },
  }
  return { own, state, close: () => table.client.destroy() }
}
