import { handleStripeEvent } from '../domain/payments/stripe-events.ts'
import { makePaymentDeps } from '../domain/wallet/payment-deps.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('handleStripeEvent', {
  run: (context) => handleStripeEvent({ ...context, paymentDeps: makePaymentDeps(context) }, context.message),
})
