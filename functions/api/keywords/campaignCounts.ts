import { contracts } from '#shared/contracts/index.ts'
import { sortLookups } from '#shared/model/lookup.ts'
import { handle } from '../../kit/handle.ts'
import { runningIn, toLookupRow } from '../../wire/keywords/lookup.ts'

export default handle(contracts.keywords.campaignCounts, async ({ db, campaign, now }) => {
  const all = await db.lookup.list(campaign.companyId)
  const rows = all.filter(({ campaignId }) => campaignId === campaign.id)
  const newest = sortLookups(rows, { sort: 'none', order: 'none' })
  return { data: newest.map((row) => toLookupRow(row, now())), running: runningIn(rows, now()) }
})
