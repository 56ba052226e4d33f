import type { DestinationKind } from '#shared/model/delivery.ts'

/** What the wire calls each kind of destination. */
export const integrationSlugs = { webhook: 'zapier' } as const satisfies Record<DestinationKind, string>
