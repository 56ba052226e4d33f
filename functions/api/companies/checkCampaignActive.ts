import { refusalForPart } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { activeByLine } from '../../domain/campaigns/active.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.checkCampaignActive, async ({ db, actor, input, company }) => {
  const why = refusalForPart(actor, company)
  if (why) throw refused(why)
  const { leadspeek_type: line } = input
  return { result: 'success' as const, active_campaign_id: (await activeByLine(db, company, [line]))[line] ?? [] }
})
