// What a visit must pass to become a lead, in the order in which the questions are asked. A fact that is missing ends
// the visit: nothing becomes a lead because somebody forgot to ask.
import type { Campaign } from './model/campaign.ts'

export type LeadFacts = {
  /** Of the campaign as it is now; null when it is gone. */
  status?: Campaign['status'] | null
  /** Whether the page is one of the campaign's own site. */
  isOwnSite?: boolean
  /** Whether this very visit was stored before: its message came twice. */
  isStored?: boolean
  /** Address of the person behind the visit; null when nobody knows. */
  email?: string | null
  /** The first list that names the person; null when none does. */
  exclusion?: { companyId: string; kind: string } | null
  /** Whether the person is a lead of this campaign already. */
  isKnown?: boolean
}

export type LeadEnd = 'inactive' | 'elsewhere' | 'stored' | 'unknown' | 'excluded' | 'known'
type Step = { ask: string; refuse: (facts: LeadFacts) => LeadEnd | undefined }

/**
 * Cheap questions first, and the one that a provider is paid for before those that need its answer. Limits of a
 * campaign, the price of a lead and the funds for it are further rows at the end: they concern only what may be sold.
 */
export const leadSteps = [
  { ask: 'campaign', refuse: ({ status }) => (status === 'active' ? undefined : 'inactive') },
  // Asked at the door as well; by now the site may be another one, or the message somebody else's.
  { ask: 'site', refuse: ({ isOwnSite }) => (isOwnSite ? undefined : 'elsewhere') },
  { ask: 'visit', refuse: ({ isStored }) => (isStored === false ? undefined : 'stored') },
  // Without an address nobody could be found on a list, so it is as good as no answer.
  { ask: 'person', refuse: ({ email }) => (email && /^\S+@\S+$/.test(email) ? undefined : 'unknown') },
  { ask: 'exclusion', refuse: ({ exclusion }) => (exclusion === null ? undefined : 'excluded') },
  { ask: 'repeat', refuse: ({ isKnown }) => (isKnown === false ? undefined : 'known') },
] as const satisfies readonly Step[]

export type LeadQuestion = (typeof leadSteps)[number]['ask']
/** Each question is told the address, once there is one. */
export type LeadAsker = Record<LeadQuestion, (email: string) => Promise<LeadFacts>>

/** Asks until one answer ends the visit, and says why; undefined when the visit is to become a lead. */
export async function findLeadEnd(asker: LeadAsker): Promise<LeadEnd | undefined> {
  let facts: LeadFacts = {}
  for (const { ask, refuse } of leadSteps) {
    facts = { ...facts, ...(await asker[ask](facts.email ?? '')) }
    const end = refuse(facts)
    if (end) return end
  }
  return undefined
}
