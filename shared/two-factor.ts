// The second step of signing in: its kinds and every limit of it, in one place.
import { DAY, MINUTE } from './dates.ts'

export const twoFactorTypes = ['email', 'google'] as const
export type TwoFactorType = (typeof twoFactorTypes)[number]

export const twoFactorLimits = {
  /** Digits of a code, by mail and by authenticator. */
  digits: 6,
  /** A mailed code is good for this long. */
  codeMs: 10 * MINUTE,
  /** A sign-in that was begun is open for this long, however many codes it asked for. */
  challengeMs: 30 * MINUTE,
  /** Wrong codes that end a sign-in. */
  tries: 5,
  /** Wrong codes of one person in a day over all their sign-ins: the person who knows the password cannot go on guessing. */
  triesPerDay: 50,
  triesWindow: DAY,
  /** Time between two mailed codes, and how many more a sign-in may ask for. */
  resendMs: MINUTE,
  resends: 5,
  /** Sign-ins of one person in an hour that begin with a mailed code: nobody who knows the password fills the mailbox. */
  mailedPerHour: 20,
  /** An authenticator's secret that was shown must be saved within this time. */
  pendingMs: 10 * MINUTE,
  /** Length of an authenticator's step, and how many steps a clock may be off. */
  stepMs: 30_000,
  drift: 1,
  recoveryCodes: 10,
} as const

const DASHES_AND_BLANKS = /[\s-]+/g

/** What a person typed as a code: digits of a mailed code or an authenticator, or one of their recovery codes. */
export function readCode(text: string): { kind: 'digits' | 'recovery'; code: string } | null {
  const code = text.replace(DASHES_AND_BLANKS, '').toLowerCase()
  if (new RegExp(`^\\d{${twoFactorLimits.digits}}$`).test(code)) return { kind: 'digits', code }
  return recoveryCodeForm.test(code) ? { kind: 'recovery', code } : null
}

/** Letters and digits that are not mistaken for each other when read from paper. */
export const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 120 bits of chance. Codes that were made before have 12 signs, and are good until they are spent or renewed. */
export const RECOVERY_CODE_LENGTH = 24
const recoveryCodeForm = new RegExp(`^(?:[${recoveryAlphabet}]{12}|[${recoveryAlphabet}]{${RECOVERY_CODE_LENGTH}})$`)

/** A recovery code as it is shown: in groups of four. */
export function showRecoveryCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}
