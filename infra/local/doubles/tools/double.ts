// What the doubles of outside tools have in common: each hands a request to the tool's own part, keeps what came, and fails on
// request in every way that a real one does.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { type Memory, openMemory } from '../memory.ts'

/**
 * `silence`: no answer at all. `garbage`: a page instead of an answer. `refused`: the connection is cut before anything was read.
 * `answer lost`: it did what it was asked, and the connection is cut before it says so. `job fails`: of a tool that works later, it
 * takes what it was asked, and fails at it then.
 */
export type ToolFailure =
  | (401 | 403 | 422 | 429 | 500 | 503)
  | ('silence' | 'garbage' | 'refused' | 'answer lost' | 'job fails')
export const toolFailures: readonly ToolFailure[] = [
  ...([401, 403, 422, 429, 500, 503] as const),
  ...(['silence', 'garbage', 'answer lost', 'job fails'] as const),
]

export type ToolRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** What JSON or a form held. */
  body: Record<string, unknown>
  /** What it begins with this is to fail. */
  isDoomed?: boolean
}
export type ToolReply = { status: number; json?: unknown; headers?: Record<string, string> }

/** Without its headers: one of them is a secret. */
export type ToolLetter = {
  at: number
  method: string
  path: string
  body: Record<string, unknown>
  answered: number | string
}

export type ToolDouble = {
  slug: ToolSlug
  /** What the demonstration connects with, by field. Nobody's secrets. */
  demonstration: Readonly<Record<string, string>>
  /** All that came, oldest first. */
  received(): ToolLetter[]
  /** The next requests, or those of a method, fail this way; `retryAfter` (seconds) goes with a status. */
  fail(failure: ToolFailure, options?: { times?: number; retryAfter?: string; method?: string }): void
  /** How many requests are still to fail. */
  failing(): number
  /** Works again: what was still to fail does not. */
  mend(): void
  /** Forgets what came, and works again. */
  clear(): void
  /** Goes on with what a file holds, and keeps there what it knows. */
  rememberIn(file: string | null): Memory
  take(req: IncomingMessage, res: ServerResponse): void
}

type Part = {
  slug: ToolSlug
  demonstration: Readonly<Record<string, string>>
  /** All that it knows of its tool. */
  state: object
  now: () => number
  /** What the tool does and says. */
  answer: (request: ToolRequest) => ToolReply
  /** In the tool's own form: how it says that it failed. */
  refusal?: (status: number) => unknown
}
type Planned = { failure: ToolFailure; retryAfter?: string; method?: string }

const MOST_KEPT = 500
const MOST_BODY = 1_000_000

function parseBody(type: string, body: string): Record<string, unknown> {
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body))
  try {
    return { ...Object(JSON.parse(body)) }
  } catch {
    return {}
  }
}

async function read(req: IncomingMessage): Promise<ToolRequest> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
  const body = (await text(req)).slice(0, MOST_BODY)
  const type = req.headers['content-type'] ?? ''
  return {
    method: req.method ?? '',
    path: pathname,
    query: searchParams,
    headers: req.headers,
    body: parseBody(type, body),
  }
}

function send(res: ServerResponse, { status, json, headers }: ToolReply): void {
  const type = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
  res.writeHead(status, { ...type, ...headers }).end(json === undefined ? undefined : JSON.stringify(json))
}

export function createToolDouble({
  slug,
  demonstration,
  state,
  now,
  answer,
  refusal = (status) => ({ message: `Asked to answer ${status}.` }),
}: Part): ToolDouble {
  const own: { letters: ToolLetter[]; planned: Planned[] } = { letters: [], planned: [] }
  let memory: Memory | undefined

  function reply(
    plan: Planned | undefined,
    request: ToolRequest,
    req: IncomingMessage,
    res: ServerResponse,
  ): number | string {
    if (plan && typeof plan.failure === 'number') {
      const headers = plan.retryAfter === undefined ? {} : { 'retry-after': plan.retryAfter }
      send(res, { status: plan.failure, json: refusal(plan.failure), headers })
      return plan.failure
    }
    if (plan?.failure === 'silence') return plan.failure
    if (plan?.failure === 'garbage') {
      res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
      return plan.failure
    }
    const said = answer({ ...request, isDoomed: plan?.failure === 'job fails' })
    if (plan?.failure === 'answer lost') {
      req.socket.destroy()
      return plan.failure
    }
    send(res, said)
    return said.status
  }

  return {
    slug,
    demonstration,
    received: () => [...own.letters],
    fail(failure, { times = 1, ...more } = {}) {
      for (let index = 0; index < times; index++) own.planned.push({ failure, ...more })
      memory?.changed()
    },
    failing: () => own.planned.length,
    mend() {
      own.planned = []
      memory?.changed()
    },
    clear() {
      own.letters = []
      own.planned = []
      memory?.changed()
    },
    rememberIn(file) {
      memory = openMemory(file, { own, state })
      return memory
    },
    take(req, res) {
      const next = own.planned.findIndex(({ method }) => method === undefined || method === req.method)
      const [plan] = next === -1 ? [] : own.planned.splice(next, 1)
      if (plan?.failure === 'refused') return void req.socket.destroy()
      read(req)
        .then((request) => {
          const { method, path, query, body } = request
          const letter = { at: now(), method, path: query.size ? `${path}?${query}` : path, body, answered: 0 }
          own.letters.push(letter)
          if (own.letters.length > MOST_KEPT) own.letters.shift()
          Object.assign(letter, { answered: reply(plan, request, req, res) })
          memory?.changed()
        })
        .catch(() => res.destroy())
    },
  }
}
