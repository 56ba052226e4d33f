// The half of a sign-in that no script can read. What a page keeps in its storage can be copied to another machine; this half
// stands in a cookie that the browser alone sends, so a copy of the other one opens nothing.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The prefix makes browsers hold it to this very host, to all of its paths, and to a safe connection. */
const kinds = {
  own: { name: '__Host-browser', attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' },
  /**
   * Of a page that another site shows within its own, where a strict cookie is not sent. Partitioned: the browser keeps it for
   * that one site around ours, and sends it nowhere else.
   */
  framed: { name: '__Host-framed', attributes: 'Path=/; Secure; HttpOnly; SameSite=None; Partitioned' },
} as const
type Kind = keyof typeof kinds
const FORM = /^[\w-]{43}$/

/** What a request brought, and what its answer sets: of which kind, where it is a new sign-in. */
export type Cookies = {
  readonly halves: Partial<Record<Kind, string>>
  /** What people of this browser had remembered, by the name of each one's cookie. */
  readonly known: ReadonlyMap<string, string>
  readonly gives: Kind
  readonly answer: string[]
}

/**
 * From the cookies of a request, as the gateway lists them. Both kinds may come: a page that is framed by another one of its own
 * site shares its storage with the page that stands alone.
 */
export function readCookies(cookies: readonly string[] | undefined, isFramed = false): Cookies {
  const of = (kind: Kind) => {
    const sent = (cookies ?? []).flatMap((cookie) => {
      const [name, value = ''] = cookie.trim().split('=')
      return name === kinds[kind].name && FORM.test(value) ? [value] : []
    })
    // A browser has one of this name. Who sends two is none.
    const [half] = sent.length === 1 ? sent : []
    return half === undefined ? {} : { [kind]: half }
  }
  const halves = { ...of('own'), ...of('framed') }
  return { halves, known: knownOf(cookies ?? []), gives: isFramed ? 'framed' : 'own', answer: [] }
}

const KNOWN = /^(__Host-known-[\w-]{16})=([\w-]{43})$/

function knownOf(cookies: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const twice = new Set<string>()
  for (const cookie of cookies) {
    const [, name, value] = KNOWN.exec(cookie.trim()) ?? []
    if (!name || !value) continue
    if (known.has(name)) twice.add(name)
    known.set(name, value)
  }
  for (const name of twice) known.delete(name)
  return known
}

/** Several people may use a browser: each has a cookie of their own, whose name tells nobody who they are. */
const knownName = (userId: string) =>
  `__Host-known-${createHash('sha256').update(`known:${userId}`).digest('base64url').slice(0, 16)}`
const knownHash = (value: string, userId: string) =>
  createHash('sha256').update(`known:${userId}:${value}`).digest('base64url')
const knownCookie = (userId: string, value: string, seconds: number) =>
  `${knownName(userId)}=${value}; ${kinds.own.attributes}; Max-Age=${seconds}`

/** The hash of what this browser shows of having been remembered for a person. */
export function shownKnown(cookies: Cookies, userId: string): string | undefined {
  const value = cookies.known.get(knownName(userId))
  return value === undefined ? undefined : knownHash(value, userId)
}

/** Gives the browser a value by which a person's second step is left out here, and answers its hash for the table. */
export function giveKnown(cookies: Cookies, userId: string, lifeMs: number): string {
  const value = randomBytes(32).toString('base64url')
  cookies.answer.push(knownCookie(userId, value, Math.floor(lifeMs / 1000)))
  return knownHash(value, userId)
}

export function takeKnown(cookies: Cookies, userId: string): void {
  cookies.answer.push(knownCookie(userId, '', 0))
}

/** A half is worth nothing as a cookie of the other kind. */
const prefixes = { own: 'browser', framed: 'framed' } as const
const hashOf = (kind: Kind, half: string) =>
  createHash('sha256').update(`${prefixes[kind]}:${half}`).digest('base64url')
const cookie = (kind: Kind, half: string, seconds: number) =>
  `${kinds[kind].name}=${half}; ${kinds[kind].attributes}; Max-Age=${seconds}`

/** Gives the browser a new half, and answers its hash for the table. */
export function giveHalf(cookies: Cookies, lifeMs: number): string {
  const half = randomBytes(32).toString('base64url')
  cookies.answer.push(cookie(cookies.gives, half, Math.floor(lifeMs / 1000)))
  return hashOf(cookies.gives, half)
}

function kindOf({ halves }: Cookies, hash: string | undefined): Kind | undefined {
  if (!hash) return undefined
  const kept = Buffer.from(hash)
  return (['own', 'framed'] as const).find((kind) => {
    const half = halves[kind]
    if (!half) return false
    const shown = Buffer.from(hashOf(kind, half))
    return shown.length === kept.length && timingSafeEqual(shown, kept)
  })
}

/** Whether a request came from the browser that a sign-in was made in. */
export const isSameBrowser = (cookies: Cookies, hash: string | undefined): boolean =>
  kindOf(cookies, hash) !== undefined

/** Takes the half away again, if it is the one of this sign-in: another one may have been made in the same browser since. */
export function takeHalf(cookies: Cookies, hash: string | undefined): void {
  const kind = kindOf(cookies, hash)
  if (kind) cookies.answer.push(cookie(kind, '', 0))
}
