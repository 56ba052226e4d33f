import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { leadCsv, MOST_LEADS_IN_FILE } from '#shared/leads/csv.ts'
import { toLeadRow, viewerOf } from '#shared/leads/row.ts'
import type { Lead } from '#shared/model/lead.ts'
import { checkDays, spanOf } from '../../domain/leads/days.ts'
import { chosenTypes } from '../../domain/leads/types.ts'
import { handle } from '../../kit/handle.ts'

const AT_ONCE = 1000

export default handle(contracts.leads.download, async ({ input, actor, company, campaign, db }) => {
  const { startDate, endDate } = input
  checkDays(startDate, endDate)
  const span = spanOf(campaign, { from: startDate, to: endDate })
  const leads: Lead[] = []
  for (let isMore = true; isMore; ) {
    const page = await db.lead.list(campaign, span, { after: leads.at(-1), limit: AT_ONCE })
    leads.push(...page)
    if (leads.length > MOST_LEADS_IN_FILE)
      throw invalid({ startDate: `These are more than ${MOST_LEADS_IN_FILE} leads. Choose fewer days.` })
    isMore = page.length === AT_ONCE
  }
  const viewer = viewerOf(actor)
  const types = await chosenTypes(db, campaign)
  const rows = leads.map((lead) => toLeadRow(lead, campaign, company, viewer, types))
  return {
    result: 'success' as const,
    filename: `leads-${campaign.number}-${startDate}-${endDate}.csv`,
    csv: leadCsv(rows, { campaign, client: company, viewer, types }),
  }
})
