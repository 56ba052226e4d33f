import { contracts } from '#shared/contracts/index.ts'
import { campaignOverview } from '../../domain/campaigns/overview.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.overview, async ({ company, db, now }) => ({
  data: await campaignOverview({ db, now }, company).then((lines) =>
    lines.map(({ line, counts, leadsToday, leadsWeek }) => ({
      leadspeek_type: line,
      active: counts.active,
      paused: counts.paused,
      stopped: counts.stopped,
      archived: counts.archived,
      leads_today: leadsToday,
      leads_week: leadsWeek,
    })),
  ),
}))
