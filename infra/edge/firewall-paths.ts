// Which calls the firewall counts together, by the paths of their contracts: a path that changes there changes here.
import { contracts } from '#shared/contracts/index.ts'
import { collectPath } from '#shared/pixel.ts'

const { session, security } = contracts

/** Where passwords, codes and links are tried. */
const guessed = [
  session.login,
  session.verifyReset,
  session.setPassword,
  session.confirmEmail,
  session.sso,
  security.verifyLogin,
]
/** What sends mails to addresses that somebody names, or makes companies. */
const mailed = [session.forgot, session.register, session.resendConfirmation, security.resendCode]

/** As the firewall sees them: decoded, normalised and in lower case, no matter what the spelling of the request. */
const patternOf = (calls: readonly { path: string }[]) =>
  `^/api(${calls.map(({ path }) => path.toLowerCase().replaceAll('.', '\\.')).join('|')})(/|$)`

export const firewallPaths = {
  guessed: patternOf(guessed),
  mailed: patternOf(mailed),
  visits: `^${collectPath}(/|$)`,
  calls: '^/api(/|$)',
  /** Files lie in caches and cost next to nothing; every other address that is no call is answered by a function. */
  notPages: '^/(api|assets|fonts|px)/|\\.(js|css|png|svg|ico|txt|webmanifest|woff2)$',
} as const
