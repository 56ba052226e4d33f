// How a request's body becomes plain input, by the kind that its contract declares.
import { createHash, randomUUID } from 'node:crypto'
import { compactDecrypt } from 'jose'
import * as z from 'zod'
import type { BodyKind } from '#shared/contracts/lib/call.ts'
import { AppError, badRequest } from '#shared/errors.ts'
import { cutText } from '#shared/text.ts'
import { DT_MAX_LENGTH, DT_MAX_SKEW_SECONDS, dtAlgorithm } from '#shared/wire.ts'
import { DEEPEST, findNameTwice, refusalForShape, tooDeep } from './json-text.ts'
import type { Services } from './services.ts'
import { toHost } from './tenant.ts'

export type RawRequest = {
  method: string
  path: string
  contentType: string
  body: Buffer
  bearer: string | undefined
  /** Who asks for a token, where the header says it by HTTP Basic. */
  basic?: { id: string; secret: string }
  host: string
}

const Header = z.object({
  alg: z.literal(dtAlgorithm.alg),
  enc: z.literal(dtAlgorithm.enc),
  kid: z.string(),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  /** Hash of the access token that the body was made for; required where one is sent. */
  ath: z.string().optional(),
  /** Host that the body was made for; our own pages always say it, and nobody else can take it out. */
  hth: z.string().optional(),
  zip: z.undefined().optional(),
})

/** What the reader of forms puts where bytes are no UTF-8. */
const UNREAD = '\ufffd'

/** In bytes: plain JSON and grants name a few things; around a `dt` stand its name and little else. */
const PLAIN_MAX = 100_000
const DT_BODY_MAX = DT_MAX_LENGTH + 1000
/** The longest lists of a form hold some thousands. */
const MOST_VALUES = 50_000
/** A protected header names key, call and token. */
const DT_HEADER_MAX = 4096

const broken = (sentence: string, cause?: unknown) => badRequest(sentence, cause)

const tooLarge = () => new AppError('too_large', 'The body is too large.')

