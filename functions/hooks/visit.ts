// Where pixels report. Every request gets the same answer, which says nothing: not which campaigns exist or run, not for which
// site, and not whether anything went wrong. Pages of other sites may send here, and learn nothing.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { AppError } from '#shared/errors.ts'
import { MOST_REPORT_BYTES, PixelReport } from '#shared/pixel-report.ts'
import { headers as names } from '#shared/wire.ts'
import { type Collected, collect } from '../domain/leads/collect.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { readRequest } from '../kit/request.ts'
import { services as openServices } from '../kit/services.ts'
import { findTenant } from '../kit/tenant.ts'
import { inTrace, type Trace } from '../kit/trace.ts'

type Result = APIGatewayProxyStructuredResultV2

const nothing: Result = {
  statusCode: 204,
  headers: {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Pages that take in nothing without leave would count the answer as a fault.
    'cross-origin-resource-policy': 'cross-origin',
  },
}

/** Its kind does not matter: browsers name none but plain text without asking first. */
function readReport(body: Buffer): PixelReport | undefined {
  if (body.length > MOST_REPORT_BYTES) return undefined
  try {
    return PixelReport.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))).data
  } catch {
    return undefined
  }
}

async function take(
  event: APIGatewayProxyEventV2,
  requestId: string,
  trace: Trace,
): Promise<Collected | 'no report' | 'no tenant'> {
  const services = await openServices()
  const accepted = await services.origin.accepted(event.headers[names.originVerify])
  const { facts, raw } = readRequest(event, requestId, accepted)
  const report = raw.method === 'POST' ? readReport(raw.body) : undefined
  if (!report) return 'no report'
  const tenant = await findTenant(services, facts.host)
  if (!tenant) return 'no tenant'
  trace.tenant = tenant.id
  return collect(services, tenant, { ...facts, report })
}

export async function handler(event: APIGatewayProxyEventV2): Promise<Result> {
  const requestId = newId('request')
  const started = performance.now()
  const trace: Trace = { rid: requestId }
  const told = { call: 'hook visit' }
  return inTrace(trace, async () => {
    try {
      const said = await take(event, requestId, trace)
      log.info('done', { ...told, ms: Math.round(performance.now() - started), said })
    } catch (error) {
      if (error instanceof AppError && error.status < 500) log.info('failed', told)
      else log.error('failed', told, error)
    }
    return nothing
  })
}
