// The lead data provider on one machine: the same protocol, people that follow from the visitor, and failures on request.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { findKeywords, peopleOf } from './lead-audience.ts'
import { type KnownPerson, personByEmail, personByMd5, personOf } from './lead-people.ts'
import { inOrder, type Search, searchesOf, told } from './lead-searches.ts'

export type { KnownPerson, Search }
export { personOf }

const Visitor = z.object({
  visitorId: z.string().min(1),
  ip: z.string(),
  userAgent: z.string(),
  pageUrl: z.string(),
  informationTypeIds: z.array(z.string()).optional(),
})
export type SeenVisitor = z.output<typeof Visitor>

const Suggest = z.object({ text: z.string().min(1), limit: z.number().int().min(1).max(100) })
const texts = z.array(z.string())
const Count = z.discriminatedUnion('line', [
  z.object({ line: z.literal('local'), days: z.number(), siteUrl: z.url() }),
  z.object({
    line: z.enum(['locator', 'enhance', 'b2b']),
    days: z.number(),
    keywords: texts.min(1),
    area: z.union([z.literal('national'), z.object({ states: texts, cities: texts, zips: texts })]),
  }),
])
export type Counted = z.output<typeof Count>

const Enrich = z.object({
  records: z.array(z.union([z.object({ email: z.string() }), z.object({ md5: z.string() })])).max(1000),
  informationTypeIds: texts,
})
export type Enriching = z.output<typeof Enrich>

const Pull = z.object({
  requestId: z.string().min(1),
  line: z.enum(['locator', 'enhance', 'b2b']),
  keywords: texts.min(1),
  area: z.union([z.literal('national'), z.object({ states: texts, cities: texts, zips: texts })]),
  informationTypeIds: texts,
  from: z.number(),
  to: z.number(),
  limit: z.number().int().min(1).max(1000),
  cursor: z.string().nullable(),
})
export type Pulled = z.output<typeof Pull>
type Page = { people: Search[]; cursor: string | null }

/**
 * What goes wrong: a status, no answer at all, an answer that is no JSON, or JSON of another shape; `lost` is done and charged for,
 * and its answer does not arrive.
 */
export type Failure = 429 | 500 | 'timeout' | 'garbage' | 'other shape' | 'lost'

export type LeadDataDouble = {
  url: string
  /** Visitors that were asked for, oldest first, answered or not. */
  requests(): SeenVisitor[]
  /** Audiences that were to be counted, oldest first, answered or not. */
  counted(): Counted[]
  /** From now on a count with a request id is pending so many times before it is answered. */
  slow(times: number): void
  /** The next counts are these, for any question. */
  answer(people: readonly number[]): void
  /** Records that were to be enriched, oldest first, answered or not, also again. */
  enriched(): Enriching[]
  /** How often keywords were asked for. */
  suggested(): string[]
  /** Pages of people that were asked for, oldest first, answered or not, also again. */
  pulled(): Pulled[]
  /** How many people of pages were charged for: a page that was asked for twice with one request id, once. */
  billed(): number
  /** From now on these are the searches of anybody for anything; without an argument those that follow from the question. */
  search(searches?: readonly Search[]): void
  /** From now on the last search of a page is the first one of the next page, too. */
  repeatAcrossPages(doesRepeat: boolean): void
  /** Cursors that were given before are not known any more. */
  forgetCursors(): void
  /** The next requests fail this way. */
  fail(failure: Failure, times?: number): void
  /** What was to fail and did not yet is answered after all. */
  clearFailures(): void
  /** From now on this visitor, or who has this address, is this person; a visitor may be nobody. */
  know(visitorId: string, person: KnownPerson | null): void
  stop(): Promise<void>
}

const MOST_KEPT = 1000

function isKey(given: string | undefined, key: string): boolean {
  const [a, b] = [given ?? '', `Bearer ${key}`].map((value) => createHash('sha256').update(value).digest())
  return Boolean(a && b && timingSafeEqual(a, b))
}

const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

function answerFailure(failure: Failure, res: ServerResponse): void {
  if (failure === 'timeout') return
  if (failure === 'garbage') res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  else if (failure === 'lost') res.destroy()
  else if (failure === 'other shape')
    json(res, 200, { match: { id: 7, mail: 'nobody' }, people: 'many', keywords: 'none' })
  else
    json(
      res,
      failure,
      { error: failure === 429 ? 'Slow down.' : 'Broken.' },
      failure === 429 ? { 'retry-after': '1' } : {},
    )
}

