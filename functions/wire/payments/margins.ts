// What campaigns brought, as the agency reads it: a table, and the same as a file.
import type { Output } from '#shared/contracts/index.ts'
import { toCsvLine } from '#shared/csv.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { addMargins, type Margin } from '#shared/money/margin.ts'
import type { CampaignMargin } from '../../domain/invoices/margins.ts'
import { inBooks } from '../lib/in-books.ts'

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

const head = [
  'Campaign',
  'Charged to the client',
  'Not paid yet',
  'Billed by hand',
  'Cost of leads',
  'Cost of fees',
  'Margin',
]

/** A line for each campaign, and one for all together. */
export function marginsCsv({ data, total }: Answer): string {
  const rows = [...data, { campaign_name: 'All campaigns', ...total }]
  const lines = rows.map(({ campaign_name: name, charged, unpaid, by_hand: byHand, leads, fees, margin }) =>
    toCsvLine([name, ...[charged, unpaid, byHand, leads, fees, margin].map(inBooks)]),
  )
  return [toCsvLine(head), ...lines].join('')
}
