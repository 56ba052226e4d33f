// Workers that die at a request to the table, the queues or the provider, before it or after it.
import type { Services } from '#functions/kit/services.ts'

class Died extends Error {
  override name = 'Died'
}

export function mortals(services: Services) {
  let death: { at: number; isBefore: boolean } | undefined
  let [made, isDead] = [0, false]
  async function step<T>(run: () => Promise<T>): Promise<T> {
    if (!death) return run()
    if (isDead) throw new Died()
    isDead = ++made === death.at
    if (isDead && death.isBefore) throw new Died()
    const answer = await run()
    if (isDead) throw new Died()
    return answer
  }
  services.table.client.middlewareStack.add((next) => (args) => step(() => next(args)), {
    step: 'initialize' as const,
    priority: 'high' as const,
    name: 'mortals',
  })
  const guard = <T extends object>(door: T): T =>
    new Proxy(door, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        return typeof found === 'function' ? (...args: unknown[]) => step(() => found.apply(target, args)) : found
      },
    })
  const deps: Services = { ...services, payments: guard(services.payments), queues: guard(services.queues) }

  /** Answers whether the work reached its end before the request at which it was to die. */
  async function dieAt(at: number, isBefore: boolean, work: (deps: Services) => Promise<unknown>): Promise<boolean> {
    ;[death, made, isDead] = [{ at, isBefore }, 0, false]
    await work(deps).catch(() => undefined)
    death = undefined
    return !isDead
  }
  return { dieAt }
}
