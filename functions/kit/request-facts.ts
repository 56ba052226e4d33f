import type { Signals } from '#shared/pixel.ts'

/** What the caller's machine says and what our edge saw. `ip` is ours; headers that a client can set are never used for decisions. */
export type RequestFacts = {
  requestId: string
  ip: string
  userAgent: string
  host: string
  timeZone: string | undefined
  /** Two letters of the caller's country, where the edge told it. For convenience only: it decides nothing. */
  country?: string | undefined
  idempotencyKey: string | undefined
  signals: Signals
  /** Where the page lies that sent it, as its browser says; empty when it does not. */
  place: string
}
