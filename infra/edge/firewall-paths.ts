// Which calls the firewall counts together, by the paths of their contracts: a path that changes there changes here.
import { contracts } from '#shared/contracts/index.ts'
import { stripeHookPath, unsubscribePath } from '#shared/hooks.ts'
import { collectPath } from '#shared/pixel.ts'

const { audit, developer, documents, integrations, public: open, sales, security, session } = contracts

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

/** What a link, a code or a secret of a program opens without a sign-in, and documents that are long. */
const opened = [
  session.openDocument,
  audit.openDownload,
  integrations.signInReturn,
  developer.token,
  sales.checkReferral,
  documents.get,
  open.openapi,
  open.developerDocument,
  { path: unsubscribePath.replace(/^\/api/, '') },
]
/** What each page reads when it begins: bounded with all other calls, because an office of many people shares one address. */
const begun = [session.refresh, open.domainInfo, open.keys, open.country, open.clientAddress]

/** Every call that needs no sign-in stands in one of these; a test looks. */
export const publicCalls = { guessed, mailed, opened, begun } as const

/** As the firewall sees them: decoded, normalised and in lower case, no matter what the spelling of the request. */
const patternOf = (calls: readonly { path: string }[]) =>
  `^/api(${calls.map(({ path }) => (path.split('/{')[0] ?? path).toLowerCase().replaceAll('.', '\\.')).join('|')})(/|$)`

export const firewallPaths = {
  guessed: patternOf(guessed),
  mailed: patternOf(mailed),
  opened: patternOf(opened),
  visits: `^${collectPath}(/|$)`,
  /** Its own rule: the payment provider's events come from a dozen addresses for all tenants together. */
  events: `^${stripeHookPath}/?$`,
  calls: '^/api(/|$)',
  /** Files lie in caches and cost next to nothing; every other address that is no call is answered by a function. */
  notPages: '^/(api|assets|fonts|px)/|\\.(js|css|png|svg|ico|txt|webmanifest|woff2)$',
} as const
