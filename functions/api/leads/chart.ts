import { contracts } from '#shared/contracts/index.ts'
import { viewerOf } from '#shared/leads/row.ts'
import { listNameOf, readScope } from '../../domain/reports/asked.ts'
import { leadChart } from '../../domain/reports/chart.ts'
import { dashboard } from '../../domain/reports/dashboard.ts'
import { rowsFor } from '../../domain/reports/facts.ts'
import type { FoundPage } from '../../domain/reports/lead-list.ts'
import type { Scope } from '../../domain/reports/scope.ts'
import { toCursor } from '../../kit/cursor.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { toLeadPage, toTotals } from '../../wire/reports/lead.ts'

type Asked = Context<typeof contracts.leads.chart>

async function toLeads({ db, actor, ...asked }: Asked, scope: Scope, page: FoundPage) {
  const rowOf = await rowsFor(db, scope, page.rows, viewerOf(actor), { hasTypes: true })
  return toLeadPage(page, rowOf, page.next && toCursor(listNameOf(asked), page.next))
}

export default handle(contracts.leads.chart, async (context) => {
  const { input, actor, company, campaign, db } = context
  const { scope, days } = readScope({ input, company, campaign })
  const isClient = actor.role === 'client'
  const asked = { hasSeries: input.series === 'T', hasBefore: input.before === 'T' }
  const { chart, page } =
    input.leads === 'T'
      ? await dashboard(db, scope, days, { ...asked, perPage: input.PerPage })
      : { chart: await leadChart(db, scope, days, asked), page: undefined }
  const { labels, series, total, sums, before } = chart
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
    ...(page && { leads: await toLeads(context, scope, page) }),
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
