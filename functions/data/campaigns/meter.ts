import { Frozen, type Meter } from '#shared/campaigns/meter.ts'
import type { OpenLot } from '#shared/money/bought-leads.ts'
import type { LeadLines } from '#shared/money/lead-lines.ts'

const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const map = (value: unknown) => (value ?? {}) as LeadLines
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
  newestBy: number(row.newestBy),
  day: text(row.day),
  dayLeads: number(row.dayLeads),
  dayWholesaleCentiCents: number(row.dayWholesaleCentiCents),
  dayRetailCentiCents: number(row.dayRetailCentiCents),
  month: text(row.month),
  monthLeads: number(row.monthLeads),
  monthRetailCentiCents: number(row.monthRetailCentiCents),
  seq: number(row.seq),
  lines: map(row.lines),
  credits: map(row.credits),
  frozen: row.frozen
    ? { ...Frozen.parse(row.frozen), lines: map(row.frozenLines), credits: map(row.frozenCredits) }
    : null,
  bought: number(row.bought),
  gone: number(row.gone),
  lotCount: number(row.lotCount),
  lots: (row.lots as OpenLot[] | undefined) ?? [],
  isSettling: row.settling === true,
  holds: number(row.holdNumber),
  hold: row.holdLeft === undefined ? null : { number: number(row.holdNumber), leftCentiCents: number(row.holdLeft) },
  holdRestCentiCents: number(row.holdFrozen),
  isClientCapped: row.clientCapped === true,
  capToldFor: text(row.capToldFor),
})
