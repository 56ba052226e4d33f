/** Where the payment provider sends its events. It is no call of ours: the provider's own form and signature hold there. */
export const stripeHookPath = '/api/hooks/stripe'

/** Where mails are ended with one click, by a person or by their mail program. What follows is the token. */
export const unsubscribePath = '/api/hooks/unsubscribe'

/** The events that mean something here; the provider's console is told to send these. */
export const stripeEvents = [
  'account.updated',
  'account.application.deauthorized',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payout.failed',
] as const
export type StripeEventName = (typeof stripeEvents)[number]
export const isStripeEvent = (type: string): type is StripeEventName => stripeEvents.some((name) => name === type)
