// Which call a request means, where the gateway leads many to one function by the beginning of their path.
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { routeKeyOf } from '#shared/contracts/lib/area.ts'
import type { Call } from '#shared/contracts/lib/call.ts'

type Event = APIGatewayProxyEventV2

const decode = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Parameters by their names, or nothing where the path is another. */
function parametersOf(parts: readonly string[], asked: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== asked.length) return undefined
  const found: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const value = asked[at] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (!name && part !== value) return undefined
    if (!name) continue
    const text = decode(value)
    if (!text) return undefined
    found[name] = text
  }
  return found
}

/** Gives an event of a shared route the route key and the parameters of its call, as a route of its own would have. */
export function routerOf(calls: readonly Call[]): (event: Event) => Event {
  const routes = calls
    .map((call) => ({ key: routeKeyOf(call), method: call.method, parts: `/api${call.path}`.split('/') }))
    // As in the gateway, what is written out wins over a parameter.
    .sort((a, b) => wildness(a.parts) - wildness(b.parts))
  return (event) => {
    if (!event.routeKey.startsWith('ANY ')) return event
    const asked = event.rawPath.split('/')
    for (const { key, method, parts } of routes) {
      if (method !== event.requestContext.http.method) continue
      const pathParameters = parametersOf(parts, asked)
      if (pathParameters) return { ...event, routeKey: key, pathParameters }
    }
    return event
  }
}

const wildness = (parts: readonly string[]) => parts.filter((part) => part.startsWith('{')).length
