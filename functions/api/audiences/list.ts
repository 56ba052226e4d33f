import { contracts } from '#shared/contracts/index.ts'
import { foldText } from '#shared/model/node.ts'
import { handle } from '../../kit/handle.ts'
import { toAudienceRow } from '../../wire/audiences/audience.ts'

export default handle(contracts.audiences.list, async ({ db, company }) => {
  const all = await db.audience.list(company.id)
  const byName = all.sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1))
  return { data: byName.map(toAudienceRow) }
})
