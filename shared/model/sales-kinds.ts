/** The ways in which a sales person looks after agencies. */
export const salesKinds = ['representative', 'accountExecutive', 'referrer'] as const
export type SalesKind = (typeof salesKinds)[number]
