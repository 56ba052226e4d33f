// What waits for a person in their company.

/** What a company sets up once. */
export const setupSteps = ['card', 'account', 'logo', 'domain', 'client', 'campaign', 'pixel'] as const
/** What somebody has to mend; each has one place where that is done. */
export const attentionKinds = [
  'payment_failed',
  'card_expires',
  'account',
  'domain',
  'invitations',
  'pixel_missing',
  'pixel_silent',
  'tool',
] as const
