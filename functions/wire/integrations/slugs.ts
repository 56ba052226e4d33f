import type { ToolSlug } from '#shared/integrations/slugs.ts'
import type { DestinationKind } from '#shared/model/delivery.ts'

/** What the wire calls a kind of destination: tools by their slugs, and webhooks as the tool that most of them lead to. */
export const integrationSlug = (kind: DestinationKind): ToolSlug => (kind === 'webhook' ? 'zapier' : kind)
