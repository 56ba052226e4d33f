import { contracts } from '#shared/contracts/index.ts'
import { isOpen } from '#shared/model/upload.ts'
import { COMPANY_SCOPE, countOf } from '../../data/exclusions/list.ts'
import { forgetLists } from '../../domain/exclusions/check.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.exclusions.purge, async ({ company, db, now, tell }) => {
  const { before } = await db.exclusion.purge(company.id, COMPANY_SCOPE, now())
  forgetLists()
  // The raised epoch alone keeps their records out; closing them says so at once.
  const recent = await db.upload.listRecent(company.id, 100)
  for (const upload of recent.filter(isOpen)) {
    await db.upload.close(company.id, upload.id, 'purged', 'The list was emptied before this file was read.', now())
  }
  tell({
    description: `Emptied the exclusion list of ${company.name}`,
    before: { records: countOf(before) },
    after: { records: 0 },
  })
  return { result: 'success' as const, title: 'Success', msg: 'The existing records have been purged.' }
})