function parseJson(text: string): Record<string, unknown> {
  // Before it is parsed: brackets within brackets would occupy the parser, and a million ones the checks, for seconds.
  const shape = refusalForShape(text, { depth: DEEPEST + 1, values: MOST_VALUES })
  if (shape === 'deep') throw tooDeep()
  if (shape === 'many') throw tooLarge()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw broken('The body is not valid JSON.', cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw broken('The body must be one JSON object.')
  const twice = findNameTwice(text)
  // Which of the two counts is told by nobody, so who checks a body and who acts on it may read different ones.
  if (twice !== undefined) throw broken(`The field ${cutText(twice, 100)} was sent twice.`)
  // @NOTE checked above; keys of JSON are always text.
  return value as Record<string, unknown>
}

/** Bytes of a part's text; undefined for any spelling of them but the one that RFC 4648 calls canonical. */
function readPart(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/**
 * The five parts of a compact JWE. Decoders take padding, blanks, the other alphabet and loose last bits as well, so that one
 * token could be written in many ways; here it has one.
 */
function readParts(dt: string): Buffer[] | undefined {
  const parts = dt.split('.').map(readPart)
  const known = parts.filter((part) => part !== undefined)
  // Between header and nonce stands a wrapped key, which this way of agreeing on one does not have.
  return parts.length === 5 && known.length === 5 && known[1]?.length === 0 ? known : undefined
}

/** Names a token by the bytes it stands for. */
function markOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}.`).update(part)
  return hash.digest('base64url')
}

type Opener = Pick<Services, 'keys' | 'now'>

/**
 * Opens a `dt`: a compact JWE made for one of our keys, bound to method, path, time and access token, and to be taken once. What
 * it is bound to is all there is: a call with a body takes no query (`gatherFields`).
 * Refusals are 400 with a sentence that does not say which check of the cipher failed.
 */
async function openDt(services: Opener, request: RawRequest, dt: unknown): Promise<OpenedBody> {
  if (typeof dt !== 'string' || dt === '') throw broken('The body must be sent encrypted, in the field dt.')
  if (dt.length > DT_MAX_LENGTH) throw tooLarge()
  const parts = readParts(dt)
  if (!parts) throw broken('The field dt could not be read. Load the page again and retry.')
  let header: z.output<typeof Header>
  try {
    const text = parts[0]?.toString('utf8') ?? ''
    header = Header.parse(text.length > DT_HEADER_MAX ? undefined : JSON.parse(text))
  } catch (cause) {
    throw broken('The field dt could not be read. Load the page again and retry.', cause)
  }
  if (header.htm !== request.method || header.htu !== request.path)
    throw broken('The field dt was made for another call.')
  if (header.hth !== undefined && toHost(header.hth) !== request.host)
    throw broken('The field dt was made for another site.')
  const now = services.now()
  if (Math.abs(now / 1000 - header.iat) > DT_MAX_SKEW_SECONDS)
    throw broken('The field dt is too old. Check the clock of this device and retry.')
  const expectedHash = request.bearer && createHash('sha256').update(request.bearer).digest('base64url')
  if (request.bearer && header.ath !== expectedHash) throw broken('The field dt was made for another session.')
  const key = services.keys.decryptionKey(header.kid)
  if (!key) throw broken('The field dt was made for a key that is no longer used. Load the page again and retry.')
  let text: string
  try {
    const { plaintext } = await compactDecrypt(dt, key, {
      keyManagementAlgorithms: [dtAlgorithm.alg],
      contentEncryptionAlgorithms: [dtAlgorithm.enc],
    })
    text = new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
  } catch (cause) {
    throw broken('The field dt could not be read. Load the page again and retry.', cause)
  }
  return { fields: parseJson(text), mark: markOf(parts) }
}

/** What a body says. One with a mark may be taken once: it counts for nothing before `takeBody` has taken it. */
export type OpenedBody = { fields: Record<string, unknown>; mark?: string }

/**
 * Refuses a body that was taken before; of many at once one is taken. In the name of this request: where the table's answer was lost and
 * its library asks again, the mark is still our own.
 */
export async function takeBody({ db, now }: Pick<Services, 'db' | 'now'>, mark: string): Promise<void> {
  const isOurs = await db.guard.claim(mark, randomUUID(), 2 * DT_MAX_SKEW_SECONDS * 1000, now())
  if (!isOurs) throw broken('The field dt was used before.')
}

/** A body that is no UTF-8 is refused: read all the same, it would be stored as something else than was sent. */
function toText(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw broken('The body is not UTF-8.', cause)
  }
}

async function readForm(request: RawRequest): Promise<Record<string, unknown>> {
  let form: FormData
  try {
    form = await new Response(new Uint8Array(request.body), {
      headers: { 'content-type': request.contentType },
    }).formData()
  } catch (cause) {
    throw broken('The form could not be read.', cause)
  }
  const out = new Map<string, unknown>()
  for (const [name, value] of form) {
    if (name.includes(UNREAD) || (typeof value === 'string' && value.includes(UNREAD)))
      throw broken('The fields of the form are not UTF-8.')
    // A file is the field `file`, however its part is called.
    const field = typeof value === 'string' ? name : 'file'
    if (out.has(field))
      throw broken(field === 'file' ? 'Send one file at a time.' : `The field ${cutText(name, 100)} was sent twice.`)
    const bytes = typeof value === 'string' ? undefined : new Uint8Array(await value.arrayBuffer())
    out.set(field, typeof value === 'string' ? value : { name: value.name, bytes })
  }
  return Object.fromEntries(out)
}

/** The form of OAuth's token requests. */
function readGrant(text: string): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw broken(`The field ${cutText(name, 100)} was sent twice.`)
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** Id and secret stand in the header or in the body, and never in both (RFC 6749, 2.3). */
function withClient(fields: Record<string, unknown>, basic: RawRequest['basic']): Record<string, unknown> {
  if (!basic) return fields
  const { client_id: named = basic.id, client_secret: twice } = fields
  if (named !== basic.id || twice !== undefined)
    throw broken('Send the id and the secret either by HTTP Basic or in the body.')
  return { ...fields, client_id: basic.id, client_secret: basic.secret }
}

/** Opens a body by its kind, without a look at the table. */
export async function readBody(services: Opener, kind: BodyKind, request: RawRequest): Promise<OpenedBody> {
  if (kind === 'none') return { fields: {} }
  if (kind === 'raw') return { fields: { raw: toText(request.body) } }
  const isForm = /^multipart\/form-data\b/i.test(request.contentType)
  if (kind === 'form' && isForm) return { fields: await readForm(request) }
  if (isForm) throw new AppError('unsupported', 'This call takes JSON.')
  // Anybody may send some megabytes, which parsed take more memory than a function has.
  if (request.body.length > (kind === 'dt' ? DT_BODY_MAX : PLAIN_MAX)) throw tooLarge()
  const text = toText(request.body)
  if (kind === 'grant' && /^application\/x-www-form-urlencoded\b/i.test(request.contentType))
    return { fields: withClient(readGrant(text), request.basic) }
  if (kind === 'json') return { fields: text === '' ? {} : parseJson(text) }
  if (kind === 'grant') return { fields: withClient(text === '' ? {} : parseJson(text), request.basic) }
  // A DELETE may have nothing to say; everything else must be wrapped.
  if (text === '' && request.method === 'DELETE') return { fields: {} }
  const { dt, ...beside } = parseJson(text)
  if (Object.keys(beside).length > 0) throw broken('The body must be sent encrypted, in the field dt alone.')
  return openDt(services, request, dt)
}
