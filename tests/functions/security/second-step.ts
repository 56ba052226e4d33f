// Helps of the two-factor suites: turning it on, reading a code, and beginning a sign-in.
import { Secret, TOTP } from 'otpauth'
import { type Member, PASSWORD } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'
import { openMailQueue } from '../../support/mail-queue.ts'

export const codeOf = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export function secondStep(h: Harness) {
  const mails = openMailQueue(h)
  const idOf = (who: Member) => h.cast.users[who].id
  const emailOf = (who: Member) => h.cast.users[who].email

  async function turnOnMail(who: Member) {
    const { body } = await h.call(who, 'security.saveTwoFactor', {
      userId: idOf(who),
      two_factor_auth: true,
      two_factor_auth_type: 'email',
    })
    return body.recovery_codes
  }

  async function turnOnApp(who: Member) {
    const { body } = await h.call(who, 'security.getGoogleTfa', {
      userId: idOf(who),
      companyId: h.cast.users[who].companyId,
    })
    const saved = await h.call(who, 'security.saveTwoFactor', {
      userId: idOf(who),
      two_factor_auth: true,
      two_factor_auth_type: 'google',
      secretKey: body.secretKey,
    })
    return { secret: body.secretKey, codes: saved.body.recovery_codes }
  }

  /** The first step; answers what login says. */
  const begin = (who: Member, ip = `198.51.100.${Math.floor(Math.random() * 250)}`) =>
    h.call(null, 'session.login', { username: emailOf(who), password: PASSWORD }, { host: h.hostOf(who), ip })

  async function tokenFor(who: Member): Promise<string> {
    const { body } = await begin(who)
    if (!('otp_token' in body)) throw new Error(`${who} was asked for no code: ${JSON.stringify(body)}`)
    return body.otp_token
  }

  /** The code in the latest mail to a person. */
  async function mailedCode(who: Member): Promise<string> {
    const sent = (await mails()).filter(({ mail, facts }) => mail === 'twoFactorCode' && facts.userId === idOf(who))
    const code = sent.at(-1)?.facts.code
    if (typeof code !== 'string') throw new Error(`No code was mailed to ${who}.`)
    return code
  }

  let sources = 0
  /** From a source of its own unless said otherwise: what a source may guess over all sign-ins is counted too. */
  const verify = (who: Member, otp_token: string, code: string, ip = `198.18.9.${sources++ % 250}`) =>
    h.call(null, 'security.verifyLogin', { email: emailOf(who), code, otp_token }, { host: h.hostOf(who), ip })
  const resend = (who: Member, otp_token: string) =>
    h.call(null, 'security.resendCode', { email: emailOf(who), otp_token }, { host: h.hostOf(who) })

  return { mails, turnOnMail, turnOnApp, begin, tokenFor, mailedCode, verify, resend }
}
