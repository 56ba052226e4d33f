// The half of a sign-in that no script can read. What a page keeps in its storage can be copied to another machine; this half
// stands in a cookie that the browser alone sends, so a copy of the other one opens nothing.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The prefix makes browsers hold it to this very host, to all of its paths, and to a safe connection. */
const NAME = '__Host-browser'
const FORM = /^[\w-]{43}$/

/** What a request brought, and what its answer sets. */
export type Cookies = { readonly browser: string | undefined; readonly answer: string[] }

/** From the cookies of a request, as the gateway lists them. */
export function readCookies(cookies: readonly string[] | undefined): Cookies {
  const sent = (cookies ?? []).flatMap((cookie) => {
    const [name, value = ''] = cookie.trim().split('=')
    return name === NAME && FORM.test(value) ? [value] : []
  })
  // A browser has one of this name. Who sends two is none.
  return { browser: sent.length === 1 ? sent[0] : undefined, answer: [] }
}

const hashOf = (half: string) => createHash('sha256').update(`browser:${half}`).digest('base64url')
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** Gives the browser a new half, and answers its hash for the table. */
export function giveHalf(cookies: Cookies, lifeMs: number): string {
  const half = randomBytes(32).toString('base64url')
  cookies.answer.push(`${NAME}=${half}; ${attributes}; Max-Age=${Math.floor(lifeMs / 1000)}`)
  return hashOf(half)
}

/** Whether a request came from the browser that a sign-in was made in. */
export function isSameBrowser({ browser }: Cookies, hash: string | undefined): boolean {
  if (!browser || !hash) return false
  const [shown, kept] = [Buffer.from(hashOf(browser)), Buffer.from(hash)]
  return shown.length === kept.length && timingSafeEqual(shown, kept)
}

/** Takes the half away again, if it is the one of this sign-in: another one may have been made in the same browser since. */
export function takeHalf(cookies: Cookies, hash: string | undefined): void {
  if (isSameBrowser(cookies, hash)) cookies.answer.push(`${NAME}=; ${attributes}; Max-Age=0`)
}
