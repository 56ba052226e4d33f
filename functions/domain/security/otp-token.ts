// What ties a browser to its half-finished sign-in, and the codes that finish it. The table holds hashes only.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { RECOVERY_CODE_LENGTH, recoveryAlphabet, twoFactorLimits } from '#shared/two-factor.ts'
import type { ShownToken } from '../../data/security/otp-challenge.ts'

export type OtpToken = ShownToken & { secret: string }

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

export function newOtpToken(userId: string, id: string): OtpToken & { token: string } {
  const secret = randomBytes(32).toString('base64url')
  return { userId, id, secret, hash: hashOf(secret), token: `${userId}.${id}.${secret}` }
}

export function readOtpToken(token: string): OtpToken | undefined {
  const [, userId, id, secret] = /^(usr_\w+)\.(tok_\w+)\.([\w-]{43})$/.exec(token) ?? []
  return userId && id && secret ? { userId, id, secret, hash: hashOf(secret) } : undefined
}

export const newMailCode = () => String(randomInt(10 ** twoFactorLimits.digits)).padStart(twoFactorLimits.digits, '0')

/** Six digits are quickly tried out, so their hash is made with the secret that only the browser holds. */
export const hashMailCode = (code: string, secret: string) => hashOf(`${secret}:${code}`)

export function isSame(hash: string, other: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const newRecoveryCode = () =>
  Array.from({ length: RECOVERY_CODE_LENGTH }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** 120 bits of chance each, so a plain hash with the owner's id hides them well enough. */
export const hashRecoveryCode = (code: string, userId: string) => hashOf(`${userId}:${code}`)

export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: twoFactorLimits.recoveryCodes }, newRecoveryCode)
  return { codes, hashes: codes.map((code) => hashRecoveryCode(code, userId)) }
}
