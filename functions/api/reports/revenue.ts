import { contracts } from '#shared/contracts/index.ts'
import { rootRevenueOf, toRevenue } from '#shared/reports/revenue.ts'
import { addSums, ofGroup } from '#shared/reports/sums.ts'
import { checkDays } from '../../domain/leads/days.ts'
import { listAgencyRevenue } from '../../domain/reports/revenue.ts'
import { handle } from '../../kit/handle.ts'
import { toRevenueWire } from '../../wire/reports/revenue.ts'

export default handle(contracts.reports.revenue, async ({ db, input, company }) => {
  const { startDate, endDate } = input
  checkDays(startDate, endDate)
  const [days, agencies] = await Promise.all([
    db.daySums.list('REVENUE', company.id, startDate, endDate),
    listAgencyRevenue(db, company.id, startDate, endDate),
  ])
  const sums = addSums(days.map((day) => day.sums))
  const all = toRevenue(ofGroup(sums, 'all'))
  return {
    result: 'success' as const,
    data: {
      ...toRevenueWire(all),
      by_product: Object.fromEntries(Object.entries(sums).map(([name, of]) => [name, toRevenueWire(toRevenue(of))])),
      by_agency: agencies
        .toSorted((a, b) => rootRevenueOf(b.revenue) - rootRevenueOf(a.revenue))
        .map(({ id, name, revenue }) => ({ company_id: id, company_name: name, ...toRevenueWire(revenue) })),
      by_day: days.map(({ day, sums: ofDay }) => {
        const { retail, wholesale, root_revenue } = toRevenueWire(toRevenue(ofGroup(ofDay, 'all')))
        return { date: day, retail, wholesale, root_revenue }
      }),
    },
  }
})
