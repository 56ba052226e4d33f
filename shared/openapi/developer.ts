// The document of the developer API: what programs of an agency may call, made from the contracts of those calls.
import { webhooksOf } from '../contracts/developer/events.ts'
import { examples } from '../contracts/developer/examples.ts'
import type { NamedCall } from '../contracts/index.ts'
import { ANY_PROGRAM, apiScopes, scopeNames } from '../model/api-key.ts'
import { changes } from './changes.ts'
import { letterCheck, letterCheckInPython } from './letter-check.ts'
import { gatherSchemas, type Json, splitInput } from './parts.ts'
import { DEVELOPER_PATH } from './places.ts'
import { Problem, problemExample } from './problem.ts'

/** The host of a document that no tenant asked for. */
export const SOME_HOST = 'https://leads.your-agency.com'

export const isForPrograms = ({ id, call }: Pick<NamedCall, 'id' | 'call'>) =>
  id === 'developer.token' || call.can.startsWith('program:')

type Tag = { name: string; description: string }
/** By the last fixed part of a path. One that is not named here is called as it is. */
const tags: Record<string, Tag> = {
  token: { name: 'Authentication', description: 'A key is traded for a token, and the token opens everything else.' },
  clients: { name: 'Clients', description: 'The companies that the agency works for.' },
  campaigns: { name: 'Campaigns', description: 'What brings leads.' },
  leads: { name: 'Leads', description: 'The people whom campaigns brought.' },
  'sign-in-tokens': {
    name: 'Single sign-on',
    description: 'People come from your own portal, without a password of ours.',
  },
  'exclusion-uploads': { name: 'Exclusions', description: 'People who are never to be leads.' },
  webhooks: { name: 'Webhooks', description: 'Addresses of your own that are told what happens.' },
}
/** Last parts that are about the same as another one. */
const sameAs: Record<string, string> = { secret: 'webhooks', cancel: 'exclusion-uploads', me: 'token' }
const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function tagOf(path: string): Tag {
  const parts = path.slice(DEVELOPER_PATH.length).split('/')
  const name = parts.findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
  return tags[sameAs[name] ?? name] ?? { name: capitalized(name), description: `Everything about ${name}.` }
}

