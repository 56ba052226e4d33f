import { contracts } from '#shared/contracts/index.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import { finishSignIn } from '../../domain/connections/oauth.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.finishSignIn, async (context) => {
  const { input, actor, company, tenant, env, queues, tell } = context
  const { integration_slug: slug, state, code } = input
  const platform = { scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }
  await finishSignIn(context, { actor, company, tenant, slug, platform }, { state, code })
  await queues.send('releaseDeliveries', { companyId: company.id, kind: slug })
  tell({ description: `Connected ${tools[slug].name} with ${company.name}`, after: { tool: tools[slug].name } })
  return { result: 'success' as const, message: messages.toolConnected }
})
