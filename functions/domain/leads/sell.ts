// People who were found become leads, under the terms that hold at the instant of storing; and a campaign that has all the
// leads that it may ever have stops.
import { isUsedUp, type Meter, storingInstant } from '#shared/campaigns/meter.ts'
import { nextState } from '#shared/campaigns/state.ts'
import { forgottenBefore } from '#shared/leads/known.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Funding } from '#shared/money/lead-lines.ts'
import { fromCents } from '#shared/money/price-text.ts'
import type { Db } from '../../data/index.ts'
import type { NewLead, Stored } from '../../data/leads/lead.ts'
import { ensureHold } from '../billing/holds.ts'
import { tellStopped } from '../campaigns/tell-stopped.ts'
import { leadTermsAt, limitAt } from '../pricing/prices.ts'
import { findFunding } from './funding.ts'

type Deps = { db: Db; now: () => number }
/** Why nothing was sold, or the lead that was. */
export type Sold = Exclude<Stored, { end: 'behind' }>

/** Days turn once in a day: meeting that twice in one sale is no accident. */
const MOST_TRIES = 3

/** At most `mostAtOnce` leads, answered in their order. `look`: the meter, and what pays, as they were seen a moment ago. */
export async function sellLeads(
  { db, now }: Deps,
  campaign: Campaign,
  found: readonly NewLead[],
  look: { meter: Meter; funding?: Funding },
): Promise<Sold[]> {
  let { meter } = look
  const ends = new Map<NewLead, Sold>()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const leads = found.filter((lead) => !ends.has(lead))
    const { at } = storingInstant(meter, campaign.timeZone, now())
    const { term, ...terms } = await leadTermsAt(db, campaign, at)
    const funding = look.funding ?? (await findFunding(db, campaign, term))
    const stored = await db.lead.store(campaign, {
      at,
      leads,
      ...terms,
      funding,
      capCentiCents: campaign.monthlyCapCents > 0 ? fromCents(campaign.monthlyCapCents) : undefined,
      forgottenBefore: forgottenBefore(campaign.reidentification, at, campaign.timeZone),
      isAcross: campaign.reidentifiesAcross,
      look: meter,
    })
    let isPaidFor = false
    if (funding === 'hold' && stored.some(({ end }) => end === 'noFunds'))
      isPaidFor = await ensureHold({ db, now }, campaign, terms.price.wholesaleCentiCents)
    for (const [index, lead] of leads.entries()) {
      const end = stored[index]
      if (end?.end === 'behind') meter = end.meter
      else if (end && !(isPaidFor && end.end === 'noFunds')) ends.set(lead, end)
    }
    if (ends.size < found.length) {
      // Each sum that is set aside pays for one lead at least, so this comes to an end.
      if (isPaidFor) tries--
      continue
    }
    const sold = found.flatMap((lead) => ends.get(lead) ?? [])
    const mayBeLast = sold.some(({ end }) => end === 'limit' || end === 'stored')
    if (mayBeLast && terms.limit?.every === 'max') await stopAtLimit({ db, now }, campaign)
    return sold
  }
  throw new Error(`The campaign ${campaign.id} was never on the day of its own meter.`)
}

/** Others may edit it in the same moment; then it is looked at again. */
const MOST_STOPS = 5

/**
 * Stops a running campaign that has all the leads that it may ever have, unless further ones are sold for a price of their own.
 * It may be asked at any time and as often as one likes. Answers whether it stopped it.
 */
export async function stopAtLimit({ db, now }: Deps, asked: Pick<Campaign, 'companyId' | 'id'>): Promise<boolean> {
  for (let tries = 0; tries < MOST_STOPS; tries++) {
    const campaign = await db.campaign.findFresh(asked)
    const next = campaign && nextState(campaign, 'stopped', 'platform', 'limit_total')
    if (!next) return false
    const meter = await db.lead.findMeter(campaign, true)
    if (!meter) return false
    const { at, day } = storingInstant(meter, campaign.timeZone, now())
    const { limit, sellsAbove } = await limitAt(db, campaign, at)
    if (limit?.every !== 'max' || sellsAbove || !isUsedUp(meter, limit, day)) return false
    if (await db.campaignChange.setStatus(campaign, next.status, next.statusReason)) {
      await tellStopped({ db, now }, [campaign], 'limit_total', campaign.id)
      return true
    }
  }
  // Others changed it each time and may have left it running: the next lead that is refused comes here again.
  return false
}
