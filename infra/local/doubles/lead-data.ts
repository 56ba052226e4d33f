// The lead data provider on one machine: the same protocol, people that follow from the visitor, and failures on request.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

const Visitor = z.object({ visitorId: z.string().min(1), ip: z.string(), userAgent: z.string(), pageUrl: z.string() })
export type SeenVisitor = z.output<typeof Visitor>

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
  else if (failure === 'other shape') json(res, 200, { match: { id: 7, mail: 'nobody' } })
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
  const failures: Failure[] = []

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    if (req.method !== 'POST' || req.url !== '/v1/identity/resolve')
      return json(res, 404, { error: 'No such address.' })
    if (!isKey(req.headers.authorization, options.key)) return json(res, 401, { error: 'The key is not right.' })
    const visitor = Visitor.safeParse(JSON.parse(await text(req)))
    if (!visitor.success) return json(res, 400, { error: 'This is no visitor.' })
    seen.push(visitor.data)
    if (seen.length > MOST_KEPT) seen.shift()
    const failure = failures.shift()
    if (failure) return answerFailure(failure, res)
    const { visitorId } = visitor.data
    // A real provider does not know everybody either.
    const match = known.has(visitorId)
      ? known.get(visitorId)
      : visitorId.startsWith('unknown')
        ? null
        : personOf(visitorId)
    return json(res, 200, { match })
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
