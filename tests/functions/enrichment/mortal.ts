// A worker on enrichments that crashes at a request of ours: for suites that try each line.
import type { Services } from '#functions/kit/services.ts'
import { isRead } from '#tests/support/reads.ts'
import { Crash } from '../leads/faults.ts'

type Mortal = Services & { remainingMs: () => number }

/** A request that changes nothing: one table, file or payment is looked at. */
const isLook = (name: string) => isRead(name) || /^(exists|find|get|list|look|read)/.test(name)

/**
 * Requests of a worker to table, files, queues, card and provider. It crashes before one of those that change something, which is also
 * after the one before it and at any read between them: nothing is different there. A dead one asks no more.
 */
export function openMortal(services: Services, act: (deps: Mortal, id: string) => Promise<unknown>) {
  let last: number | undefined
  let [made, isDead] = [0, false]
  async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
    if (last === undefined) return run()
    if (!isLook(name)) isDead ||= ++made === last
    if (isDead) throw new Crash('a dead worker asks nothing')
    return run()
  }
  services.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        step(commandName, () => next(args)),
    { step: 'initialize', priority: 'high', name: 'mortal' },
  )
  const guard = <T extends object>(door: T): T =>
    new Proxy(door, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...args: unknown[]) => step(String(name), () => found.apply(target, args))
      },
    })
  const deps: Mortal = {
    ...services,
    payments: guard(services.payments),
    queues: guard(services.queues),
    files: guard(services.files),
    leadData: guard(services.leadData),
    remainingMs: () => 120_000,
  }
  return {
    /** Answers whether it crashed. */
    async run(at: number, id: string): Promise<boolean> {
      ;[last, made, isDead] = [at, 0, false]
      await act(deps, id).catch(() => undefined)
      const died = isDead
      last = undefined
      return died
    },
  }
}
