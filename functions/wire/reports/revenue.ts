import { type Revenue, rootRevenueOf } from '#shared/reports/revenue.ts'

const dollars = (cents: number) => cents / 100

export const toRevenueWire = (revenue: Revenue) => ({
  retail: dollars(revenue.retail),
  wholesale: dollars(revenue.wholesale),
  root_cost: dollars(revenue.rootCost),
  root_revenue: dollars(rootRevenueOf(revenue)),
  onboarding: dollars(revenue.onboarding),
  developer_fee: dollars(revenue.developerFee),
  true_up: dollars(revenue.trueUp),
  refunds: dollars(revenue.refunds),
})
