/** The codes a call can fail with, and the HTTP status each becomes. Added to only when a caller must tell two failures apart. */
export const statusOf = {
  invalid: 422,
  bad_request: 400,
  unauthenticated: 401,
  session_ended: 401,
  forbidden: 403,
  reauthenticate: 403,
  not_found: 404,
  conflict: 409,
  in_progress: 409,
  too_large: 413,
  unsupported: 415,
  key_reused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  crawl_failed: 504,
} as const
export type ErrorCode = keyof typeof statusOf

export type FieldErrors = Record<string, string>

/** The one error that handlers throw. `message` is shown to people, so it is a whole sentence without secrets. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields?: FieldErrors
  /** What stands there by now, as a call takes it for what was seen. */
  readonly now?: Record<string, unknown>
  readonly retryAfterSeconds?: number

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldErrors; now?: Record<string, unknown>; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    if (more.fields) this.fields = more.fields
    if (more.now) this.now = more.now
    if (more.retryAfterSeconds !== undefined) this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): number {
    return statusOf[this.code]
  }
}

export const notFound = (what: string) => new AppError('not_found', `This ${what} was not found.`)
export const refused = (reason = 'You may not do this.') => new AppError('forbidden', reason)
export const conflict = (message: string) => new AppError('conflict', message)
/** Somebody else was faster with what only one can have or change: the fields say what. */
export const lostTo = (fields: FieldErrors) =>
  new AppError('conflict', Object.values(fields)[0] ?? 'Somebody else was faster.', { fields })
export const badRequest = (message: string, cause?: unknown) => new AppError('bad_request', message, { cause })
/** Bad input: one message for each field that is wrong. */
export const invalid = (
  fields: FieldErrors,
  message = Object.values(fields)[0] ?? 'Some of the values are not valid.',
) => new AppError('invalid', message, { fields })
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError('too_many', message, { retryAfterSeconds })
