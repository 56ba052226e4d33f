import { handleStripeEvent } from '../domain/stripe-events.ts'
import { openTill } from '../domain/till.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('handleStripeEvent', {
  run: (context) => handleStripeEvent({ ...context, till: openTill(context) }, context.message),
})
