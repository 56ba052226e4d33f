// Stripe's events: verified over the raw body, handed to a job once, answered at once. What they mean is looked up by the job.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { AppError } from '#shared/errors.ts'
import { isStripeEvent } from '#shared/hooks.ts'
import { takeEvent } from '../domain/payments/events/take.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { readRequest } from '../kit/request.ts'
import { services as openServices } from '../kit/services.ts'
import { inTrace } from '../kit/trace.ts'

type Result = APIGatewayProxyStructuredResultV2

const MOST_BYTES = 512 * 1024

const say = (statusCode: number, body: object): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})

async function take(event: APIGatewayProxyEventV2, requestId: string): Promise<Result> {
  const { payments, origin, queues, db, now } = await openServices()
  const { raw } = readRequest(event, requestId, await origin.accepted(event.headers['x-origin-verify']))
  if (raw.body.length > MOST_BYTES) return say(413, { message: 'This event is too large.' })
  const told = await payments.readEvent(raw.body.toString('utf8'), event.headers['stripe-signature'] ?? '')
  if (!isStripeEvent(told.type)) return say(200, { received: true, used: false })
  return say(200, { received: true, used: await takeEvent({ db, queues, now }, told) })
}

export async function handler(event: APIGatewayProxyEventV2): Promise<Result> {
  const requestId = newId('request')
  const started = performance.now()
  try {
    const result = await inTrace({ rid: requestId }, () => take(event, requestId))
    log.info('done', {
      rid: requestId,
      call: 'hook stripe',
      status: result.statusCode,
      ms: Math.round(performance.now() - started),
    })
    return result
  } catch (error) {
    const isOurs = !(error instanceof AppError) || error.status >= 500
    const told = { rid: requestId, call: 'hook stripe' }
    if (isOurs) log.error('failed', told, error)
    else log.info('failed', told)
    return error instanceof AppError ? say(error.status, { message: error.message }) : say(500, { message: 'Failed.' })
  }
}
