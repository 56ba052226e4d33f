// The ad partner on one machine: records of organizations behind a key, and failures on request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

/** `lost`: it does what it was asked, and the connection is cut before it says so. */
export type AdPartnerFailure = 401 | 429 | 500 | 'timeout' | 'garbage' | 'refused' | 'lost'

type Organization = { id: string; name: string; reference: string }
export type AdPartnerDouble = {
  url: string
  key: string
  organizations(): Organization[]
  /** Method and path of all that was asked, oldest first. */
  asked(): string[]
  /** A record that somebody made at the partner's own site. */
  keep(organization: Organization): void
  /** The next requests fail this way. */
  fail(failure: AdPartnerFailure, times?: number): void
  clear(): void
  stop(): Promise<void>
}

const Wanted = z.object({ name: z.string().min(1), reference: z.string().min(1) })
const path = '/v1/organizations'

function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

export async function startAdPartner({ key }: { key: string }): Promise<AdPartnerDouble> {
  const kept = new Map<string, Organization>()
  const asked: string[] = []
  const failures: AdPartnerFailure[] = []
  let made = 0

  function act(method: string, url: URL, body: string): { status: number; body: unknown } {
    const id = decodeURIComponent(url.pathname.slice(path.length + 1))
    const noneSuch = { status: 404, body: { error: 'There is no such organization.' } }
    if (url.pathname === path && method === 'POST') {
      const { name, reference } = Wanted.parse(JSON.parse(body))
      if ([...kept.values()].some((each) => each.reference === reference))
        return { status: 409, body: { error: 'There is an organization of this reference.' } }
      const organization = { id: `org-${1000 + ++made}`, name, reference }
      kept.set(organization.id, organization)
      return { status: 201, body: organization }
    }
    if (url.pathname === path && method === 'GET') {
      const reference = url.searchParams.get('reference')
      return { status: 200, body: { organizations: [...kept.values()].filter((each) => each.reference === reference) } }
    }
    if (!url.pathname.startsWith(`${path}/`)) return noneSuch
    if (method === 'GET') return kept.has(id) ? { status: 200, body: kept.get(id) } : noneSuch
    if (method === 'DELETE') return kept.delete(id) ? { status: 204, body: undefined } : noneSuch
    return noneSuch
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://localhost')
    const method = req.method ?? ''
    asked.push(`${method} ${url.pathname}${url.search}`)
    const failure = failures.shift()
    if (failure === 'timeout') return
    if (failure === 'refused') return void req.socket.destroy()
    if (failure === 'garbage') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
    if (typeof failure === 'number') return json(res, failure, { error: 'Asked to fail.' })
    if (req.headers.authorization !== `Bearer ${key}`) return json(res, 401, { error: 'The key is not right.' })
    const said = act(method, url, await text(req))
    if (failure === 'lost') return void req.socket.destroy()
    if (said.body === undefined) return void res.writeHead(said.status).end()
    json(res, said.status, said.body)
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => json(res, 400, { error: 'This request is not complete.' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    key,
    organizations: () => [...kept.values()],
    asked: () => [...asked],
    keep: (organization) => void kept.set(organization.id, organization),
    fail: (failure, times = 1) => void failures.push(...Array.from({ length: times }, () => failure)),
    clear() {
      kept.clear()
      asked.splice(0)
      failures.splice(0)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Those that wait for an answer that never comes.
        server.closeAllConnections()
      }),
  }
}
