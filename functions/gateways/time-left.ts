// What a call asks outside has one time for all of it, however many are asked one after another: the gateway ends a request after 29 s,
// and nobody is told any more what came of it. Jobs have times of their own, and each request of theirs its whole limit.
import { AsyncLocalStorage } from 'node:async_hooks'

/** `ms`: of one call. What is left of the 29 s is for the table, and for saying what came of it. */
export const callTime = { ms: 20_000, now: () => performance.now() }

/** In less nobody answers, and what is asked might be done all the same. */
const LEAST_MS = 500

const ends = new AsyncLocalStorage<number>()

/** Does the work of one call. */
export const withinCall = <Result>(work: () => Result): Result => ends.run(callTime.now() + callTime.ms, work)

/** How long (ms) a request may take whose own limit is this: 0 where it is not to be sent any more. */
export function timeFor(limitMs: number): number {
  const end = ends.getStore()
  if (end === undefined) return limitMs
  const left = end - callTime.now()
  return left < LEAST_MS ? 0 : Math.min(limitMs, left)
}

/** Ends a request in time; at once where there is none left. */
export function signalFor(limitMs: number): AbortSignal {
  const ms = timeFor(limitMs)
  return ms === 0
    ? AbortSignal.abort(new DOMException('No time was left to ask.', 'TimeoutError'))
    : AbortSignal.timeout(Math.ceil(ms))
}

/** In words, of what did not answer. */
export const howLong = (ms: number): string => (ms === 0 ? 'in time' : `within ${Math.round(ms / 1000) || ms / 1000} s`)
