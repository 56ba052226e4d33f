// The table's answers to what changes a row get lost on the way. For suites that reach it by its library (`hasSdk`), which then asks again.
import type { Table } from '#functions/data/lib/table.ts'

type Losing = {
  /** Loses the first answer to each change while some work lasts; with `nth` that of one change alone, counted from 0. */
  losing<T>(work: () => Promise<T>, nth?: number): Promise<T>
  /** The same for requests that do not even arrive; `meanwhile` comes between one and its repetition. */
  missing<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T>
  /** How many changes the last work asked for. */
  changes(): number
}

export function loseAnswers({ client }: Table): Losing {
  let mode: { nth?: number | undefined; meanwhile?: () => Promise<unknown> } | undefined
  let seen = 0
  const isChange = (name = '') => /Put|Update|Delete|Write/.test(name)
  const lost = () => Object.assign(new Error('The answer was lost.'), { name: 'TimeoutError', $metadata: {} })
  client.middlewareStack.add(
    (next, context) => {
      let tries = 0
      return async (args) => {
        if (!mode || !isChange(context.commandName) || tries++ > 0) return next(args)
        const { nth, meanwhile } = mode
        const at = seen++
        if (nth !== undefined && nth !== at) return next(args)
        if (!meanwhile) await next(args)
        mode = meanwhile ? undefined : mode
        await meanwhile?.()
        throw lost()
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'lose-answers' },
  )
  async function during<T>(wanted: typeof mode, work: () => Promise<T>): Promise<T> {
    // How long the library waits before it asks again is nothing to look at.
    Object.assign(await client.config.retryStrategy(), { baseDelay: 0 })
    mode = wanted
    seen = 0
    try {
      return await work()
    } finally {
      mode = undefined
    }
  }
  return {
    losing: (work, nth) => during({ nth }, work),
    missing: (work, meanwhile) => during({ meanwhile }, work),
    changes: () => seen,
  }
}