/** As a person reads them: by what they are about, what is shorter first, reading before changing. */
function inOrder(one: NamedCall, other: NamedCall): number {
  const places = Object.values(tags).map(({ name }) => name)
  const rankOf = ({ call }: NamedCall) => {
    const place = places.indexOf(tagOf(call.path).name)
    // What opens everything else comes before it.
    const rank = call.can === 'anyone' ? 0 : 1
    return [place < 0 ? places.length : place, rank, call.path.length, call.method === 'GET' ? 0 : 1]
  }
  const [ranks, others] = [rankOf(one), rankOf(other)]
  return ranks.map((rank, at) => rank - (others[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

const rateHeaders = { RateLimit: ref('headers', 'RateLimit'), 'RateLimit-Policy': ref('headers', 'RateLimit-Policy') }
const requestId = { 'X-Request-Id': ref('headers', 'X-Request-Id') }

function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

const problem = (description: string, told: Parameters<typeof problemExample>[0], headers: Json = {}): Json => ({
  description,
  headers: { ...requestId, ...headers },
  content: { 'application/problem+json': { schema: ref('schemas', 'Problem'), example: problemExample(told) } },
})

const header = (description: string, example: string | number): Json => ({
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
})

const headers: Json = {
  RateLimit: header(
    'What is left of the minute: `r` requests, and a new minute in `t` seconds.',
    '"default";r=598;t=42',
  ),
  'RateLimit-Policy': header('The rule: `q` requests in `w` seconds, for each key.', '"default";q=600;w=60'),
  'X-Request-Id': header('Names this answer when you ask for help.', 'req_01KB2X9D0Q6V5S4T3R2P1N0M9K'),
  'Retry-After': header('Seconds to wait before the next try.', 42),
}

const waits = { 'Retry-After': ref('headers', 'Retry-After') }
const responses: Json = {
  BadRequest: problem('The request cannot be read.', {
    code: 'bad_request',
    title: 'Bad Request',
    message: 'This cursor is not one of this list.',
  }),
  Unauthenticated: problem('There is no token, or it is over: get a new one.', {
    code: 'unauthenticated',
    title: 'Unauthorized',
    message: 'Please get a new token.',
  }),
  Forbidden: problem('The key is not for that.', {
    code: 'forbidden',
    title: 'Forbidden',
    message: 'This key is not for that. Its scopes are chosen where it is made.',
  }),
  NotFound: problem('There is no such thing in your agency.', {
    code: 'not_found',
    title: 'Not Found',
    message: 'This campaign was not found.',
  }),
  Conflict: problem('It was done already, or is being done just now.', {
    code: 'in_progress',
    title: 'Conflict',
    message: 'This request is being worked on. Please ask again in a moment.',
  }),
  Invalid: problem('Fields are wrong; `fields` says which and why.', {
    code: 'invalid',
    title: 'Unprocessable Entity',
    message: 'limit: At most 100.',
    fields: { limit: 'At most 100.' },
  }),
  TooMany: problem(
    'Too many requests. `Retry-After` says when the next one may come.',
    { code: 'too_many', title: 'Too Many Requests', message: 'Too many requests. Please wait a moment.' },
    waits,
  ),
  Failed: problem('Something failed on our side. It may be asked again.', {
    code: 'internal',
    title: 'Internal Server Error',
    message: 'Something went wrong, please try again later.',
  }),
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A text of your own, new for each thing that you want done. Asked again with the same key and the same body, the first answer comes again and nothing is done twice; with another body it is refused (422), and while the first is under way too (409).',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6e7a1c5e-4a55-4d1f-9a5b-9d8a2f3c1b70',
}

/** Calls that look for somebody whom their body names. */
const seeks = new Set(['createSignInToken'])

const parameterOf = (example: Json | undefined) => (parameter: Json & { name: string }) => ({
  ...parameter,
  ...(example?.[parameter.name] !== undefined && { example: example[parameter.name] }),
})

function operation(entry: NamedCall, schemaOf: ReturnType<typeof gatherSchemas>['schemaOf']): Json {
  const { call, name } = entry
  const { parameters, body } = splitInput(entry, schemaOf)
  const { request, answer } = examples[name] ?? {}
  const isOpen = call.can === 'anyone'
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
  const inBody = request && Object.fromEntries(Object.entries(request).filter(([field]) => !inPath.includes(field)))
  const media = body && { schema: body, ...(inBody && { example: inBody }) }
  const isNaming = inPath.length > 0 || call.company !== undefined || call.campaign !== undefined || seeks.has(name)
  return {
    operationId: name,
    tags: [tagOf(call.path).name],
    summary: call.summary,
    security: isOpen ? [] : [{ key: call.can === ANY_PROGRAM ? [] : [call.can.slice('program:'.length)] }],
    ...((parameters.length > 0 || call.idempotent) && {
      parameters: [
        ...parameters.map(parameterOf(request)),
        ...(call.idempotent ? [ref('parameters', 'IdempotencyKey')] : []),
      ],
    }),
    ...(media && {
      requestBody: {
        required: true,
        content: {
          ...(call.body === 'form' ? { 'multipart/form-data': media } : { 'application/json': media }),
          ...(call.body === 'grant' && { 'application/x-www-form-urlencoded': media }),
        },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: { ...requestId, ...(!isOpen && rateHeaders) },
        content: {
          'application/json': { schema: schemaOf(call.output, 'output'), ...(answer && { example: answer }) },
        },
      },
      400: ref('responses', 'BadRequest'),
      401: ref('responses', 'Unauthenticated'),
      ...(!isOpen && { 403: ref('responses', 'Forbidden') }),
      ...(isNaming && { 404: ref('responses', 'NotFound') }),
      ...(call.method !== 'GET' && !isOpen && { 409: ref('responses', 'Conflict') }),
      422: ref('responses', 'Invalid'),
      429: ref('responses', 'TooMany'),
      default: ref('responses', 'Failed'),
    },
  }
}

const samples: Json[] = [
  { lang: 'JavaScript', label: 'Node.js', source: letterCheck },
  { lang: 'Python', label: 'Python', source: letterCheckInPython },
]

const description = `Programs of an agency read and change here what people do on the screens. A key of the agency (profile menu, Developer) is traded for a token of 15 minutes; requests carry it. Lists come in pages, failures as problems (RFC 9457). Fields may be added at any time: ignore those that you do not know.`

/** OpenAPI 3.1 of the developer API, as it stands on a host: `https://leads.your-agency.com`. */
export function toDeveloperDocument(calls: readonly NamedCall[], origin: string) {
  const { named, schemaOf } = gatherSchemas()
  const paths: Record<string, Json> = {}
  const used = new Map<string, Tag>()
  for (const entry of calls.filter(isForPrograms).sort(inOrder)) {
    const path = entry.call.path.slice(DEVELOPER_PATH.length)
    const tag = tagOf(entry.call.path)
    used.set(tag.name, tag)
    paths[path] = { ...paths[path], [entry.call.method.toLowerCase()]: operation(entry, schemaOf) }
  }
  const webhooks = webhooksOf(schemaOf, samples)
  const letters = tags.webhooks
  if (letters) used.set(letters.name, letters)
  schemaOf(Problem, 'output')
  const told = JSON.stringify(paths)
  const asked = (kind: string, parts: Json): Json =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => told.includes(`"#/components/${kind}/${name}"`)))
  const server = `${origin}/api${DEVELOPER_PATH}`
  return {
    openapi: '3.1.0',
    info: {
      title: 'Developer API',
      version: '1',
      summary: 'Clients, campaigns and leads of an agency, for its programs.',
      description,
      license: { name: 'Developer agreement', url: `${origin}/marketing-services-agreement-developer` },
      'x-changes': changes,
    },
    servers: [{ url: server, description: 'The host of the agency.' }],
    tags: [...used.values()],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: {
          type: 'oauth2',
          description: 'The id and the secret of a key, in the body of the request for a token.',
          flows: {
            clientCredentials: {
              tokenUrl: `${server}/token`,
              scopes: Object.fromEntries(apiScopes.map((scope) => [scope, scopeNames[scope]])),
            },
          },
        },
      },
      parameters: asked('parameters', { IdempotencyKey: idempotencyKey }),
      headers,
      responses: asked('responses', responses),
      schemas: named,
    },
  }
}
