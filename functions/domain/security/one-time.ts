// One-time tokens, which travel in mails and addresses: 256 random bits, of which only the hash is kept.
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../data/index.ts'
import type { OneTimeToken, TokenKind } from '../../data/session/token.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const form = /^[\w-]{43}$/

export type TokenPlan = Pick<OneTimeToken, 'kind' | 'userId' | 'tenantId' | 'subject' | 'holder'> & {
  lifeMs: number
  now: number
}

/** Makes a token and answers it; it is never seen again here. */
export async function issueToken(db: Pick<Db, 'token'>, { lifeMs, now, ...about }: TokenPlan): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db.token.create({ ...about, hash: hashOf(secret), createdAt: now, endsAt: now + lifeMs })
  return secret
}

export type TokenFault = 'invalid' | 'expired' | 'used'
export type TokenVerdict = { token: OneTimeToken; fault?: undefined } | { token?: undefined; fault: TokenFault }

/** A token, no matter whose and of what; undefined where there never was one. */
export const findToken = (db: Pick<Db, 'token'>, secret: string): Promise<OneTimeToken | undefined> =>
  form.test(secret) ? db.token.find(hashOf(secret)) : Promise.resolve(undefined)

/** A token of one of these kinds, shown on the tenant that it was made for; or what is wrong with it. */
export async function judgeToken(
  db: Pick<Db, 'token'>,
  secret: string,
  expected: { kinds: readonly TokenKind[]; tenantId: string; now: number },
): Promise<TokenVerdict> {
  const token = await findToken(db, secret)
  if (!token || !expected.kinds.includes(token.kind) || token.tenantId !== expected.tenantId)
    return { fault: 'invalid' }
  if (token.usedAt !== undefined) return { fault: 'used' }
  return token.endsAt <= expected.now ? { fault: 'expired' } : { token }
}
