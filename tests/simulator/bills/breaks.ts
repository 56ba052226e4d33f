// Faults of bills and of what is paid ahead that are put in on purpose: a simulator that does not notice them proves nothing.
import type { Breaks } from '../breaks.ts'

const store = 'functions/data/leads/store.ts'
const holds = 'functions/data/billing/hold.ts'
const bills = 'functions/data/billing/campaign-bill.ts'

/** What is broken, and how. */
export const billBreaks: Breaks = {
  'a lead is counted in a stretch that was closed meanwhile': [
    { file: store, from: `eq(row.seq, meter.seq)`, to: `eq(row.open, true)` },
  ],
  'what was given back while a sum was open is forgotten': [
    { file: holds, from: `carryCentiCents - hold.carryCentiCents`, to: `0` },
  ],
  'leads take more than was set aside': [
    { file: store, from: `gte(row.holdLeft, sums.wholesaleCentiCents)`, to: `gte(row.leads, 0)` },
    { file: store, from: `Math.floor(leftCentiCents / cost)`, to: `wanted` },
  ],
  'a closed stretch loses what was counted': [{ file: bills, from: `name(row.lines)`, to: `{}` }],
  'a closed stretch loses what was given back': [{ file: bills, from: `name(row.credits)`, to: `{}` }],
  'the fee of the root is not asked for': [
    {
      file: 'functions/domain/billing/collect-bill.ts',
      from: `bill.sums.feeCents > 0 && { applicationFeeCents: bill.sums.feeCents }`,
      to: `{}`,
    },
  ],
  'the month of a campaign has no bound': [
    {
      file: store,
      from: `Math.floor(Math.min(capCentiCents - used, clientCentiCents) / sold.retailCentiCents)`,
      to: `count`,
    },
    {
      file: store,
      from: `lte(row.monthRetailCentiCents, capCentiCents - sums.retailCentiCents)`,
      to: `gte(row.leads, 0)`,
    },
  ],
}
