import { BUSY } from '#shared/busy-message.ts'

/** Why a call failed, in the server's words. `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** What stands there by now, where somebody else was first. */
  now: unknown
  readonly requestId: string
  /** Seconds to wait before asking again, where the server named them. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<Pick<ApiError, 'fields' | 'now' | 'requestId' | 'retryAfter'>> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.now = more.now
    this.requestId = more.requestId ?? ''
    this.retryAfter = more.retryAfter
  }
}

export const isExpired = (error: unknown) => error instanceof ApiError && error.status === 401

/** What to tell a person about any failure. */
export function messageOf(error: unknown, otherwise = 'Something went wrong. Please try again later.'): string {
  return error instanceof ApiError && error.message ? error.message : otherwise
}

/** What a refusal says of single fields; undefined where it is about none of them, and is to be told as a whole. */
export const fieldsOf = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiError && Object.keys(error.fields).length > 0 ? error.fields : undefined

/** What a failure of saving says: the server's own words where it refused, a fixed sentence where it broke. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? messageOf(error) : BUSY

type Body = { message?: unknown; code?: unknown; fields?: unknown; now?: unknown; requestId?: unknown }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads a failed answer. It may come from something in front of the server, so nothing in it is taken for granted. */
export function toApiError(
  status: number,
  body: unknown,
  retryAfter?: number,
  fieldOf: (wire: string) => string = (wire) => wire,
): ApiError {
  const { message, code, fields, now, requestId }: Body = typeof body === 'object' && body !== null ? body : {}
  const named =
    typeof fields === 'object' && fields !== null
      ? Object.fromEntries(Object.entries(fields).map(([k, v]) => [fieldOf(k), text(v)]))
      : undefined
  return new ApiError(
    status,
    text(code) || 'unknown',
    text(message) || 'Something went wrong. Please try again later.',
    {
      fields: named ?? {},
      now,
      requestId: text(requestId),
      retryAfter,
    },
  )
}
