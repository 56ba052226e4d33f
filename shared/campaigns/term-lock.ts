// When the payment term of a campaign stays as it is. What was paid ahead is delivered, or goes back, under the term that it was paid
// under: a campaign of another one neither uses nor refunds it.
import type { Campaign } from '../model/campaign.ts'

export type TermFacts = {
  campaign: Pick<Campaign, 'status' | 'term'>
  /** Leads that were paid for and have not come. */
  leadsLeft: number
  /** A start or further leads that were begun, and neither paid nor given up. */
  hasPurchase: boolean
}

/** Why the payment term cannot be changed now, and how to go on; undefined where it can. */
export function termLock({ campaign, leadsLeft, hasPurchase }: TermFacts): string | undefined {
  if (campaign.status === 'active') return 'Pause the campaign before you change its payment term.'
  if (hasPurchase)
    return 'A payment of this campaign is under way. Wait until it has ended, then change the payment term.'
  if (leadsLeft === 0) return undefined
  const left = leadsLeft === 1 ? '1 paid lead is' : `${leadsLeft.toLocaleString('en-US')} paid leads are`
  const it = leadsLeft === 1 ? 'it' : 'them'
  return campaign.term === 'One Time'
    ? `${left} left. Let ${it} come first, then change the payment term.`
    : `${left} left. Give ${it} back first, then change the payment term.`
}
