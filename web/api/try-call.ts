// A request of the documentation's own: as a program would send it, by the token that a reader typed, to this very host.
import { DEVELOPER_PATH } from '#shared/openapi/places.ts'
import { base } from './base.ts'
import { unreachable } from './read-answer.ts'

export type Trial = {
  method: string
  /** Below the address of the developer API, with its query. */
  path: string
  token: string
  body?: string
  idempotencyKey?: string
}
export type TrialAnswer = {
  status: number
  headers: [string, string][]
  body: string
  /** One that came with the answer; empty otherwise. */
  token: string
}

const shown = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id']

function read(text: string): Pick<TrialAnswer, 'body' | 'token'> {
  try {
    const told: unknown = JSON.parse(text)
    const { access_token } = Object(told) as { access_token?: unknown }
    return { body: JSON.stringify(told, null, 2), token: typeof access_token === 'string' ? access_token : '' }
  } catch {
    return { body: text, token: '' }
  }
}

/** The answer as it came, refusals too. Throws where there was none. */
export async function tryCall({ method, path, token, body, idempotencyKey }: Trial): Promise<TrialAnswer> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (body !== undefined) headers.set('content-type', 'application/json')
  try {
    const answer = await fetch(`${base}${DEVELOPER_PATH}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const told = shown.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status: answer.status, headers: told, ...read(await answer.text()) }
  } catch {
    throw unreachable()
  }
}
