// The facts of a request. Host and address come from our own edge, which overwrites what a client sends.
import { timingSafeEqual } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { isTimeZone } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { readPlace, readSignals } from '#shared/pixel.ts'
import { cutText } from '#shared/text.ts'
import { headers as names } from '#shared/wire.ts'
import type { RawRequest } from './body.ts'
import type { RequestFacts } from './request-facts.ts'
import { toHost } from './tenant.ts'

const same = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Refuses a request that did not come through our edge: the gateway's own address is public, but serves nobody. */
function checkOrigin(given: string | undefined, expected: string[]): void {
  if (expected.length > 0 && !expected.some((value) => same(value, given ?? '')))
    throw new AppError('forbidden', 'This address is not open to the public.')
}

/**
 * Id and secret of a client as OAuth 2.0 has them in HTTP Basic (RFC 6749, 2.3.1): each coded as a form before they are joined.
 * Undefined where the header is none of these.
 */
function readBasic(authorization = ''): RawRequest['basic'] {
  const coded = /^Basic ([\w+/]+={0,2})$/i.exec(authorization)?.[1]
  if (!coded) return undefined
  const text = Buffer.from(coded, 'base64').toString('utf8')
  const end = text.indexOf(':')
  if (end < 0) return undefined
  const [id = '', secret = ''] = [text.slice(0, end), text.slice(end + 1)].map(
    (part) => new URLSearchParams(`part=${part.replaceAll('&', '%26')}`).get('part') ?? '',
  )
  return { id, secret }
}

export function readRequest(
  event: APIGatewayProxyEventV2,
  requestId: string,
  originVerify: string[],
): { facts: RequestFacts; raw: RawRequest } {
  const header = (name: string): string | undefined => event.headers[name]
  checkOrigin(header(names.originVerify), originVerify)
  const host = toHost(header(names.forwardedHost) ?? '')
  const zone = header(names.timeZone)
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header('authorization') ?? '')?.[1]
  const basic = readBasic(header('authorization'))
  const badBearer = header('authorization') !== undefined && bearer === undefined
  return {
    facts: {
      requestId,
      host,
      ip: header(names.viewerIp) ?? event.requestContext.http.sourceIp,
      userAgent: cutText(header('user-agent') ?? '', 300),
      timeZone: zone && zone.length < 64 && isTimeZone(zone) ? zone : undefined,
      country: header(names.viewerCountry)?.match(/^[A-Z]{2}$/)?.[0],
      idempotencyKey: header(names.idempotencyKey),
      signals: readSignals(header),
      place: readPlace(header),
    },
    raw: {
      method: event.requestContext.http.method,
      path: event.rawPath,
      contentType: header('content-type') ?? '',
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
      // A header that is no bearer token is a broken token, not the absence of one.
      bearer: badBearer ? 'broken' : bearer,
      ...(basic && { basic }),
      host,
    },
  }
}
