import type { Meter } from '#shared/campaigns/meter.ts'

const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A meter as it stands in the table: what was never counted is 0. */
export const toMeter = (row: Record<string, unknown>): Meter => ({
  campaignId: text(row.campaignId),
  isOpen: row.open === true,
  opensAt: number(row.opensAt),
  closesAt: number(row.closesAt),
  leads: number(row.leads),
  wholesaleCentiCents: number(row.wholesaleCentiCents),
  retailCentiCents: number(row.retailCentiCents),
  creditedLeads: number(row.creditedLeads),
  creditedWholesaleCentiCents: number(row.creditedWholesaleCentiCents),
  creditedRetailCentiCents: number(row.creditedRetailCentiCents),
  firstLeadAt: number(row.firstLeadAt),
  lastLeadAt: number(row.lastLeadAt),
  day: text(row.day),
  dayLeads: number(row.dayLeads),
  dayWholesaleCentiCents: number(row.dayWholesaleCentiCents),
  dayRetailCentiCents: number(row.dayRetailCentiCents),
  month: text(row.month),
  monthLeads: number(row.monthLeads),
})
