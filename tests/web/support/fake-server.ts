// A server inside the test: it knows every call from the contracts, opens `dt` with a key of its own, and lets no answer
// pass that the contract does not allow. What it was asked is kept, so that tests can look at payloads and headers.
import { compactDecrypt } from 'jose'
import { vi } from 'vitest'
import type * as z from 'zod'
import { allCalls, type CallName, type Contract, findCall, type Output } from '#shared/contracts/index.ts'
import { type ErrorCode, statusOf } from '#shared/errors.ts'

export type Asked = {
  name: CallName
  input: Record<string, unknown>
  /** The JSON body as it travelled. */
  body: unknown
  /** Protected header of the `dt`, when there was one. */
  seal: Record<string, unknown> | undefined
  headers: Headers
  bearer: string | null
}
type Reply<Name extends CallName> = (
  input: z.output<Contract<Name>['input']>,
  asked: Asked,
) => Output<Name> | Promise<Output<Name>>
export type Handlers = { [Name in CallName]?: Reply<Name> }

/** Thrown by a handler to answer with a failure. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly now: Record<string, unknown> | undefined
  constructor(
    code: ErrorCode,
    message: string,
    fields?: Record<string, string>,
    retryAfter?: number,
    now?: Record<string, unknown>,
  ) {
    super(message)
    this.now = now
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

// Outlives this module: the application's own modules may have outlived the file of tests before, and hold the key it gave them.
const PAIR = Symbol.for('leadloom.test.pair')
const pair: Promise<CryptoKeyPair> =
  Reflect.get(globalThis, PAIR) ??
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
Reflect.set(globalThis, PAIR, pair)

async function publishedKeys(): Promise<Output<'public.keys'>> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', (await pair).publicKey)
  const key = { kty: 'EC', crv: 'P-256', x, y, kid: 'test-1', alg: 'ECDH-ES' }
  return {
    keys: [
      { ...key, use: 'sig' as const, kid: 'other', alg: 'ES256' },
      { ...key, use: 'enc' as const },
    ],
  }
}

const parameters = (path: string) => path.split('{').length
// As the gateway does: a literal path wins over one with parameters.
const bySpecificity = [...allCalls]
  .sort((a, b) => parameters(a.call.path) - parameters(b.call.path))
  .map(({ id, call }) => ({
    id,
    call,
    pattern: new RegExp(`^/api${call.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))

function find(method: string, path: string) {
  for (const { id, call, pattern } of bySpecificity) {
    if (call.method !== method) continue
    const found = pattern.exec(path)
    if (found) {
      const parts = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
      return { id, call, parameters: Object.fromEntries(parts) as Record<string, string> }
    }
  }
  throw new Error(`The application asked for ${method} ${path}, which no contract knows.`)
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  })

function failed(code: ErrorCode, message: string, { fields, retryAfter, now }: Partial<Refusal> = {}) {
  const answer = json(
    { result: 'failed', message, code, requestId: 'req_test', ...(fields && { fields }), ...(now && { now }) },
    statusOf[code],
  )
  if (retryAfter !== undefined) answer.headers.set('retry-after', String(retryAfter))
  return answer
}

async function openBody(text: string, method: string, path: string) {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || !('dt' in body) || typeof body.dt !== 'string')
    return { body, fields: body, seal: undefined }
  const { plaintext, protectedHeader } = await compactDecrypt(body.dt, (await pair).privateKey)
  if (protectedHeader.htm !== method || protectedHeader.htu !== path)
    throw new Error('The seal was made for another call.')
  return {
    body,
    fields: JSON.parse(new TextDecoder().decode(plaintext)) as unknown,
    seal: protectedHeader as Record<string, unknown>,
  }
}

/** Takes the place of `fetch` until the test ends. */
export function fakeServer(handlers: Handlers) {
  const asked: Asked[] = []
  const files = new Map<string, () => Response>()

  async function answer(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search, origin } = new URL(url, location.href)
    const file = files.get(url)
    if (file) return file()
    if (origin !== location.origin) throw new TypeError('Failed to fetch')
    const method = init.method ?? 'GET'
    const { id, call, parameters } = find(method, pathname)
    const sent = typeof init.body === 'string' ? await openBody(init.body, method, pathname) : undefined
    if (sent && call.body === 'dt' && !sent.seal) throw new Error(`${id} was sent in the clear.`)
    const input: Record<string, unknown> = {
      ...Object.fromEntries(new URLSearchParams(search)),
      ...Object(sent?.fields),
      ...parameters,
    }
    const headers = new Headers(init.headers)
    const record = {
      name: id,
      input,
      body: sent?.body,
      seal: sent?.seal,
      headers,
      bearer: headers.get('authorization')?.slice(7) ?? null,
    }
    asked.push(record)
    if (id === 'public.keys' && !handlers[id]) return json(await publishedKeys())
    // @NOTE the handler stands under the very name whose contract parses its input.
    const reply = handlers[id] as ((input: unknown, asked: Asked) => unknown) | undefined
    if (!reply) throw new Error(`The application called ${id}, which this test does not expect.`)
    const parsed = call.input.safeParse(input)
    if (!parsed.success) return failed('invalid', parsed.error.issues[0]?.message ?? '')
    try {
      return json(findCall(id).output.parse(await reply(parsed.data, record)))
    } catch (error) {
      if (error instanceof Refusal) return failed(error.code, error.message, error)
      throw error
    }
  }

  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => answer(String(url), init))
  return {
    handlers,
    asked,
    /** What lies at an address outside the API. */
    files,
    named: (name: CallName) => asked.filter((each) => each.name === name),
  }
}
export type FakeServer = ReturnType<typeof fakeServer>
