import { contracts } from '#shared/contracts/index.ts'
import { tools } from '#shared/integrations/tools.ts'
import { handle } from '../../kit/handle.ts'
import { toToolDetail } from '../../wire/integrations/tool.ts'

export default handle(contracts.integrations.tool, async ({ input, company, db, tools: open }) => {
  const tool = tools[input.integration_id]
  const isByAddresses = tool.way === 'addresses'
  const [connection, webhooks, available, menu] = await Promise.all([
    isByAddresses ? undefined : db.tool.find({ companyId: company.id, slug: tool.slug }),
    isByAddresses ? db.webhook.list({ companyId: company.id, scope: 'all' }) : [],
    open.available(),
    tool.slug === 'gohighlevelv2' ? db.toolMenu.find({ companyId: company.id, slug: tool.slug }) : undefined,
  ])
  return { data: toToolDetail(tool, { connection, available, hasWebhooks: webhooks.length > 0, menu }) }
})
