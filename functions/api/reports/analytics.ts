import { ALL } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { toFunnel } from '#shared/reports/funnel.ts'
import { addSums, ofGroup } from '#shared/reports/sums.ts'
import { checkDays } from '../../domain/leads/days.ts'
import { everyDay, funnelDays } from '../../domain/reports/analytics.ts'
import { handle } from '../../kit/handle.ts'
import { toFunnelWire } from '../../wire/reports/funnel.ts'

export default handle(contracts.reports.analytics, async ({ db, input, actor, company, permissions }) => {
  // View mode shows the page as such; the person who looks needs the right all the same.
  if (!permissions.reportAnalytics) throw refused('Your role does not let you see the analytics.')
  const { startDate, endDate, campaignId, module } = input
  checkDays(startDate, endDate)
  const days = await funnelDays(
    { db, actor },
    { company, campaignId: campaignId === ALL ? undefined : campaignId, from: startDate, to: endDate },
  )
  if (!days) throw notFound('campaign')
  const sums = new Map(days.map(({ day, sums: counted }) => [day, counted]))
  const rowOf = (counted: Parameters<typeof ofGroup>[0]) => toFunnelWire(toFunnel(ofGroup(counted, module)))
  return {
    result: 'success' as const,
    totals: rowOf(addSums([...sums.values()])),
    data: everyDay(startDate, endDate).map((date) => ({ date, ...rowOf(sums.get(date) ?? {}) })),
  }
})
