import { EMAIL_MAX } from '#shared/constants.ts'
import { refusalForEmail } from '#shared/email.ts'

/** Why a form does not take this as an e-mail address, by the server's own rule. */
export function emailFault(value: string): string | null {
  const email = value.trim()
  if (email === '') return 'Enter an e-mail address.'
  if (email.length > EMAIL_MAX) return `Use at most ${EMAIL_MAX} characters.`
  return refusalForEmail(email) ?? null
}
