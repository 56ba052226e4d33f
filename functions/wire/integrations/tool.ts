import type { Output } from '#shared/contracts/index.ts'
import { failingShown } from '#shared/integrations/health.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import type { Tool } from '#shared/integrations/tools.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { ToolMenu } from '#shared/model/tool-menu.ts'

const flag = (is: boolean) => (is ? ('T' as const) : ('F' as const))
const iso = (at: number | undefined) => (at ? new Date(at).toISOString() : null)

type Row = Output<'integrations.tools'>['data'][number]

/** `connection`: of the company that is looked at. Webhooks are connected by having one. `available`: what can be connected here. */
type Standing = {
  connection: ToolConnection | undefined
  available: ReadonlySet<ToolSlug>
  hasWebhooks?: boolean
  menu?: ToolMenu | undefined
}

export const toToolRow = (tool: Tool, { connection, available, hasWebhooks = false }: Standing): Row => ({
  slug: tool.slug,
  name: tool.name,
  logo: `/tool-${tool.slug}.svg`,
  description: tool.description,
  connected: flag(tool.way === 'addresses' ? hasWebhooks : connection !== undefined && connection.lostAt === 0),
  available: flag(tool.way === 'addresses' || available.has(tool.slug)),
  lost_reason: connection?.lostWords ?? '',
  failing_since: iso(connection && failingShown(connection)),
  off_since: iso(connection?.offAt),
  beta: flag(tool.isBeta),
})

export const toToolDetail = (tool: Tool, standing: Standing): Output<'integrations.tool'>['data'] => ({
  ...toToolRow(tool, standing),
  way: tool.way,
  note: tool.note,
  fields: tool.fields.map(({ name, label, isSecret, help }) => ({
    name,
    label,
    secret: flag(isSecret),
    help,
    value: (isSecret ? standing.connection?.masks[name] : standing.connection?.settings[name]) ?? '',
  })),
  connected_at: iso(standing.connection?.connectedAt),
  lost_at: iso(standing.connection?.lostAt),
  unseen_reason: standing.connection?.unseenSince && standing.connection.lostAt === 0 ? tool.unseenNote : '',
  menu: standing.menu
    ? {
        title: standing.menu.title,
        url: standing.menu.url,
        location_ids: standing.menu.locations,
        hosts: standing.menu.hosts,
        made: flag(standing.menu.menuId !== ''),
      }
    : null,
})
