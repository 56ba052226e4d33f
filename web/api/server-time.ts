// The server's time. Clocks of desks are wrong now and then, and then "today" is another day here than in the books: once an answer
// tells of a difference that is more than its way takes, times on screens go by the server's clock.
const MOST_TOLERATED_MS = 2 * 60_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** Learns from an answer of this moment. One that may come out of a cache says when it was put there, so it tells nothing. */
export function noteTime(answer: Response): void {
  const sent = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(sent) || !answer.headers.get('cache-control')?.includes('no-store')) return
  const found = sent - Date.now()
  const next = Math.abs(found) > MOST_TOLERATED_MS ? found : 0
  if (Math.abs(next - aheadMs) <= MOST_TOLERATED_MS && (next === 0) === (aheadMs === 0)) return
  aheadMs = next
  for (const listener of listeners) listener()
}

/** The present moment (ms since 1970). */
export const timeNow = (): number => Date.now() + aheadMs

/** Tells when the clock turns out to be another one. Answers how to end that. */
export function onTimeMoved(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
