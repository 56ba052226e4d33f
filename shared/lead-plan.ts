// What a visit must pass to become a lead, in the order in which the questions are asked. A fact that is missing ends
// the visit: nothing becomes a lead because somebody forgot to ask.
import type { Campaign } from './model/campaign.ts'

export type LeadFacts = {
  /** Of the campaign as it is now; null when it is gone. */
  status?: Campaign['status'] | null
  /** Whether the page is one of the campaign's own site. */
  isOwnSite?: boolean
  /** Whether its meter takes leads at this instant: it is open, and between its first day and its last. */
  isTaking?: boolean
  /** Whether it has as many leads as it may, and none is sold above that. */
  isUsedUp?: boolean
  /** Address of the person behind the visit; null when nobody knows. */
  email?: string | null
  /** The first list that names the person; null when none does. */
  exclusion?: { companyId: string; kind: string } | null
  /** The person's mark in this campaign: of this very visit, whose message came twice, or of another one; null for none. */
  mark?: 'own' | 'other' | null
}

export type LeadEnd = 'inactive' | 'elsewhere' | 'limit' | 'unknown' | 'excluded' | 'stored' | 'known'
type Step = { ask: string; refuse: (facts: LeadFacts) => LeadEnd | undefined }

/**
 * Everything that may end a visit without a provider's answer comes before the provider, who is paid for it: what may not be
 * sold is not asked for. Only the answer tells the person, by whose mark a repeated message is known. The transaction that
 * stores the lead asks the meter and the mark once more, and decides.
 */
export const leadSteps = [
  { ask: 'campaign', refuse: ({ status }) => (status === 'active' ? undefined : 'inactive') },
  // Asked at the door as well; by now the site may be another one, or the message somebody else's.
  { ask: 'site', refuse: ({ isOwnSite }) => (isOwnSite ? undefined : 'elsewhere') },
  { ask: 'meter', refuse: ({ isTaking }) => (isTaking ? undefined : 'inactive') },
  { ask: 'limit', refuse: ({ isUsedUp }) => (isUsedUp === false ? undefined : 'limit') },
  // Without an address nobody could be found on a list, so it is as good as no answer.
  { ask: 'person', refuse: ({ email }) => (email && /^\S+@\S+$/.test(email) ? undefined : 'unknown') },
  { ask: 'exclusion', refuse: ({ exclusion }) => (exclusion === null ? undefined : 'excluded') },
  {
    ask: 'repeat',
    refuse({ mark }) {
      if (mark === null) return undefined
      return mark === 'own' ? 'stored' : 'known'
    },
  },
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
