// The access token's life: renewed a little before it ends, by one refresh at a time over all tabs.
import { ApiError } from './api-error.ts'
import { base64ToBytes, bytesToText } from './bytes.ts'
import { request } from './request.ts'
import { accessToken, keepTokens, refreshToken, type Tokens } from './storage.ts'

const EARLY_MS = 60_000

/** By how much our clock differs from the server's, learnt from each new token. */
let clockAhead = 0

type Claims = { sub?: unknown; iat?: unknown; exp?: unknown }

/** What a token says of itself. Only read for comfort: the server alone decides what it is worth. */
function claimsOf(token: string): Claims {
  try {
    const claims: unknown = JSON.parse(bytesToText(base64ToBytes(token.split('.')[1] ?? '')))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

type Life = { issuedAt: number; endsAt: number }

function lifeOf(token: string): Life | null {
  const { iat, exp } = claimsOf(token)
  return typeof iat === 'number' && typeof exp === 'number' ? { issuedAt: iat * 1000, endsAt: exp * 1000 } : null
}

/** The person whom a token names. */
export function subjectOf(token: string): string {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' ? sub : ''
}

/** Stores a new trio and learns the difference of the clocks from it. */
export function acceptTokens(tokens: Tokens) {
  const life = lifeOf(tokens.accessToken)
  if (life) clockAhead = Date.now() - life.issuedAt
  keepTokens(tokens)
}

/** Whether the token ends so soon that a call might meet its end. A short life is renewed in its last quarter. */
export function endsSoon(token: string): boolean {
  const life = lifeOf(token)
  if (!life) return false
  return life.endsAt + clockAhead - Date.now() < Math.min(EARLY_MS, (life.endsAt - life.issuedAt) / 4)
}

let running: Promise<string> | undefined

export const isRefreshing = () => running !== undefined
/** Settles when no refresh runs any more, no matter what came of it. */
export const afterRefresh = () =>
  Promise.resolve(running).then(
    () => undefined,
    () => undefined,
  )

const sessionEnded = () =>
  new ApiError(401, 'unauthenticated', 'Your session has ended. Please log in again to continue.')

async function exchange(failed: string): Promise<string> {
  const current = accessToken()
  // Another tab was faster: what it got is ours too.
  if (current && current !== failed) return current
  const token = refreshToken()
  if (!token) throw sessionEnded()
  // @NOTE the contract `session.refresh` gives this shape, and the server checks every answer against it.
  const tokens = (await request({
    name: 'session.refresh',
    input: { refreshToken: token },
    accessToken: current,
    idempotencyKey: token,
  })) as Tokens
  if (refreshToken() !== token) {
    // Meanwhile somebody signed out here, or in: what another tab left is not written over.
    const left = accessToken()
    if (left) return left
    throw sessionEnded()
  }
  acceptTokens(tokens)
  return tokens.accessToken
}

/** One at a time over all tabs, for what changes the tokens that they share. */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('leadloom-refresh', work) : work()

/** Trades the refresh token for a new trio. `failed` is the token that is of no use any more. */
export function refresh(failed: string): Promise<string> {
  running ??= alone(() => exchange(failed)).finally(() => {
    running = undefined
  })
  return running
}
