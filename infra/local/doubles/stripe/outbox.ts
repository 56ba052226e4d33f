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

  /** What is due and what was taken stands in a file: a full disk or a locked file may say no for a while. */
  let isTroubled = false

  async function run(deliver: Deliver): Promise<number> {
    let taken = 0
    try {
      taken = await sendDue(deliver)
      if (isTroubled) console.error('The events of the payment double go out again.')
      isTroubled = false
    } catch (error) {
      // Said once. The next run, a moment later, tries the same events again; an event that comes twice is known by its id.
      const why = error instanceof Error ? error.message : String(error)
      if (!isTroubled) console.error(`The events of the payment double wait, because its file cannot be used: ${why}`)
      isTroubled = true
    }
    return taken
  }

  async function sendDue(deliver: Deliver): Promise<number> {
    let taken = 0
    for (const { seq, body, tries } of store.due(now())) {
      const status = await deliver(body, sign(body, secret, Math.floor(now() / 1000))).catch(() => 0)
      const isTaken = status >= 200 && status < 300
      if (isTaken) taken += 1
      if (isTaken) store.sent(seq)
      else if (tries >= MOST_TRIES) store.lost(seq)
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
