import type { FieldNames } from '#shared/contracts/lib/names.ts'
import { ApiError, toApiError } from './api-error.ts'
import { toOwn, toOwnField } from './terms.ts'

type Names = { takes: FieldNames; answers: FieldNames }
const same: Names = { takes: {}, answers: {} }

/** A good answer in our terms; a failed one is thrown as `ApiError`, no matter what stands in it. */
export async function readAnswer(answer: Response, { takes, answers }: Names = same): Promise<unknown> {
  const body: unknown = await answer.json().catch((error: Error) => {
    // What was done and cannot be read is no answer: it is not known what came of it.
    if (answer.ok) throw error.name === 'AbortError' ? error : unreachable()
    return null
  })
  if (answer.ok) return toOwn(body, answers)
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined
  const error = toApiError(answer.status, body, retryAfter, (field) => toOwnField(field, takes))
  error.now = toOwn(error.now, takes.seen?.[1] ?? {})
  throw error
}

export const unreachable = () =>
  new ApiError(0, 'unreachable', 'The server could not be reached. Check your connection and try again.')
