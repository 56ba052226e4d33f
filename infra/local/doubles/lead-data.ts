// The lead data provider on one machine: the same protocol, people that follow from the visitor, and failures on request.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { findKeywords, peopleOf } from './lead-audience.ts'

const Visitor = z.object({ visitorId: z.string().min(1), ip: z.string(), userAgent: z.string(), pageUrl: z.string() })
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

export type KnownPerson = {
  id: string
  email: string
  firstName?: string
  lastName?: string
  phone?: string
  city?: string
  state?: string
}

/** What goes wrong: a status, no answer at all, an answer that is no JSON, or JSON of another shape. */
export type Failure = 429 | 500 | 'timeout' | 'garbage' | 'other shape'

export type LeadDataDouble = {
  url: string
  /** Visitors that were asked for, oldest first, answered or not. */
  requests(): SeenVisitor[]
  /** Audiences that were to be counted, oldest first, answered or not. */
  counted(): Counted[]
  /** How often keywords were asked for. */
  suggested(): string[]
  /** The next requests fail this way. */
  fail(failure: Failure, times?: number): void
  /** From now on this visitor is this person, or nobody. */
  know(visitorId: string, person: KnownPerson | null): void
  stop(): Promise<void>
}

const firstNames = 'Amara Ben Chloe Diego Elif Farid Grace Hiro Ines Jonas Kofi Lena'.split(' ')
const lastNames = 'Adler Brooks Castillo Demir Ekberg Foster Garcia Huang Ivanov Jensen'.split(' ')
const places = ['Chicago, IL', 'Austin, TX', 'Denver, CO', 'Portland, OR', 'Tampa, FL']

const pick = (all: readonly string[], byte: number) => all[byte % all.length] ?? ''

/** The same visitor is always the same person; addresses and numbers are of the ranges that belong to nobody. */
export function personOf(visitorId: string): KnownPerson {
  const hash = createHash('sha256').update(visitorId).digest()
  const [first = 0, last = 0, place = 0, phone = 0] = hash
  const firstName = pick(firstNames, first)
  const lastName = pick(lastNames, last)
  const [city = '', state = ''] = pick(places, place).split(', ')
  const tail = hash.toString('hex').slice(8, 14)
  return {
    id: `person-${tail}`,
    email: `${firstName}.${lastName}.${tail}@example.com`.toLowerCase(),
    firstName,
    lastName,
    phone: `+1312555${String(100 + (phone % 100)).padStart(4, '0')}`,
    city,
    state,
  }
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

  const keep = <One>(all: One[], one: One) => {
    all.push(one)
    if (all.length > MOST_KEPT) all.shift()
  }

  function match(visitor: SeenVisitor) {
    const { visitorId } = visitor
    // A real provider does not know everybody either.
    if (known.has(visitorId)) return known.get(visitorId)
    return visitorId.startsWith('unknown') ? null : personOf(visitorId)
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
    return failure ? answerFailure(failure, res) : json(res, 200, await answerTo(asked.data))
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    const paths = ['/v1/identity/resolve', '/v1/keywords/suggest', '/v1/audience/count']
    if (req.method !== 'POST' || !paths.includes(req.url ?? '')) return json(res, 404, { error: 'No such address.' })
    if (!isKey(req.headers.authorization, options.key)) return json(res, 401, { error: 'The key is not right.' })
    const body = await text(req)
    if (req.url === '/v1/keywords/suggest')
      return take({ body, res, question: Suggest, seen: suggests }, (asked) => ({
        keywords: findKeywords(asked.text, asked.limit),
      }))
    if (req.url === '/v1/audience/count')
      return take({ body, res, question: Count, seen: counts }, async (asked) => ({ people: await peopleOf(asked) }))
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
    suggested: () => suggests.map(({ text: asked }) => asked),
    fail: (failure, times = 1) => void failures.push(...Array.from({ length: times }, () => failure)),
    know: (visitorId, person) => void known.set(visitorId, person),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Those that wait for an answer that never comes.
        server.closeAllConnections()
      }),
  }
}
