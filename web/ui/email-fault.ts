import { EMAIL_MAX } from '#shared/constants.ts'

/** Why a form does not take this as an e-mail address. The server looks closer. */
export function emailFault(value: string): string | null {
  const email = value.trim()
  if (email === '') return 'Enter an e-mail address.'
  if (email.length > EMAIL_MAX) return `Use at most ${EMAIL_MAX} characters.`
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? null : 'Enter a valid e-mail address.'
}
