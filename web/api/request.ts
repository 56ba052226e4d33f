// One exchange with the server: path, query, headers, body. Knows nothing of sessions beyond the token it is given.
import type { CallName } from '#shared/contracts/index.ts'
import { headers as headerNames } from '#shared/wire.ts'
import { knownAddress, timeZone } from './address.ts'
import { ApiError } from './api-error.ts'
import { base } from './base.ts'
import { type CallFacts, factsOf } from './call-facts.ts'
import { fetchPart } from './fetch-part.ts'
import { isFramed } from './framed.ts'
import { readAnswer, unreachable } from './read-answer.ts'
import { noteTime } from './server-time.ts'
import { toWire } from './terms.ts'

type Fields = Record<string, unknown>

/** With its library it weighs more than the rest of this folder, and the first page is there before anything is sealed. */
const loadSealing = () => import('./seal.ts')
const sealing = () => fetchPart(loadSealing)
export type Exchange = {
  name: CallName
  input: Fields
  accessToken: string | null
  /** Names the action, so that a repetition of it does nothing twice. */
  idempotencyKey: string
  signal?: AbortSignal | undefined
}

/** Fills `{name}` in a path and gives back the fields that were not used. */
function fillPath(template: string, input: Fields): { path: string; rest: Fields } {
  const rest = { ...input }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (value === undefined || value === '') throw new Error(`The path ${template} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  return { path: `${base}${path}`, rest }
}

function queryOf(fields: Fields): string {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

function headersOf({ accessToken, idempotencyKey }: Exchange, needsKey: boolean): Headers {
  const zone = timeZone()
  const headers = new Headers({ accept: 'application/json', [headerNames.timeZone]: zone })
  const address = knownAddress()
  if (address) headers.set(headerNames.clientIp, `${address} ${zone}`)
  if (isFramed()) headers.set(headerNames.framed, '1')
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  if (needsKey) headers.set(headerNames.idempotencyKey, idempotencyKey)
  return headers
}

/** Fetches what a sealed body needs ahead of its first use, while a person is still typing. */
export function prepareSealing() {
  // What fails now is tried again, and reported, when a body is really sealed.
  void loadSealing().then(
    ({ prepare }) => prepare(),
    () => undefined,
  )
}

/** Longer than the gateway waits for any call: a line that is dead says nothing by itself, for minutes. */
const WAIT_MS = 45_000

async function ask(path: string, { signal, ...init }: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(WAIT_MS)
  const answer = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late })
  noteTime(answer)
  return answer
}

async function attempt(exchange: Exchange, facts: CallFacts): Promise<unknown> {
  const { method, path: template, body: kind, idempotent, ...names } = facts
  // @NOTE an object stays an object.
  const { path, rest } = fillPath(template, toWire(exchange.input, names.takes) as Fields)
  const headers = headersOf(exchange, idempotent)
  const init: RequestInit = { method, headers, ...(exchange.signal && { signal: exchange.signal }) }
  if (kind === 'none') return readAnswer(await ask(path + queryOf(rest), init), names)
  headers.set('content-type', 'application/json')
  const sealed = async () => ({
    dt: await (await sealing()).seal(rest, { method, path, accessToken: exchange.accessToken }),
  })
  init.body = JSON.stringify(kind === 'json' ? rest : await sealed())
  return readAnswer(await ask(path, init), names)
}

/** Sends once; a body that was sealed for a key the server has since retired is sealed and sent again. */
export async function request(exchange: Exchange): Promise<unknown> {
  try {
    const facts = await factsOf(exchange.name)
    return await attempt(exchange, facts).catch(async (error: unknown) => {
      const mayBeRetiredKey = error instanceof ApiError && error.status === 400 && facts.body !== 'none'
      if (mayBeRetiredKey && (await (await sealing()).renewSealingKey())) return attempt(exchange, facts)
      throw error
    })
  } catch (error) {
    // `fetch` says "no answer" with a TypeError, and "too late" by its name; an abort stays what it is.
    throw error instanceof TypeError || (error as Error).name === 'TimeoutError' ? unreachable() : error
  }
}
