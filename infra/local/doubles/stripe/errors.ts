// What Stripe says when it says no.
export type StripeFailure = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string | undefined
  param?: string | undefined
  decline_code?: string | undefined
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

export class StripeRefusal extends Error {
  readonly status: number
  readonly body: StripeFailure

  constructor(status: number, body: StripeFailure) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalidRequest = (message: string, param?: string, code?: string, status = 400) =>
  new StripeRefusal(status, {
    type: 'invalid_request_error',
    message,
    ...(param && { param }),
    ...(code && { code }),
  })

export const missing = (what: string, id: string, param = 'id') =>
  invalidRequest(`No such ${what}: '${id}'`, param, 'resource_missing', 404)

export const cardError = (
  refusal: { code: string; decline_code?: string; message: string },
  more: Partial<StripeFailure> = {},
) => new StripeRefusal(402, { type: 'card_error', ...refusal, ...more })

export const unauthorized = () =>
  new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
