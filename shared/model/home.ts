// What waits for a person in their company.

/** What a company sets up once. */
export const setupSteps = ['card', 'account', 'logo', 'domain', 'client', 'campaign', 'pixel'] as const
export type SetupStep = (typeof setupSteps)[number]
/** What somebody has to mend; each has one place where that is done. */
export const attentionKinds = [
  'payment_failed',
  'card_expires',
  'account',
  'domain',
  'clients_unpaid',
  'pixel_missing',
  'pixel_silent',
  'tool_lost',
  'tool_off',
  'tool_failing',
  'invitations',
] as const
export type AttentionKind = (typeof attentionKinds)[number]
