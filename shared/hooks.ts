/** Where the payment provider sends its events. It is no call of ours: the provider's own form and signature hold there. */
export const stripeHookPath = '/api/hooks/stripe'
