// What the meter of a campaign says: whether it takes leads at an instant, on which of its days, and how many of its limit
// are used. The write of a lead asks the same in its own conditions.
import * as z from 'zod'
import { dayIn, MINUTE, startOfDay } from '../dates.ts'
import type { OpenLot } from '../money/bought-leads.ts'
import type { Hold } from '../money/holds.ts'
import type { LeadLines } from '../money/lead-lines.ts'
import type { LeadLimit } from '../money/price-list.ts'

/**
 * Why a stretch of leads was closed. `period`: the day of a bill came. `final`: the campaign came to an end. `payer`: from now on
 * somebody else pays. `term`: its payment term changes.
 */
const closings = ['period', 'final', 'payer', 'term'] as const
export type Closing = (typeof closings)[number]

/** How a stretch was closed: its number, when (ms), why, and who pays its bill. */
export const Frozen = z.object({
  seq: z.number().int(),
  at: z.number(),
  why: z.enum(closings),
  payer: z.enum(['client', 'agency']),
})
export type Frozen = z.output<typeof Frozen> & { lines: LeadLines; credits: LeadLines }

/**
 * What is counted of a campaign. `day` is the last one that has leads (`YYYY-MM-DD` of the campaign's zone; empty while there are
 * none), `month` the one of that day (`YYYY-MM`). Instants are ms, 0 for none; amounts are hundredths of a cent.
 */
export type Meter = {
  campaignId: string
  isOpen: boolean
  opensAt: number
  closesAt: number
  leads: number
  wholesaleCentiCents: number
  retailCentiCents: number
  /** Of these leads, those that were given back. They stay counted above: they were delivered, and limits of a day or a month count them. */
  creditedLeads: number
  creditedWholesaleCentiCents: number
  creditedRetailCentiCents: number
  firstLeadAt: number
  /** Of the write that came last: two workers may write in another order than their leads' times. */
  lastLeadAt: number
  /** No lead is later than this: the end of a minute, never set back. 0 in rows of before it was kept. */
  newestBy: number
  day: string
  dayLeads: number
  dayWholesaleCentiCents: number
  dayRetailCentiCents: number
  month: string
  monthLeads: number
  monthRetailCentiCents: number
  /** The stretch that leads are counted in now, and its sums by line. A bill closes it, and is made of what it was. */
  seq: number
  lines: LeadLines
  credits: LeadLines
  /** The stretch that was closed last, while it has no bill yet. */
  frozen: Frozen | null
  /** Leads that were bought ahead, how many of them are gone, and the lots that are not used up. */
  bought: number
  gone: number
  /** Raised whenever a lot is bought or given back, so that a lot that was read is known to be as it was. */
  lotCount: number
  lots: readonly OpenLot[]
  /** The line changed, and the books of its lots are still being written (row LINE). */
  isSettling: boolean
  /** Sums of a Data Wallet that were set aside so far, the one that leads are paid from, and what the last closed one left. */
  holds: number
  hold: Hold | null
  holdRestCentiCents: number
  /** Its leads are taken from the bound of its client for a month, too. */
  isClientCapped: boolean
  /** The month and amount of its own bound for which its people were told that it is reached; empty where they never were. */
  capToldFor: string
}

type Newest = Pick<Meter, 'lastLeadAt' | 'newestBy'>

/** An instant that no lead of a campaign is later than (ms). In rows of before it was kept, workers count as a minute late at most. */
export const newestOf = ({ lastLeadAt, newestBy }: Newest): number =>
  newestBy > 0 ? Math.max(newestBy, lastLeadAt) : lastLeadAt + MINUTE

/** The same with leads that are stored now. Written on condition that it is no step back, which all but the first of a minute meet. */
export const newestWith = (meter: Newest, at: number): number =>
  Math.max(newestOf(meter), Math.floor(at / MINUTE) * MINUTE + MINUTE)

/** Whether leads are taken at an instant: by a campaign that runs, between its first day and its last. */
export const isTaking = ({ isOpen, opensAt, closesAt }: Meter, at: number): boolean =>
  isOpen && opensAt <= at && (closesAt === 0 || at < closesAt)

/** The month (`YYYY-MM`) of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

/**
 * The leads that a limit counts, as they are on a day that the meter has reached or not reached yet. One for all time says how many
 * are paid for, so a lead that was given back leaves its place to another one: the one that it came back as, where it was bought.
 */
export function usedOf(meter: Meter, every: LeadLimit['every'], day: string): number {
  if (every === 'max') return meter.leads - meter.creditedLeads
  if (every === 'day') return meter.day === day ? meter.dayLeads : 0
  return meter.month === monthOf(day) ? meter.monthLeads : 0
}

export const isUsedUp = (meter: Meter, { every, count }: LeadLimit, day: string): boolean =>
  usedOf(meter, every, day) >= count

/** How many of some leads are sold within a limit, how many beyond it for a price of their own, and how many not at all. */
export type Allotment = { within: number; above: number; refused: number }

/** Leads of a batch have their places in the order in which they came. Without a limit there is room for all of them. */
export function allot(
  meter: Meter,
  day: string,
  wanted: number,
  { limit, sellsAbove }: { limit: LeadLimit | undefined; sellsAbove: boolean },
): Allotment {
  if (!limit) return { within: wanted, above: 0, refused: 0 }
  const within = Math.min(wanted, Math.max(0, limit.count - usedOf(meter, limit.every, day)))
  const rest = wanted - within
  return sellsAbove ? { within, above: rest, refused: 0 } : { within, above: 0, refused: rest }
}

/**
 * The instant at which a lead is stored, and its day. It never lies before the day that the meter has reached: a clock that
 * is behind puts no lead on a day that is over.
 */
export function storingInstant(meter: Pick<Meter, 'day'>, timeZone: string, now: number): { at: number; day: string } {
  const day = dayIn(timeZone, now)
  return meter.day > day ? { at: startOfDay(timeZone, meter.day), day: meter.day } : { at: now, day }
}
