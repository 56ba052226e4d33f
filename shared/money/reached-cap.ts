// Whether a campaign that runs takes no leads because a bound of what leads may cost in a month is reached: its own, or the one of all
// campaigns of its client. For people who look; the write of leads decides by its own conditions.
import { type Meter, monthOf, storingInstant } from '../campaigns/meter.ts'
import type { Campaign } from '../model/campaign.ts'
import { type ClientCap, capClearsOn, clearsOn } from './client-cap.ts'
import { fromCents } from './price-text.ts'

export const capOwners = ['campaign', 'client'] as const

/** Whose bound it is, and the day (`YYYY-MM-DD`) from which leads come again. */
export type ReachedCap = { of: (typeof capOwners)[number]; clearsOn: string }

type About = {
  campaign: Pick<Campaign, 'status' | 'timeZone' | 'monthlyCapCents'>
  meter: Meter | undefined
  /** The one of its client, where that has one. */
  clientCap: ClientCap | undefined
}

/** A lead that costs what those of the last day did on average would go beyond the bound. */
function ownClearsOn({ monthlyCapCents, timeZone }: About['campaign'], meter: Meter, now: number): string | undefined {
  const month = monthOf(storingInstant(meter, timeZone, now).day)
  if (monthlyCapCents === 0 || meter.month !== month) return undefined
  const lead = meter.dayLeads > 0 ? Math.floor(meter.dayRetailCentiCents / meter.dayLeads) : 0
  const left = fromCents(monthlyCapCents) - meter.monthRetailCentiCents
  return left <= 0 || left < lead ? clearsOn(month) : undefined
}

/** Of two that are reached, the one that holds longer; the client's where they end on one day, which only raising that one would change. */
export function reachedCap({ campaign, meter, clientCap }: About, now: number): ReachedCap | null {
  if (campaign.status !== 'active' || !meter) return null
  const own = ownClearsOn(campaign, meter, now)
  const ofClient = clientCap && meter.isClientCapped ? capClearsOn(clientCap, now) : undefined
  if (ofClient && !(own && own > ofClient)) return { of: 'client', clearsOn: ofClient }
  return own ? { of: 'campaign', clearsOn: own } : null
}
