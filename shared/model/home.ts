// What waits for a person in their company.

/** What a company sets up once. */
export const setupSteps = ['card', 'account', 'logo', 'domain', 'client', 'campaign', 'pixel'] as const
export type SetupStep = (typeof setupSteps)[number]
/** What somebody has to mend; each has one place where that is done. */
export const attentionKinds = [
  'payment_failed',
  'card_expires',
  'wallet_low',
  'account',
  'domain',
  'clients_unpaid',
  'pixel_missing',
  'pixel_silent',
  'receiver_lost',
  'receiver_off',
  'receiver_failing',
  'invitations',
  'companies_unpaid',
  'refunds_unknown',
  'agencies_unpaid',
  'commissions_wait',
  'upload_failed',
  'file_failed',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Numbers of those whose first page is a list of agencies: of the platform, or of a sales person's own agencies. */
export const homeFigures = [
  'agencies',
  'new_agencies',
  'unpaid_companies',
  'failing_receivers',
  'commissions',
  'commissions_back',
  'commissions_owed',
] as const
export type HomeFigure = (typeof homeFigures)[number]
