import { handleStripeEvent } from '../domain/payments/stripe-events.ts'
import { openTill } from '../domain/wallet/payment-deps.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('handleStripeEvent', {
  run: (context) => handleStripeEvent({ ...context, till: openTill(context) }, context.message),
})
