// What the legacy wire writes differently from the code: flags as 'T' and 'F', bodies wrapped in `dt`.
import * as z from 'zod'

export type Flag = 'T' | 'F'
export const toFlag = (value: boolean): Flag => (value ? 'T' : 'F')
export const WireFlag = z.enum(['T', 'F'])
/** Input flag: 'T' or 'F' on the wire, a boolean inside. */
export const flagInput = WireFlag.transform((flag) => flag === 'T')

/** Body encryption: compact JWE for the key that `/api/.well-known/jwks.json` publishes with `use: enc`. */
export const dtAlgorithm = { alg: 'ECDH-ES', enc: 'A256GCM' } as const
/** How far the `iat` of a `dt` may be off, in seconds. */
export const DT_MAX_SKEW_SECONDS = 300
/** A `dt` longer than this is refused before any decryption. Files do not travel in `dt`. */
export const DT_MAX_LENGTH = 1_500_000

export const headers = {
  idempotencyKey: 'idempotency-key',
  clientIp: 'x-client-ip',
  timeZone: 'x-timezone',
  requestId: 'x-request-id',
  forwardedHost: 'x-forwarded-host',
  viewerIp: 'x-viewer-ip',
  /** CloudFront's own; it stands only in requests of the behaviour that asks for it. */
  viewerCountry: 'cloudfront-viewer-country',
  originVerify: 'x-origin-verify',
  /** Said by a page of ours that another site shows within its own. */
  framed: 'x-framed',
} as const

/** Shape of every failed answer. */
export const Failure = z.object({
  /** `failed from crawl` where the page of somebody else did not answer. */
  result: z.enum(['failed', 'failed from crawl']),
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Where somebody else was first: what stands there by now, to be sent as `seen` by who wants it otherwise all the same. */
  now: z.record(z.string(), z.unknown()).optional(),
  status: z.literal('not exist').optional(),
  requestId: z.string(),
})
export type Failure = z.output<typeof Failure>
