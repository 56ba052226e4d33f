/** The ways in which a sales person looks after agencies. */
export const salesKinds = ['representative', 'accountExecutive', 'referrer'] as const
export type SalesKind = (typeof salesKinds)[number]

/** What screens call the three, where they are about an agency. */
export const salesLabels = {
  representative: 'Sales representative',
  accountExecutive: 'Account executive',
  referrer: 'Referral account',
} as const satisfies Record<SalesKind, string>
