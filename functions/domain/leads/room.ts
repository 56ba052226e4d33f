// How many more leads a campaign may have, at a look: what costs money is asked for only where something may come of it. The
// write of the leads asks the same once more, and decides.
import { isTaking, type Meter, monthOf, storingInstant, usedOf } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { leadsLeft, lotAt } from '#shared/money/bought-leads.ts'
import { capLeft, capMonthAt } from '#shared/money/client-cap.ts'
import type { Funding } from '#shared/money/lead-lines.ts'
import { isBought, type LeadLimit } from '#shared/money/price-list.ts'
import { fromCents } from '#shared/money/price-text.ts'
import type { Db } from '../../data/index.ts'
import { leadTermsAt, limitAt } from '../pricing/prices.ts'
import { findFunding } from './funding.ts'

export type Room = {
  meter: Meter | undefined
  isTaking: boolean
  /** Leads that may still be stored now; Infinity where neither a limit nor money ends them. */
  count: number
  /** What leaves no room, where there is none. */
  full?: 'limit' | 'noFunds' | 'cap'
  /** `cap` is the one of all campaigns of the client. */
  isClientFull?: boolean
  limit: LeadLimit | undefined
  /** How leads are paid for, where the look came to ask it: what is sold although there was no room asks for itself. */
  funding?: Funding
}

type Look = { meter: Meter; campaign: Campaign; at: number }

/** How many leads the money that was paid ahead is enough for; a wallet that could pay for one more is asked when it is needed. */
async function paidFor(db: Db, { meter, campaign, at }: Look, funding: Funding): Promise<number> {
  if (funding === 'bill') return Number.POSITIVE_INFINITY
  if (funding === 'lot') return leadsLeft(meter.lots, meter.gone)
  const { wholesaleCentiCents } = (await leadTermsAt(db, campaign, at)).price
  if (wholesaleCentiCents <= (meter.hold?.leftCentiCents ?? 0)) return Number.POSITIVE_INFINITY
  const { balanceCents } = await db.ledger.get(campaign.agencyId)
  return fromCents(balanceCents) >= wholesaleCentiCents ? Number.POSITIVE_INFINITY : 0
}

/** How many leads an amount is enough for. What is free is bounded by nothing. */
const enoughFor = (leftCentiCents: number, eachCentiCents: number): number =>
  eachCentiCents === 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor(leftCentiCents / eachCentiCents))

/**
 * How many more leads what is left of a month's amounts is enough for, of the campaign's own and of the one of all of its client's: those
 * within the limit first, then those above it for their price.
 */
async function withinCaps(
  db: Db,
  { meter, campaign, at }: Look,
  { day, toLimit }: { day: string; toLimit: number },
): Promise<{ own: number; ofClient: number }> {
  const cap = meter.isClientCapped ? await db.clientCap.find(campaign.companyId) : undefined
  const ofClient = cap && cap.capCents > 0 ? capLeft(cap, capMonthAt(at, cap)) : undefined
  const used = meter.month === monthOf(day) ? meter.monthRetailCentiCents : 0
  const own = campaign.monthlyCapCents > 0 ? fromCents(campaign.monthlyCapCents) - used : undefined
  if (ofClient === undefined && own === undefined)
    return { own: Number.POSITIVE_INFINITY, ofClient: Number.POSITIVE_INFINITY }
  const { term, price, above } = await leadTermsAt(db, campaign, at)
  const lot = isBought(term) ? lotAt(meter.lots, meter.gone) : undefined
  const { retailCentiCents } = lot ?? price
  const fits = (left: number | undefined) => {
    if (left === undefined) return Number.POSITIVE_INFINITY
    const count = enoughFor(left, retailCentiCents)
    if (!above || count < toLimit || toLimit === Number.POSITIVE_INFINITY) return count
    return toLimit + enoughFor(left - toLimit * retailCentiCents, above.retailCentiCents)
  }
  return { own: fits(own), ofClient: fits(ofClient) }
}

const closed = { isTaking: false, count: 0, limit: undefined } as const

/** How many leads a campaign has room for at an instant (ms). */
export async function findRoom(db: Db, campaign: Campaign, now: number): Promise<Room> {
  const meter = await db.lead.findMeter(campaign)
  if (!meter) return { meter, ...closed }
  const { at, day } = storingInstant(meter, campaign.timeZone, now)
  if (campaign.status !== 'active' || !isTaking(meter, at)) return { meter, ...closed }
  const { term, limit, sellsAbove } = await limitAt(db, campaign, at)
  const toLimit = limit ? Math.max(0, limit.count - usedOf(meter, limit.every, day)) : Number.POSITIVE_INFINITY
  const within = sellsAbove ? Number.POSITIVE_INFINITY : toLimit
  const open = { meter, isTaking: true, limit }
  if (within === 0) return { ...open, count: 0, full: 'limit' }
  const { own, ofClient } = await withinCaps(db, { meter, campaign, at }, { day, toLimit })
  if (own === 0) return { ...open, count: 0, full: 'cap' }
  if (ofClient === 0) return { ...open, count: 0, full: 'cap', isClientFull: true }
  const funding = await findFunding(db, campaign, term)
  const paid = await paidFor(db, { meter, campaign, at }, funding)
  return { ...open, funding, count: Math.min(within, own, ofClient, paid), ...(paid === 0 && { full: 'noFunds' }) }
}

/** How many more leads limit and funds of a campaign allow now; 0 where it does not run. */
export const roomOf = async (db: Db, campaign: Campaign, now: number): Promise<number> =>
  (await findRoom(db, campaign, now)).count
