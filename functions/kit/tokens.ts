// Access tokens: ES256 JWTs of 15 minutes, verified here against our own keys before anything is read.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { JwtVerifier } from 'aws-jwt-verify'
import * as z from 'zod'
import { ownValue, wireValue } from '#shared/contracts/lib/wire-names.ts'
import { AppError } from '#shared/errors.ts'
import type { Keys } from '../gateways/keys.ts'

export const ACCESS_TOKEN_SECONDS = 900
const ISSUER = 'leadloom'
const AUDIENCE = 'leadloom-api'
const PROGRAMS = 'leadloom-developer-api'
/** Never asked: the keys are given. */
const JWKS = 'https://keys.invalid/jwks.json'

/** When a token ends and, where it says so, begins, in seconds; ours say nothing of their beginning. */
const life = { exp: z.number(), nbf: z.number().optional() }

export const ProgramClaims = z.object({
  /** The key. */
  sub: z.string(),
  company: z.string(),
  /** Which of its secrets got the token. */
  version: z.number(),
  scope: z.string(),
  token_use: z.literal('program'),
  iat: z.number(),
  ...life,
})
export type ProgramClaims = { sub: string; company: string; version: number; scopes: string[] }

export const Claims = z.object({
  sub: z.string(),
  company: z.string(),
  root: z.string(),
  /** Between the two, where there is one: said so that it can be read with them. What is read decides, never this. */
  agency: z.string().optional(),
  user_type: z.string(),
  token_use: z.literal('access'),
  sid: z.string(),
  iat: z.number(),
  ...life,
  /** RFC 8693: who really acts, in view mode. */
  act: z.object({ sub: z.string(), company: z.string(), sid: z.string(), view: z.string() }).optional(),
})
export type Claims = Omit<z.output<typeof Claims>, 'user_type'> & { userType: string }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function sign(keys: Keys, claims: object): Promise<string> {
  const input = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: keys.signingKid })}.${encode(claims)}`
  const { signature } = await keys.sign(input)
  return `${input}.${signature.toString('base64url')}`
}

/** For programs: another audience, so that no person's call takes it, and no call of programs a person's. */
export function signProgramToken(keys: Keys, { scopes, ...claims }: ProgramClaims, now: number): Promise<string> {
  const iat = Math.floor(now / 1000)
  const times = { iat, exp: iat + ACCESS_TOKEN_SECONDS }
  return sign(keys, { iss: ISSUER, aud: PROGRAMS, token_use: 'program', ...claims, scope: scopes.join(' '), ...times })
}

export async function signAccessToken(
  keys: Keys,
  { userType, ...claims }: Omit<Claims, 'iat' | 'exp' | 'token_use'>,
  now: number,
  seconds = ACCESS_TOKEN_SECONDS,
): Promise<string> {
  const iat = Math.floor(now / 1000)
  return sign(keys, {
    iss: ISSUER,
    aud: AUDIENCE,
    token_use: 'access',
    ...claims,
    user_type: wireValue(userType),
    iat,
    exp: iat + seconds,
  })
}

const refusal = () => new AppError('unauthenticated', 'Please sign in again.')

/** A container serves fewer people than this within the life of their tokens. */
const MOST_KNOWN = 500

/** Throws for any other kind of token. */
function readHeader(token: string): void {
  const [head = ''] = token.split('.')
  z.object({ typ: z.literal('at+jwt'), alg: z.literal('ES256') }).parse(
    JSON.parse(Buffer.from(head, 'base64url').toString()),
  )
}

const isTimely = ({ exp, nbf = 0 }: { exp: number; nbf?: number | undefined }, now: number) =>
  exp * 1000 > now && nbf * 1000 <= now

/**
 * The platform's own clock alone says whether a token is timely: the library would ask the machine's, which goes its own way where
 * the platform's is moved.
 */
const timeless = { graceSeconds: Number.POSITIVE_INFINITY }

export function openVerifier(keys: Keys) {
  /** Tokens whose signature held, as they came: with the same keys it holds again. Whether they have expired is asked each time. */
  const known = new Map<string, Claims>()
  const verifier = JwtVerifier.create({ ...timeless, issuer: ISSUER, audience: AUDIENCE, jwksUri: JWKS })
  verifier.cacheJwks({ keys: keys.publicKeys.filter((key) => key.use === 'sig') })
  const programs = JwtVerifier.create({ ...timeless, issuer: ISSUER, audience: PROGRAMS, jwksUri: JWKS })
  programs.cacheJwks({ keys: keys.publicKeys.filter((key) => key.use === 'sig') })
  return {
    /** The claims of a good token of a program; undefined for anything else. */
    verifyProgram(token: string, now: number): ProgramClaims | undefined {
      if (token.length > 4096) return undefined
      try {
        readHeader(token)
        const claims = ProgramClaims.parse(programs.verifySync(token))
        const { scope, sub, company, version } = claims
        return isTimely(claims, now) ? { sub, company, version, scopes: scope.split(' ') } : undefined
      } catch {
        return undefined
      }
    },
    /** The claims of a token that we signed, is an access token and has not expired; anything else is one and the same 401. */
    verify(token: string, now: number): Claims {
      if (token.length > 4096) throw refusal()
      const before = known.get(token)
      if (before) {
        if (isTimely(before, now)) return before
        known.delete(token)
        throw refusal()
      }
      try {
        readHeader(token)
        const { user_type: userType, ...claims } = Claims.parse(verifier.verifySync(token))
        if (!isTimely(claims, now)) throw refusal()
        const own = { ...claims, userType: ownValue(userType) }
        if (known.size >= MOST_KNOWN) known.clear()
        known.set(token, own)
        return own
      } catch {
        throw refusal()
      }
    },
  }
}
export type Verifier = ReturnType<typeof openVerifier>

/**
 * Refresh tokens say where their session lies and carry two secrets, of which only hashes are kept: one for all tokens of
 * the session, and 256 random bits of their own.
 */
export type RefreshToken = {
  userId: string
  sessionId: string
  family: string
  familyHash: string
  secret: string
  hash: string
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

export function newRefreshToken(
  userId: string,
  sessionId: string,
  family = randomBytes(16).toString('base64url'),
): RefreshToken & { token: string } {
  const secret = randomBytes(32).toString('base64url')
  const token = `${userId}.${sessionId}.${family}.${secret}`
  return { userId, sessionId, family, familyHash: hashOf(family), secret, hash: hashOf(secret), token }
}

export function readRefreshToken(token: string): RefreshToken | undefined {
  const [, userId, sessionId, family, secret] = /^(usr_\w+)\.(ses_\w+)\.([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (!userId || !sessionId || !family || !secret) return undefined
  return { userId, sessionId, family, familyHash: hashOf(family), secret, hash: hashOf(secret) }
}

const boxKey = (secret: string) => createHash('sha256').update(`successor:${secret}`).digest()

/** Seals a token's successor so that only who holds the token can open it; the table alone gives nobody a token. */
export function sealSuccessor(secret: string, successor: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', boxKey(secret), iv)
  return Buffer.concat([iv, cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export function openSuccessor(secret: string, box: string): string {
  const bytes = Buffer.from(box, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', boxKey(secret), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
