// Builds the HTTP response: checked against the contract, errors in one shape, nothing cached by default.
import { STATUS_CODES } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod'
import type { Call } from '#shared/contracts/lib/call.ts'
import { namesOf, wireFieldOf } from '#shared/contracts/lib/names.ts'
import { AppError, type FieldErrors } from '#shared/errors.ts'
import { type Failure, headers as names } from '#shared/wire.ts'

const jsonHeaders = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [names.requestId]: requestId,
})

/** `isFit`: it was checked where it was made, by a version that may have had another contract, and is given again as it was then. */
export type Outcome = { answer: unknown; isFit?: true }

/** A mismatch with the contract is our fault, a 500; fields that the contract does not name are dropped. */
function fitted(call: Call, output: unknown): unknown {
  const parsed = call.output.safeParse(output)
  if (parsed.success) return parsed.data
  throw new Error(
    `The answer of ${call.method} ${call.path} does not fit its contract: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
  )
}

export function answer(
  call: Call,
  { answer: output, isFit }: Outcome,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  const data = isFit ? output : fitted(call, output)
  const body = JSON.stringify(data)
  if (!call.redirects) return { statusCode: 200, headers: jsonHeaders(requestId), body }
  const { location } = z.object({ location: z.string() }).parse(data)
  return { statusCode: 303, headers: { ...jsonHeaders(requestId), location, 'referrer-policy': 'no-referrer' }, body }
}

/** A function answers 6 MB at most, and the body of an answer is text within text. */
const MOST_ANSWER_BYTES = 5_500_000

/** Whether a text has room in an answer; what has none is handed over by the file store. */
export const fitsAnswer = (text: string): boolean =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(text))) <= MOST_ANSWER_BYTES

const mapKeys = (fields: FieldErrors, nameOf: (name: string) => string): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [nameOf(name), sentence]))

/** What RFC 9457 asks for, for programs; ours stand beside. */
const problemOf = (known: AppError) => ({
  type: 'about:blank',
  title: STATUS_CODES[known.status] ?? 'Error',
  status: known.status,
  detail: known.message,
})

/** What OAuth 2.0 calls it (RFC 6749, 5.2): its clients read this word alone. */
function oauthErrorOf({ code, fields }: AppError): string | undefined {
  if (code === 'unauthenticated') return 'invalid_client'
  if (code !== 'invalid' && code !== 'bad_request') return undefined
  if (fields?.grant_type) return 'unsupported_grant_type'
  return fields?.scope ? 'invalid_scope' : 'invalid_request'
}

/** How to say who one is. Basic is named to those alone who tried it: browsers ask people for a password where they read it. */
const challengeOf = (call: Call, authorization = '') =>
  call.body !== 'grant' ? 'Bearer' : /^Basic /i.test(authorization) ? 'Basic realm="Developer API"' : undefined

/**
 * The one shape of failures. What we did not foresee is a fixed sentence and the request id. Rules refuse fields by our
 * names; the person who called knows them by those of the call.
 */
export function failure(
  error: unknown,
  requestId: string,
  call?: Call,
  authorization?: string,
): APIGatewayProxyStructuredResultV2 {
  const thrown =
    error instanceof AppError ? error : new AppError('internal', 'Something went wrong, please try again later.')
  // No program can sign in: no matter why its token is refused, it is told what it can do.
  const isProgram = call?.can.startsWith('program:') && thrown.code === 'unauthenticated'
  const known = isProgram ? new AppError('unauthenticated', 'Please get a new token.') : thrown
  const names = known.fields && call ? namesOf(call.input) : {}
  const body: Failure = {
    result: known.code === 'crawl_failed' ? 'failed from crawl' : 'failed',
    message: known.message,
    code: known.code,
    ...(known.code === 'crawl_failed' && { status: 'not exist' as const }),
    ...(known.fields && { fields: mapKeys(known.fields, (field) => wireFieldOf(field, names)) }),
    ...(known.now && { now: known.now }),
    requestId,
  }
  const challenge = call?.problem && known.status === 401 ? challengeOf(call, authorization) : undefined
  const oauth = call?.body === 'grant' ? oauthErrorOf(known) : undefined
  return {
    statusCode: known.status,
    headers: {
      ...jsonHeaders(requestId),
      ...(call?.problem && { 'content-type': 'application/problem+json; charset=utf-8' }),
      ...(challenge && { 'www-authenticate': challenge }),
      ...(known.retryAfterSeconds !== undefined && {
        'retry-after': String(Math.max(1, Math.ceil(known.retryAfterSeconds))),
      }),
    },
    body: JSON.stringify(call?.problem ? { ...problemOf(known), ...body, ...(oauth && { error: oauth }) } : body),
  }
}
