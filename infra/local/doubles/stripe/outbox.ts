// Events on their way to our endpoint: signed as Stripe signs them, tried again until they were taken.
import { createHmac } from 'node:crypto'
import type { Store } from './store.ts'

/** The header that Stripe sends with a body. */
export function sign(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Takes a body and its signature to our endpoint; answers the status. */
export type Deliver = (body: string, signature: string) => Promise<number>

const MOST_TRIES = 16
const waitMs = (tries: number) => Math.min(1000 * 2 ** tries, 3_600_000)

export function openOutbox(options: { store: Store; secret: string; now: () => number }) {
  const { store, secret, now } = options
  let running: Promise<number> | undefined

  async function run(deliver: Deliver): Promise<number> {
    let taken = 0
    for (const { seq, body, tries } of store.due(now())) {
      const status = await deliver(body, sign(body, secret, Math.floor(now() / 1000))).catch(() => 0)
      const isTaken = status >= 200 && status < 300
      if (isTaken) taken++
      if (isTaken || tries >= MOST_TRIES) store.sent(seq)
      else store.later(seq, now() + waitMs(tries))
    }
    return taken
  }

  return {
    sign: (body: string, at = now()) => sign(body, secret, Math.floor(at / 1000)),
    /** Sends what is due; answers how many were taken. One run at a time. */
    flush(deliver: Deliver): Promise<number> {
      running ??= run(deliver).finally(() => {
        running = undefined
      })
      return running
    },
  }
}
