// The outside as workers reach it: doubles of tools over HTTP, a server of them for each account, and a receiver of webhooks. Each
// request waits for its turn, finds the account that its credentials are of, and may fail on its way there or back. What was handed
// over is told to whom it may concern before anything else happens.
import type { Services } from '#functions/kit/services.ts'
import type { ToolFailure } from '#infra/local/doubles/tools/double.ts'
import type { ToolDoubles } from '#infra/local/doubles/tools/index.ts'
import type { Received, WebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'
import type { Dice } from '../dice.ts'
import type { Turns } from '../turns.ts'

export const slugs = [
  'sendgrid',
  'gohighlevel',
  'gohighlevelv2',
  'kartra',
  'clickfunnels',
  'mailboxpower',
  'google_sheets',
] as const
export type Slug = (typeof slugs)[number]
/** Of those that are connected by a sign-in of their own, and not by keys. */
export type SignInSlug = 'google_sheets' | 'gohighlevelv2'
export const isSignIn = (slug: Slug): slug is SignInSlug => slug === 'google_sheets' || slug === 'gohighlevelv2'

export const honest = { busy: 0, lostThere: 0, lostBack: 0, garbage: 0, doomed: 0 }
export type NetworkFaults = typeof honest

/** Leads that a request hands over, at an account of a tool; `values`: the lists or tags that go with it. */
export type Handed = {
  slug: Slug
  place: number
  leadIds: string[]
  values: string[] | undefined
  fileId: string | undefined
}
/** `isTaken`: the tool has them, as far as its answer says or may say; `isSaid`: and we were told. */
export type Outcome = { isTaken: boolean; isSaid: boolean }

export type Shared = { place: number; fileId: string; address: string }

/** `key`: what the account's own double knows it by. */
type Credential = { slug: Slug; place: number; key: string }

type Listener = {
  tools: (handed: Handed) => void
  took: (handed: Handed, outcome: Outcome) => void
  letter: (letter: Received) => void
  /** A sheet is about to be shared with somebody, or with them as well. */
  shares: (shared: Shared) => void
}
type Parts = {
  doubles: readonly ToolDoubles[]
  receiver: WebhookReceiver
  turns: Turns
  dice: Dice
  services: Services
  listener: Listener
}

const idIn = (text: unknown) => /led_\w+/.exec(String(text))?.[0]
/** The last digits of a telephone number are those of its lead. */
export const phoneOf = (count: number) => `+1312555${String(count).padStart(4, '0')}`

export function openNetwork({ doubles, receiver, turns, dice, services, listener }: Parts) {
  const state = { faults: honest, requests: 0 }
  /** Which account a credential is of; what is not known is nobody's. */
  const places = new Map<string, Credential>()
  /** Of whom a telephone number is. */
  const phones = new Map<string, string>()
  /** Tools that answer nobody for some time: `place/slug`. */
  const down = new Set<string>()
  const bases = doubles.map(({ environment }) => {
    const urls: Record<string, string> = JSON.parse(environment.TOOL_URLS)
    return String(urls.sendgrid).replace(/\/sendgrid$/, '')
  })
  const [base = ''] = bases

  type Asked = { slug: Slug; path: string; method: string; headers: Headers; text: string }

  /** What a request says of itself: a key, a token, or what a token is asked for with. */
  function credentialOf({ slug, headers, text, path }: Asked): Credential | undefined {
    const form = new URLSearchParams(text)
    const bearer = (headers.get('authorization') ?? '').replace(/^Bearer /, '')
    if (slug === 'kartra') return places.get(form.get('api_key') ?? '')
    if (slug === 'mailboxpower') return places.get(headers.get('apikey') ?? '')
    if (isSignIn(slug) && isForTokens(path))
      return places.get(form.get('refresh_token') ?? form.get('code') ?? form.get('token') ?? bearer)
    return places.get(bearer)
  }

  /** As the account's own double knows it. */
  function withOwnKey({ slug, headers, text }: Asked, key: string): { headers: Headers; text: string } {
    const own = new Headers(headers)
    if (isSignIn(slug)) return { headers: own, text }
    if (slug === 'kartra') {
      const form = new URLSearchParams(text)
      const [name = '', password = ''] = key.split('|')
      form.set('api_key', name)
      form.set('api_password', password)
      return { headers: own, text: String(form) }
    }
    if (slug === 'mailboxpower') own.set('apikey', key)
    else own.set('authorization', `Bearer ${key}`)
    return { headers: own, text }
  }

  function handedBy({ slug, path, method, text }: Asked, place: number): Handed | undefined {
    const json = (): Record<string, unknown> => ({ ...Object(JSON.parse(text || '{}')) })
    const of = (leadIds: (string | undefined)[], values?: string[], fileId?: string): Handed => ({
      slug,
      place,
      leadIds: leadIds.filter((id) => id !== undefined),
      values,
      fileId,
    })
    const byContact = ({ email, phone }: { email?: unknown; phone?: unknown }) =>
      idIn(email) ?? phones.get(String(phone ?? ''))
    const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
    if (slug === 'sendgrid' && method === 'PUT') {
      const { contacts, list_ids: ids } = json()
      return of(
        list(contacts).map((each) => byContact(Object(each))),
        list(ids).map(String),
      )
    }
    if (slug === 'gohighlevelv2' && path === '/contacts/upsert') {
      const body = json()
      return of([byContact(body)], [String(body.locationId)])
    }
    if (slug === 'gohighlevel' && method !== 'GET') {
      const body = json()
      // One that is there already keeps the tags that it has.
      return of([byContact(body)], method === 'PUT' ? undefined : list(body.tags).map(String))
    }
    if (slug === 'kartra') {
      const form = new URLSearchParams(text)
      if (!form.has('lead[email]')) return undefined
      return of(
        [idIn(form.get('lead[email]'))],
        [...form].filter(([name]) => name.endsWith('[list_name]')).map(([, value]) => value),
      )
    }
    if (slug === 'mailboxpower' && method === 'POST') {
      const { street, group } = json()
      return of([idIn(street)], typeof group === 'string' ? [group] : [])
    }
    if (slug === 'clickfunnels' && path.endsWith('/upsert')) return of([idIn(Object(json().contact).email_address)])
    if (slug === 'google_sheets' && path.includes(':append')) {
      const [, fileId] = /^\/v4\/spreadsheets\/([^/]+)\//.exec(path) ?? []
      return of(
        list(json().values).map((row) => list(row).map(idIn).findLast(Boolean)),
        undefined,
        fileId,
      )
    }
    return undefined
  }

  /** How the next request fails; undefined where it does not. */
  function trouble(slug: Slug, place: number): ToolFailure | undefined {
    const { busy, lostThere, lostBack, garbage, doomed } = state.faults
    if (down.has(`${place}/${slug}`)) return 503
    if (turns.hits(busy)) return dice.pick([429, 500, 503] as const)
    if (turns.hits(lostThere)) return 'refused'
    if (turns.hits(lostBack)) return 'answer lost'
    if (turns.hits(garbage)) return 'garbage'
    if (slug === 'sendgrid' && turns.hits(doomed)) return 'job fails'
    return undefined
  }

  /** Tokens that a sign-in or a renewal gave are of the account that gave them. */
  function learn(text: string, slug: Slug, place: number): void {
    const { access_token: access, refresh_token: refresh }: Record<string, unknown> = Object(JSON.parse(text))
    for (const token of [access, refresh]) if (typeof token === 'string') places.set(token, { slug, place, key: '' })
  }

  const isForTokens = (path: string) => /^\/(?:token|revoke|oauth\/token|oauth\/locationToken)$/.test(path)
  const isGood = (text: string, slug: Slug) => slug !== 'kartra' || /^\{"status":"Success"/i.test(text)

  async function ask(asked: Asked): Promise<Response> {
    const { slug, path, method } = asked
    const known = credentialOf(asked)
    const place = known?.place ?? 0
    const double = doubles[place]?.[slug]
    if (!double) throw new Error('There is no such account.')
    state.requests++
    const handed = handedBy(asked, place)
    // Before a tool learns of anybody it is asked whether it may.
    if (handed && known) listener.tools(handed)
    const [, fileId] = (method === 'POST' && /^\/drive\/v3\/files\/([^/]+)\/permissions/.exec(path)) || []
    if (fileId) listener.shares({ place, fileId, address: String(Object(JSON.parse(asked.text)).emailAddress) })
    const failure = trouble(slug, place)
    if (failure !== undefined) double.fail(failure, failure === 429 && dice.chance(0.5) ? { retryAfter: '40' } : {})
    const { headers, text } = known ? withOwnKey(asked, known.key) : asked
    let outcome: Outcome = { isTaken: failure === 'answer lost', isSaid: false }
    try {
      const answer = await real(`${bases[place]}/${slug}${path}`, {
        method,
        headers,
        ...(text !== '' && { body: text }),
        redirect: 'manual',
      })
      const said = await answer.text()
      const isDone = answer.ok && failure !== 'garbage' && isGood(said, slug)
      outcome = { isTaken: isDone, isSaid: isDone }
      if (isDone && isSignIn(slug) && isForTokens(path) && said.startsWith('{')) learn(said, slug, place)
      const isEmpty = answer.status === 204
      return new Response(isEmpty ? null : said, { status: answer.status, headers: answer.headers })
    } finally {
      if (handed && known) listener.took(handed, outcome)
    }
  }

  const real = globalThis.fetch
  globalThis.fetch = async (input, init = {}) => {
    const url = String(input)
    const [, slug, path = ''] = url.startsWith(base) ? (/^\/([a-z0-9_]+)(.*)$/.exec(url.slice(base.length)) ?? []) : []
    const found = slugs.find((each) => each === slug)
    if (!found) return real(input, init)
    const { method = 'GET', body, headers } = init
    // The double of Kartra lies at its very root.
    const asked: Asked = { slug: found, path, method, headers: new Headers(headers), text: '' }
    if (typeof body === 'string') asked.text = body
    else if (body instanceof URLSearchParams) {
      asked.text = String(body)
      asked.headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    return turns.take('payment', () => ask(asked))
  }

  const { webhooks } = services
  /** Until when (rounds) a receiver fails, by the last part of its address. */
  const gone = new Set<string>()
  services.webhooks = {
    check: (address) => webhooks.check(address),
    post: (address, letter) =>
      turns.take('payment', async () => {
        state.requests++
        const { busy, lostThere, lostBack } = state.faults
        if (gone.has(new URL(address).pathname)) receiver.fail(410)
        else if (down.has(new URL(address).pathname) || turns.hits(busy)) receiver.fail(dice.pick([429, 500, 503]))
        else if (turns.hits(lostThere)) receiver.fail('refused')
        else if (turns.hits(lostBack)) receiver.fail('answer lost')
        const seen = receiver.received().length
        try {
          return await webhooks.post(address, letter)
        } finally {
          for (const each of receiver.received().slice(seen)) listener.letter(each)
          receiver.clear()
        }
      }),
  }

  return {
    state,
    places,
    phones,
    down,
    gone,
    bases,
    /** Straight, as a person's own browser goes there. */
    browse: (url: string) => real(url, { redirect: 'manual' }),
    end(): void {
      globalThis.fetch = real
    },
  }
}
export type Network = ReturnType<typeof openNetwork>
