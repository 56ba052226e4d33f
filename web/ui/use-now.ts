import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for all times on the page, so that a long table does not wind up a hundred. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tick, MINUTE_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time, renewed every minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
