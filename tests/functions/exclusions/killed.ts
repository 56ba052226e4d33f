// A worker that crashes at its k-th request, as a killed process does: nothing it wants to do after that happens.
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import type { ImportServices } from '#functions/domain/exclusions/import.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { quickenClient } from '#tests/support/quick-line.ts'
import { isRead } from '#tests/support/reads.ts'
import type { Stage } from './stage.ts'

type Gate = {
  /** `before`: the request is never made. `after`: it is made, and its answer is lost. */
  kill?: { at: number; when: 'before' | 'after' }
  /**
   * Crashes before the k-th request that changes something. That is also after the one before it, and at any request between them that
   * only reads: what it leaves behind is the same.
   */
  killAtChange?: number
  /** Runs just before the k-th request, or the k-th that changes something. */
  meanwhile?: { at: number; run: () => Promise<unknown>; of?: 'changes' }
  /** Lets other work slip in between: waits so many ms before each request. */
  delay?: () => number
}

/** Services of one worker whose requests to table, files and queues are counted and cut off. `start` makes it a new one. */
export function openWorker(stage: Stage) {
  const { services } = stage
  let gate: Gate = {}
  let requests = 0
  let changes = 0
  let isDead = false

  async function pass<T>(run: () => Promise<T>, isRead = false): Promise<T> {
    const number = ++requests
    const change = isRead ? undefined : ++changes
    const { kill, killAtChange, meanwhile, delay } = gate
    if (delay) await sleep(delay())
    if (meanwhile?.at === (meanwhile?.of === 'changes' ? change : number)) await meanwhile?.run()
    if (kill?.at === number && kill.when === 'before') isDead = true
    if (change !== undefined && change === killAtChange) isDead = true
    if (isDead) throw new Error('killed')
    // A refusal is an answer too, and is lost with the others.
    const [answer] = await Promise.allSettled([run()])
    if (kill?.at === number && kill.when === 'after') isDead = true
    if (isDead) throw new Error('killed')
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  const table = openTable(services.table.name)
  endWithFile(quickenClient(table, stage.engines.endpoints.dynamodb))
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        pass(() => next(args), isRead(commandName)),
    { step: 'initialize', name: 'gate' },
  )
  const { files, queues } = services
  const own: ImportServices = {
    ...services,
    db: openDb(table),
    files: {
      list: (prefix) => pass(() => files.list(prefix), true),
      read: (key) => pass(() => files.read(key), true),
      put: (key, body, type) => pass(() => files.put(key, body, type)),
      remove: (keys) => pass(() => files.remove(keys)),
    },
    queues: { send: (job, message, options) => pass(() => queues.send(job, message, options)) },
  }
  return {
    start(next: Gate = {}): ImportServices {
      gate = next
      requests = 0
      changes = 0
      isDead = false
      return own
    },
    get requests() {
      return requests
    },
    get isDead() {
      return isDead
    },
  }
}
