import { contracts } from '#shared/contracts/index.ts'
import { toolSlugs } from '#shared/integrations/slugs.ts'
import { tools } from '#shared/integrations/tools.ts'
import { handle } from '../../kit/handle.ts'
import { toToolRow } from '../../wire/integrations/tool.ts'

export default handle(contracts.integrations.tools, async ({ company, db, tools: open }) => {
  const [connections, webhooks, available] = await Promise.all([
    db.tool.list(company.id),
    db.webhook.list({ companyId: company.id, scope: 'all' }),
    open.available(),
  ])
  const data = toolSlugs.map((slug) =>
    toToolRow(tools[slug], {
      connection: connections.find((one) => one.slug === slug),
      available,
      hasWebhooks: webhooks.length > 0,
    }),
  )
  return { data }
})