export async function startLeadData(options: { port?: number; key: string }): Promise<LeadDataDouble> {
  const known = new Map<string, KnownPerson | null>()
  const seen: SeenVisitor[] = []
  const suggests: z.output<typeof Suggest>[] = []
  const counts: Counted[] = []
  const failures: Failure[] = []
  const pulls: Pulled[] = []
  const enriches: Enriching[] = []
  const answers = new Map<string, { matches: { record: number; person: KnownPerson }[] }>()
  const pages = new Map<string, Promise<Page | undefined>>()
  let searches: readonly Search[] | undefined
  let doesRepeat = false
  let billed = 0
  let generation = 0
  let pendingLooks = 0
  const given: number[] = []
  const looks = new Map<string, number>()

  const keep = <One>(all: One[], one: One) => {
    all.push(one)
    if (all.length > MOST_KEPT) all.shift()
  }

  function match(visitor: SeenVisitor) {
    const { visitorId, informationTypeIds = [] } = visitor
    // A real provider does not know everybody either.
    if (known.has(visitorId)) return known.get(visitorId)
    if (visitorId.startsWith('unknown')) return null
    const person = personOf(visitorId)
    return informationTypeIds.length > 0 ? { ...person, advanced: told(informationTypeIds, visitorId.length) } : person
  }

  /** The cursor is the place after the last search of the page before. */
  async function pageOf(asked: Pulled): Promise<Page | undefined> {
    if (asked.cursor && !asked.cursor.startsWith(`after-${generation}-`)) return undefined
    const isIn = ({ seenAt }: Search) => seenAt >= asked.from && seenAt < asked.to
    const all = searches ? [...searches].filter(isIn).sort(inOrder) : await searchesOf(asked)
    const start = Number(asked.cursor?.split('-').at(-1) ?? 0)
    const end = start + asked.limit
    const people = all.slice(start, end)
    if (doesRepeat && start > 0) people.unshift(...all.slice(start - 1, start))
    return { people, cursor: end < all.length ? `after-${generation}-${end}` : null }
  }

  async function makePage(asked: Pulled): Promise<Page | undefined> {
    const page = await pageOf(asked)
    billed += page?.people.length ?? 0
    return page
  }

  /** A repeated request is answered as the first one was, and costs nothing more. */
  function enrich({ records, informationTypeIds }: Enriching, requestId: string) {
    const before = answers.get(requestId)
    if (before) return before
    const matches = records.flatMap((each, record) => {
      const own = 'email' in each ? known.get(each.email) : undefined
      const person = own ?? ('email' in each ? personByEmail(each.email) : personByMd5(each.md5))
      return person ? [{ record, person: { advanced: told(informationTypeIds, record), ...person } }] : []
    })
    const answer = { matches }
    if (requestId) answers.set(requestId, answer)
    billed += matches.length
    return answer
  }

  /** A person who waits at a screen names no request, and is answered at once. */
  function isPending(requestId: string | string[] | undefined): boolean {
    if (typeof requestId !== 'string') return false
    const asked = looks.get(requestId) ?? 0
    looks.set(requestId, asked + 1)
    return asked < pendingLooks
  }

  /** A repeated request is answered as the first one was, and costs nothing more. */
  function pull(asked: Pulled): Promise<Page | undefined> {
    const page = pages.get(asked.requestId) ?? makePage(asked)
    pages.set(asked.requestId, page)
    if (pages.size > MOST_KEPT) for (const oldest of [...pages.keys()].slice(0, 1)) pages.delete(oldest)
    return page
  }

  /** Takes a question of one kind: keeps it, fails if it was told to, and answers. */
  async function take<Question extends z.ZodType>(
    {
      body,
      res,
      question,
      seen,
    }: { body: string; res: ServerResponse; question: Question; seen: z.output<Question>[] },
    answerTo: (asked: z.output<Question>) => unknown,
  ): Promise<unknown> {
    const asked = question.safeParse(JSON.parse(body))
    if (!asked.success) return json(res, 400, { error: 'This question is not complete.' })
    keep(seen, asked.data)
    const failure = failures.shift()
    if (failure && failure !== 'lost') return answerFailure(failure, res)
    const answer = await answerTo(asked.data)
    if (failure) return answerFailure(failure, res)
    return answer === undefined ? json(res, 410, { error: 'This cursor is not known.' }) : json(res, 200, answer)
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    const paths = [
      '/v1/identity/resolve',
      '/v1/keywords/suggest',
      '/v1/audience/count',
      '/v1/audience/people',
      '/v1/people/enrich',
    ]
    if (req.method !== 'POST' || !paths.includes(req.url ?? '')) return json(res, 404, { error: 'No such address.' })
    if (!isKey(req.headers.authorization, options.key)) return json(res, 401, { error: 'The key is not right.' })
    const body = await text(req)
    if (req.url === '/v1/keywords/suggest')
      return take({ body, res, question: Suggest, seen: suggests }, (asked) => ({
        keywords: findKeywords(asked.text, asked.limit),
      }))
    if (req.url === '/v1/audience/count')
      return take({ body, res, question: Count, seen: counts }, async (asked) =>
        isPending(req.headers['idempotency-key'])
          ? { pending: true }
          : { people: given.shift() ?? (await peopleOf(asked)) },
      )
    if (req.url === '/v1/people/enrich') {
      const requestId = String(req.headers['idempotency-key'] ?? '')
      return take({ body, res, question: Enrich, seen: enriches }, (asked) => enrich(asked, requestId))
    }
    if (req.url === '/v1/audience/people') return take({ body, res, question: Pull, seen: pulls }, pull)
    return take({ body, res, question: Visitor, seen }, (visitor) => ({ match: match(visitor) }))
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => json(res, 400, { error: 'This is no JSON.' }))
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : 0)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => [...seen],
    counted: () => [...counts],
    answer: (people) => void given.push(...people),
    slow: (times) => {
      pendingLooks = times
    },
    enriched: () => [...enriches],
    suggested: () => suggests.map(({ text: asked }) => asked),
    pulled: () => [...pulls],
    billed: () => billed,
    search: (given) => {
      searches = given
    },
    forgetCursors: () => {
      generation++
    },
    repeatAcrossPages: (does) => {
      doesRepeat = does
    },
    fail: (failure, times = 1) => void failures.push(...Array.from({ length: times }, () => failure)),
    clearFailures: () => void failures.splice(0),
    know: (visitorId, person) => void known.set(visitorId, person),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Those that wait for an answer that never comes.
        server.closeAllConnections()
      }),
  }
}
