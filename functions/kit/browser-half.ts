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
  return { halves: { ...of('own'), ...of('framed') }, gives: isFramed ? 'framed' : 'own', answer: [] }
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
