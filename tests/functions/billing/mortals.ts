// Workers that crash once they have changed something so many times: in the table, in a queue or at the provider. A request that only
// reads leaves all as it was, so a crash there leaves the same as one after the change before it; and a crash before a change leaves
// the same as one after the change before that.
import type { Services } from '#functions/kit/services.ts'
import { isRead } from '#tests/support/reads.ts'

class Died extends Error {
  override name = 'Died'
}

/** What the provider is only asked about. */
const LOOKS = /^(read|find|list|get)/

export function mortals(services: Services) {
  /** How many changes a worker lives to make; none is made while nobody is to die. */
  let most: number | undefined
  let [made, isDead] = [0, false]
  async function step<T>(run: () => Promise<T>, isChange: boolean): Promise<T> {
    if (most === undefined) return run()
    if (!isDead && isChange) isDead = made >= most
    if (isDead) throw new Died()
    if (!isChange) return run()
    // Before its answer is there: of what is asked for at the same moment no more is done.
    isDead = ++made === most
    const answer = await run()
    if (isDead) throw new Died()
    return answer
  }
  services.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        step(() => next(args), !isRead(commandName)),
    {
      step: 'initialize' as const,
      priority: 'high' as const,
      name: 'mortals',
    },
  )
  /** A door whose changes count like those of the table. */
  const guard = <T extends object>(door: T): T =>
    new Proxy(door, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...args: unknown[]) => step(() => found.apply(target, args), !LOOKS.test(String(name)))
      },
    })
  const deps: Services = { ...services, payments: guard(services.payments), queues: guard(services.queues) }

  /** Answers whether the work reached its end with no more changes than that. */
  async function dieAfter(changes: number, work: (deps: Services) => Promise<unknown>): Promise<boolean> {
    ;[most, made, isDead] = [changes, 0, false]
    // How a dead one fails is not asked: who comes after it must cope with everything.
    await work(deps).catch((error: unknown) => {
      if (!isDead) throw error
    })
    const died: boolean = isDead
    most = undefined
    return !died
  }
  return { dieAfter, guard }
}
