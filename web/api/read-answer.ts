import { ApiError, toApiError } from './api-error.ts'

/** The JSON of a good answer; a failed one is thrown as `ApiError`, no matter what stands in it. */
export async function readAnswer(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw toApiError(answer.status, body, Number(answer.headers.get('retry-after')) || undefined)
  return body
}

export const unreachable = () =>
  new ApiError(0, 'unreachable', 'The server could not be reached. Check your connection and try again.')
