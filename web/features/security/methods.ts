import type { Input } from '../../api/terms.ts'

export type Method = Exclude<NonNullable<Input<'security.saveTwoFactor'>['twoFactorAuthType']>, ''>

/** The two ways to confirm a sign-in, as people choose between them. */
export const methods: readonly { id: Method; name: string; text: string }[] = [
  { id: 'email', name: 'E-mail', text: 'We mail you a code each time you log in.' },
  {
    id: 'google',
    name: 'Authenticator app',
    text: 'An app on your phone shows a code, also without a network. This is the safer way.',
  },
]
