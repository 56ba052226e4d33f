// What campaigns brought, as the agency reads it: a table, and the same as a file.
import type { Output } from '#shared/contracts/index.ts'
import { inBooks, toCsvLine } from '#shared/csv.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { addMargins, type Margin } from '#shared/money/margin.ts'
import type { CampaignMargin } from '../../domain/invoices/margins.ts'

type Answer = Omit<Output<'payments.margins'>, 'file'>

const dollars = (amountCents: number) => toDollars(cents(amountCents))
const toMargin = (margin: Margin) => ({
  charged: dollars(margin.chargedCents),
  unpaid: dollars(margin.unpaidCents),
  by_hand: dollars(margin.byHandCents),
  leads: dollars(margin.leadsCents),
  fees: dollars(margin.feesCents),
  margin: dollars(margin.marginCents),
})

export const toMargins = (found: readonly CampaignMargin[]): Answer => ({
  data: found.map(({ campaign, margin }) => ({
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    ...toMargin(margin),
  })),
  total: toMargin(addMargins(found.map(({ margin }) => margin))),
})

/** Of all clients together, by month. */
export const toAgencyMargins = (found: readonly { month: string; margin: Margin }[]): Answer => ({
  data: [],
  months: found.map(({ month, margin }) => ({ month, ...toMargin(margin) })),
  total: toMargin(addMargins(found.map(({ margin }) => margin))),
})

const head = ['Charged to the client', 'Not paid yet', 'Billed by hand', 'Cost of leads', 'Cost of fees', 'Margin']

/** A line for each campaign or month, and one for all together. */
export function marginsCsv({ data, months, total }: Answer): string {
  const rows = months
    ? [...months.map(({ month, ...row }) => ({ name: month, ...row })), { name: 'All months', ...total }]
    : [...data.map((row) => ({ name: row.campaign_name, ...row })), { name: 'All campaigns', ...total }]
  const lines = rows.map(({ name, charged, unpaid, by_hand: byHand, leads, fees, margin }) =>
    toCsvLine([name, ...[charged, unpaid, byHand, leads, fees, margin].map(inBooks)]),
  )
  return [toCsvLine([months ? 'Month' : 'Campaign', ...head]), ...lines].join('')
}
