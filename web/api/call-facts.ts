// Where calls are sent to, and which of their names differ on the wire. The login page has its own few; all others come with the frame
// of the application.
import { calls as firstCalls } from 'virtual:first-calls'
import type { CallName } from '#shared/contracts/index.ts'
import type { BodyKind, Method } from '#shared/contracts/lib/call.ts'
import type { FieldNames } from '#shared/contracts/lib/names.ts'
import { fetchPart } from './fetch-part.ts'

/** `takes` and `answers` say which names of the wire are not ours. */
export type CallFacts = {
  method: Method
  path: string
  body: BodyKind
  idempotent: boolean
  takes: FieldNames
  answers: FieldNames
}

const loadAll = () => import('virtual:calls')

export async function factsOf(name: CallName): Promise<CallFacts> {
  return firstCalls[name] ?? (await fetchPart(loadAll)).calls[name]
}
