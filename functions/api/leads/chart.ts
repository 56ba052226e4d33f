import { contracts } from '#shared/contracts/index.ts'
import { readScope } from '../../domain/reports/asked.ts'
import { leadChart } from '../../domain/reports/chart.ts'
import { handle } from '../../kit/handle.ts'
import { toTotals } from '../../wire/reports/lead.ts'

export default handle(contracts.leads.chart, async ({ input, actor, company, campaign, db }) => {
  const { scope, days } = readScope({ input, company, campaign })
  const isClient = actor.role === 'client'
  const asked = { hasSeries: input.series === 'T', hasBefore: input.before === 'T' }
  const { labels, series, total, sums, before } = await leadChart(db, scope, days, asked)
  const named = series.map(({ campaign: of, data }) => ({
    name: of?.name ?? 'Others',
    ...(of && { leadspeek_api_id: of.number }),
    data,
  }))
  return {
    labels,
    series: [...named, { name: 'Total', data: total }],
    totals: { ...toTotals(sums, isClient), average: sums.leads / labels.length },
    ...(before && {
      before: { startdate: before.from, enddate: before.to, ...toTotals(before.sums, isClient) },
    }),
    company_name: company.name,
    ...(campaign && {
      campaign: {
        id: campaign.id,
        leadspeek_api_id: campaign.number,
        campaign_name: campaign.name,
        company_id: company.id,
        company_name: company.name,
        status: campaign.status,
        timezone: campaign.timeZone,
      },
    }),
  }
})
