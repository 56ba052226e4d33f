import { contracts } from '#shared/contracts/index.ts'
import { isOpen } from '#shared/model/upload.ts'
import { countOf } from '../../data/exclusions/list.ts'
import { forgetLists } from '../../domain/exclusions/check.ts'
import { ownerOf, scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.exclusions.purge, async ({ input, company, campaign, db, now, tell }) => {
  const scope = scopeOf(input.campaignType, campaign)
  const { before } = await db.exclusion.purge(company.id, scope, now())
  forgetLists()
  // The raised epoch alone keeps their records out; closing them says so at once.
  const recent = await db.upload.listRecent(company.id, 100, scope)
  for (const upload of recent.filter(isOpen)) {
    await db.upload.close(company.id, upload.id, 'purged', 'The list was emptied before this file was read.', now())
  }
  tell({
    description: `Emptied the exclusion list of ${ownerOf(company, campaign)}`,
    ...(campaign && { campaignId: campaign.id }),
    before: { records: countOf(before) },
    after: { records: 0 },
  })
  return { result: 'success' as const, title: 'Success', msg: 'The existing records have been purged.' }
})
