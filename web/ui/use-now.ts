import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

let clock: () => number = Date.now
let now = clock()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = clock()
  for (const listener of listeners) listener()
}

/** One clock for all times on the page, so that a long table does not wind up a hundred. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    now = clock()
    timer = setInterval(tick, MINUTE_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** From now on times go by this clock. */
export function goBy(other: () => number): void {
  clock = other
  tick()
}

/** The current time, renewed every minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
