// The gateway's part of a request: finds the route, builds the event that API Gateway would send, and calls the very handler that
// runs on Lambda.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { callRoutes } from '#shared/call-routes.ts'
import type { Area } from '#shared/contracts/index.ts'
import { stripeHookPath, unsubscribePath } from '#shared/hooks.ts'
import { collectPath } from '#shared/pixel.ts'
import { running } from './running.ts'

export type LocalRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Buffer
  ip: string
}
type AreaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>

const escapePattern = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

const routes = callRoutes()
  .map(({ area, method, path }) => ({
    area,
    method,
    routeKey: `${method} ${path}`,
    isShared: path.endsWith('{path+}'),
    length: path.length,
    names: [...path.matchAll(/\{(\w+)\+?\}/g)].map((match) => match[1] ?? ''),
    pattern: new RegExp(
      `^${escapePattern(path)
        .replace('{path\\+}', '(.+)')
        .replace(/\{\w+\}/g, '([^/]+)')}$`,
    ),
  }))
  // As the gateway does: a whole match wins over a shared route, a literal one over one with parameters, a longer beginning over a shorter.
  .sort(
    (a, b) =>
      Number(a.isShared) - Number(b.isShared) || (a.isShared ? b.length - a.length : a.names.length - b.names.length),
  )

/** How long a call may take, as on AWS (infra/lambda.ts, which brings the library of the stacks along). */
export const CALL_MS = 28_000

export const lambdaContext = (name: string, timeoutMs = CALL_MS): Context => {
  const end = Date.now() + timeoutMs
  return {
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    memoryLimitInMB: '512',
    awsRequestId: crypto.randomUUID(),
    logGroupName: name,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => end - Date.now(),
    done() {},
    fail() {},
    succeed() {},
  }
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export function toEvent(
  request: LocalRequest,
  routeKey: string,
  pathParameters: Record<string, string> = {},
): APIGatewayProxyEventV2 {
  const query: Record<string, string> = {}
  // The gateway joins repeated parameters with commas.
  for (const [name, value] of request.query) query[name] = name in query ? `${query[name]},${value}` : value
  // It lists cookies beside the headers.
  const { cookie, ...headers } = request.headers
  return {
    version: '2.0',
    routeKey,
    rawPath: request.path,
    rawQueryString: request.query.toString(),
    headers,
    ...(cookie !== undefined && { cookies: cookie.split(';').map((part) => part.trim()) }),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'local',
      domainPrefix: 'local',
      requestId: crypto.randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
      http: {
        method: request.method,
        path: request.path,
        protocol: 'HTTP/1.1',
        sourceIp: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      },
    },
    ...(request.body.length > 0 && { body: request.body.toString('base64') }),
    isBase64Encoded: request.body.length > 0,
  }
}

/** What the gateway itself says of a path that nobody declared. */
const noRoute: APIGatewayProxyStructuredResultV2 = {
  statusCode: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Not Found"}',
}

const handlers = new Map<Area, Promise<{ handler: AreaHandler }>>()
const load = (area: Area) => {
  const known = handlers.get(area) ?? import(`../../functions/api/${area}.ts`)
  handlers.set(area, known)
  return known
}

/** Calls a path of the API, or of a hook that is no page, as the gateway would. */
export async function callApi(request: LocalRequest): Promise<APIGatewayProxyStructuredResultV2> {
  for (const route of routes) {
    if (route.method !== request.method && route.method !== 'ANY') continue
    const match = route.pattern.exec(request.path)
    if (!match) continue
    const values = match.slice(1).map(decode)
    if (values.some((value) => value === undefined))
      return { ...noRoute, statusCode: 400, body: '{"message":"Bad Request"}' }
    const parameters = Object.fromEntries(route.names.map((name, index) => [name, values[index] ?? '']))
    const { handler } = await load(route.area)
    const event = toEvent(request, route.routeKey, parameters)
    return running.run({ kind: 'api', name: route.area }, () => handler(event, lambdaContext(route.area)))
  }
  if (request.path === collectPath) {
    const { handler } = await import('#functions/hooks/visit.ts')
    const event = toEvent(request, `${request.method} ${collectPath}`)
    return running.run({ kind: 'hooks', name: 'visit' }, () => handler(event))
  }
  if (request.method === 'POST' && request.path === stripeHookPath) {
    const { handler } = await import('#functions/hooks/stripe.ts')
    const event = toEvent(request, `POST ${stripeHookPath}`)
    return running.run({ kind: 'hooks', name: 'stripe' }, () => handler(event))
  }
  if (/^(GET|HEAD|POST)$/.test(request.method) && request.path.startsWith(`${unsubscribePath}/`)) {
    const { handler } = await import('#functions/hooks/unsubscribe.ts')
    const event = toEvent(request, `${request.method} ${unsubscribePath}/{token}`)
    return running.run({ kind: 'hooks', name: 'unsubscribe' }, () => handler(event))
  }
  return noRoute
}
