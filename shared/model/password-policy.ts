const PASSWORD_MIN = 8
const PASSWORD_MAX = 256

export type PasswordRule = { label: string; test: (password: string) => boolean }

/** What a new password must have. Forms tick these off while a person types; the server asks `passwordFault`. */
export const passwordRules: readonly PasswordRule[] = [
  { label: 'At least 8 characters', test: (password) => [...password].length >= PASSWORD_MIN },
  { label: 'A letter', test: (password) => /\p{L}/u.test(password) },
  { label: 'A digit', test: (password) => /\p{N}/u.test(password) },
]

/** The passwords that everybody tries first, among those that have letters and digits. */
const common = new Set(
  (
    'password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword1 abc12345 abcd1234 abc123456 a1b2c3d4 ' +
    'qwerty12 qwerty123 qwerty1234 qwertyuiop1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 asdf1234 zxcv1234 welcome1 welcome123 ' +
    'letmein1 letmein123 admin123 admin1234 administrator1 changeme1 changeme123 iloveyou1 iloveyou123 monkey123 ' +
    'dragon123 football1 baseball1 sunshine1 princess1 superman1 batman123 trustno1 master123 hello123 charlie1 ' +
    'michael1 jordan23 starwars1 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 test1234 temp1234 ' +
    'company1 company123 google123 secret123 login123 user1234 guest123 11111111a aa123456 aa12345678 123456789a 12345678a'
  ).split(' '),
)

/** Why a password may not become someone's, as a sentence; undefined when it may. `email` is the person's own. */
export function passwordFault(password: string, email = ''): string | undefined {
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  if (!passwordRules.every(({ test }) => test(password))) return 'Use at least 8 characters, with letters and digits.'
  const plain = password.trim().toLowerCase()
  if (common.has(plain)) return 'This password is known to everybody who guesses. Choose another one.'
  const [local = ''] = email.toLowerCase().split('@')
  if (local.length > 3 && plain.replace(/\d/g, '') === local.replace(/\d/g, ''))
    return 'Choose a password that is not your e-mail address.'
  return undefined
}
