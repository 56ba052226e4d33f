import { contracts } from '#shared/contracts/index.ts'
import { maskEntry, readEntry, removeEntry } from '../../domain/exclusions/entry.ts'
import { ownerOf, scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.exclusions.removeEntry, async (context) => {
  const { input, company, campaign, tell } = context
  const { record } = readEntry(input.record)
  await removeEntry(context, { companyId: company.id, scope: scopeOf(input.campaignType, campaign) }, record)
  tell({
    description: `Removed ${maskEntry(record)} from the exclusion list of ${ownerOf(company, campaign)}`,
    ...(campaign && { campaignId: campaign.id }),
    before: { entry: maskEntry(record) },
  })
  return { result: 'success' as const, message: 'This entry is off the list.' }
})
