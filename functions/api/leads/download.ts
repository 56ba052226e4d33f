import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { leadCsv, MOST_LEADS_IN_FILE } from '#shared/leads/csv.ts'
import { viewerOf } from '#shared/leads/row.ts'
import { readScope } from '../../domain/reports/asked.ts'
import { homesOf, seenBy, showLead } from '../../domain/reports/facts.ts'
import { findLeads, MOST_SORTED } from '../../domain/reports/lead-list.ts'
import { handle } from '../../kit/handle.ts'

const words = `These are more than ${MOST_LEADS_IN_FILE.toLocaleString('en-US')} leads. Choose fewer days.`

export default handle(contracts.leads.download, async ({ input, actor, company, campaign, db }) => {
  const { scope, days } = readScope({ input, company, campaign })
  const { sortby: sort, order, searchQuery: search } = input
  const viewer = viewerOf(actor)
  const most = { leads: search ? MOST_SORTED : MOST_LEADS_IN_FILE, words }
  const found = await findLeads(db, scope, { days, search, sort, order }, seenBy(db, scope, viewer), most)
  if (found.length > MOST_LEADS_IN_FILE) throw invalid({ startDate: words })
  const campaigns = campaign ? [{ ...campaign, whole: campaign }] : found.map((each) => each.campaign)
  const homes = await homesOf(db, scope, campaigns, { hasTypes: true })
  const rows = found.flatMap((each) => {
    const home = homes.get(each.campaign.id)
    return home ? [{ row: showLead(each, home, viewer).row, home }] : []
  })
  return {
    result: 'success' as const,
    filename: `leads-${campaign ? `${campaign.number}-` : ''}${days.from}-${days.to}.csv`,
    csv: leadCsv(rows, { homes: [...homes.values()], viewer, isMixed: !campaign }),
  }
})
