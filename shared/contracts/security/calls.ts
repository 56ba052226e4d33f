import * as z from 'zod'
import { twoFactorTypes } from '../../two-factor.ts'
import { flagInput } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Device, Done, Id, TokenTrio, UserName } from '../lib/fields.ts'

const OtpToken = z.string().min(1).max(512)
const TwoFactorChoice = z.enum(['', ...twoFactorTypes])

/** What signing in answers instead of tokens when a second step is due. */
export const TwoFactorChallenge = z.object({
  two_factor_auth: z.literal(true),
  two_factor_auth_type: z.enum(twoFactorTypes),
  otp_token: z.string(),
})
export type TwoFactorChallenge = z.output<typeof TwoFactorChallenge>

export const getTwoFactor = call({
  method: 'GET',
  path: '/setting/twofactorauth/{userId}',
  summary: 'Whether and how a person confirms their sign-in. Never tells a secret.',
  can: 'signed-in',
  beforeSecondStep: true,
  user: 'userId',
  input: z.object({ userId: Id }),
  output: z.object({
    two_factor_auth: z.boolean(),
    two_factor_auth_type: TwoFactorChoice,
    recovery_codes_left: z.number(),
  }),
})

export const saveTwoFactor = call({
  method: 'PUT',
  path: '/setting/twofactorauth/{userId}',
  summary:
    'Turns the second step on or off. People do it for themselves; who manages their company can only turn it off. Recovery codes are answered once, when it is turned on.',
  can: 'signed-in',
  beforeSecondStep: true,
  user: 'userId',
  sensitive: true,
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Saved the second step', tried: 'Tried to change the second step' },
  rounds: {
    most: 6,
    reason: 'Sessions are ended after the setting is written.',
    again: 'What was so is compared with what is so now.',
  },
  input: z.object({
    userId: Id,
    two_factor_auth: z.boolean(),
    two_factor_auth_type: TwoFactorChoice.default(''),
    /** Only for google: the secret that this person was shown in the last ten minutes. */
    secretKey: z.string().max(128).optional(),
    /** A first code of the authenticator; checked when it is sent. */
    code: z.string().max(16).optional(),
  }),
  output: Done.extend({ recovery_codes: z.array(z.string()) }),
})

export const getGoogleTfa = call({
  method: 'GET',
  path: '/setting/googletfa/{userId}/{companyId}',
  summary: 'A new secret for an authenticator, as text and as an SVG image. Nothing changes until it is saved.',
  can: 'signed-in',
  beforeSecondStep: true,
  user: 'userId',
  company: 'companyId',
  sensitive: true,
  inView: 'refused',
  input: z.object({ userId: Id, companyId: Id }),
  output: z.object({ qrCodeUrl: z.string(), secretKey: z.string() }),
})

export const newRecoveryCodes = call({
  method: 'POST',
  path: '/setting/twofactorauth/{userId}/recovery-codes',
  summary: 'Makes ten new one-time codes and forgets the old ones.',
  can: 'signed-in',
  user: 'userId',
  sensitive: true,
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Made new recovery codes', tried: 'Tried to make new recovery codes' },
  input: z.object({ userId: Id }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
})

export const unlock = call({
  method: 'PUT',
  path: '/setting/unlock/{userId}',
  summary:
    'Lets a person in again who is locked out: turns their second step off, forgets their failed sign-ins and signs them out everywhere. They are told by mail. With `onlySessions` it signs them out everywhere, and nothing else.',
  can: 'user:unlock',
  user: 'userId',
  sensitive: true,
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Unlocked the sign-in', tried: 'Tried to unlock a sign-in' },
  rounds: { most: 6, reason: 'Each lock is looked at before it is taken away, and the mail is counted.' },
  input: z.object({ userId: Id, onlySessions: z.boolean().optional() }),
  output: Done,
})

export const verifyLogin = call({
  method: 'POST',
  path: '/verifylogin',
  summary: 'The second step of signing in: a mailed code, a code of the authenticator, or a recovery code.',
  can: 'anyone',
  audit: { action: 'Sign In', did: 'Signed in', tried: 'Tried to pass the second step' },
  input: z.object({
    email: UserName,
    code: z.string().max(64),
    otp_token: OtpToken,
    device: Device,
    /** Leave the second step out in this browser for 30 days. */
    remember: flagInput.optional(),
  }),
  output: TokenTrio,
})

export const resendCode = call({
  method: 'POST',
  path: '/resendcode',
  summary: 'Mails a new code for a sign-in that was begun; the one before is of no use any more.',
  can: 'anyone',
  audit: 'none',
  input: z.object({ email: UserName, otp_token: OtpToken }),
  output: Done,
})
