import { contracts } from '#shared/contracts/index.ts'
import { readEntry, stateOf } from '../../domain/exclusions/entry.ts'
import { scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.exclusions.findEntry, async ({ input, company, campaign, db }) => {
  const { record } = readEntry(input.record)
  const list = await db.exclusion.get(company.id, scopeOf(input.campaignType, campaign))
  return { state: await stateOf(db, list, record) }
})
