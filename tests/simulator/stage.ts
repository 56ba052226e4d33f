// What every simulator stands on: the embedded engine, the payment provider's double, a clock of its own, and nobody who waits.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { startStripe } from '#infra/local/doubles/stripe.ts'
import { startEngines } from '#infra/local/engines.ts'
import { functionEnvironment } from '#infra/local/environment.ts'
import { loadKeys } from '#infra/local/keys.ts'
import { plantCast } from '#tests/support/cast.ts'

/** Something did not add up. The message says what, where, and how to see it again. */
export class Violation extends Error {
  override name = 'Violation'
}

/** `again`: the command that shows the same once more, where it is not the plain one. */
export type Options = { seed: number; ops: number; say?: (text: string) => void; again?: string }

/** Throws what does not add up, with the latest of what happened. `script`: what the command is called. */
export function judge(
  faults: readonly string[],
  trail: readonly string[],
  { steps, script, options }: { steps: number; script: string; options: Options },
): void {
  if (faults.length === 0) return
  const { seed, ops, again = `npx node ${script} --seed ${seed} --ops ${ops}` } = options
  const found = [...new Set(faults)].slice(0, 8).join('; ')
  throw new Violation(`After ${steps} steps: ${found}.\nLatest: ${trail.slice(-12).join(', ')}\nAgain: ${again}`)
}

/** Engines and people for all lives of one process, which begin at `start` (ms). `mark` stands in the names of their companies. */
export async function openStage(start: number, mark = '') {
  const engines = await startEngines({ dataDir: null, env: {} })
  const keys = await loadKeys(null)
  const double = await startStripe({ file: null, now: () => clock.now() })
  const places = {
    platformDomain: 'localhost:8787',
    filesOrigin: 'http://s3.localhost:8787',
    stripe: double,
  }
  Object.assign(process.env, functionEnvironment(engines, keys, places), {
    LOG_LEVEL: 'SILENT',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_DEV: 'false',
    STRIPE_RETRIES: '0',
  })
  clock.now = () => start
  forgetServices()
  const cast = await plantCast(await openServices(), { domain: 'localhost', tag: '' })
  const lived = new Map<number, number>()
  return {
    engines,
    double,
    cast,
    originVerify: keys.originVerifySecret,
    /** What companies are called is all that lives share: the same seed has the same names, or it would be another life. */
    nameOf(seed: number): string {
      const times = (lived.get(seed) ?? 0) + 1
      lived.set(seed, times)
      return `${mark}${seed}${times === 1 ? '' : `r${times}`}`
    },
    async close() {
      clock.now = () => Date.now()
      forgetServices()
      await double.stop()
      await engines.stop()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** A writer that met another one waits for a time of its own; here who comes next is a matter of the die. */
export async function withoutWaiting<T>(run: () => Promise<T>): Promise<T> {
  const sleep = timers.setTimeout
  try {
    timers.setTimeout = async <V>(_?: number, value?: V) => value as V
    syncBuiltinESMExports()
    return await run()
  } finally {
    timers.setTimeout = sleep
    syncBuiltinESMExports()
  }
}
