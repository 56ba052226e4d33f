// Refusals that leave at even times: how long a look for a name took must not tell whether there is such a name. The same
// requests and one hash are not enough, because a person who exists is also parsed and checked.
import { setTimeout } from 'node:timers/promises'

/** Well above what a refusal takes on a small function, so that nearly all of them leave with the first step. */
export const constantTime = { stepMs: 250 }

/** Milliseconds until the next multiple of a step; a step of 0 waits for nothing. */
export function restOfStep(elapsedMs: number, stepMs: number): number {
  return stepMs > 0 ? stepMs - (elapsedMs % stepMs) : 0
}

const real = { now: () => performance.now(), wait: async (ms: number) => void (await setTimeout(ms)) }

/** Answers at once; fails only at a multiple of the step after it began. */
export async function refuseInConstantTime<T>(work: () => Promise<T>, { now, wait } = real): Promise<T> {
  const began = now()
  try {
    return await work()
  } catch (error) {
    await wait(restOfStep(now() - began, constantTime.stepMs))
    throw error
  }
}
