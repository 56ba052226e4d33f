import { vi } from 'vitest'

type Timer = ReturnType<typeof setTimeout>
// @NOTE here a timer is what the window of the tests makes of it; it is only ever given back.
const toTimer = (timer: unknown) => timer as Timer

/** Holds back everything that waits for exactly so long, until what it answers lets go of it. */
export function holdTimers(ms: number): () => void {
  const [start, stop] = [globalThis.setTimeout, globalThis.clearTimeout]
  const held = new Map<Timer, () => void>()
  const hold = (run: () => void, wait?: number, ...rest: unknown[]): Timer => {
    if (wait !== ms) return toTimer(start(run, wait, ...rest))
    const timer = toTimer(start(() => undefined, 0))
    held.set(timer, run)
    return timer
  }
  // @NOTE the overloads of Node and of browsers have no signature in common.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    // @NOTE only timers of ours are in the map, so another kind of handle finds nothing.
    held.delete(timer as Timer)
    stop(timer)
  })
  return () => {
    const ready = [...held.values()]
    held.clear()
    for (const run of ready) run()
  }
}
