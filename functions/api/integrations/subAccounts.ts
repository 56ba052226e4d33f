import { contracts } from '#shared/contracts/index.ts'
import { optionsOf } from '../../domain/connections/options.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.subAccounts, async (context) => {
  const { input, actor, company } = context
  const asked = { actor, company, campaignNamed: input.campaign_id, slug: 'gohighlevelv2', choice: 'location' } as const
  return { result: await optionsOf(context, asked) }
})
