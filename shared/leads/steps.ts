// What a candidate must pass to become a lead, of whichever product, in the order in which the questions are asked; and the
// names of the ends, which tallies, the timeline of a lead and the reports share. A fact that is missing ends the candidate:
// nothing becomes a lead because somebody forgot to ask.
import type { Campaign, RequiredField } from '../model/campaign.ts'

export const leadEnds = [
  'stored',
  'inactive',
  'elsewhere',
  'converted',
  'limit',
  'noFunds',
  'cap',
  'unmatched',
  'incomplete',
  'excluded',
  'duplicate',
] as const
export type LeadEnd = (typeof leadEnds)[number]

export type LeadFacts = {
  /** Of the campaign as it is now; null when it is gone. */
  status?: Campaign['status'] | null
  /** Whether its meter takes leads at this instant: it is open, and between its first day and its last. */
  isTaking?: boolean
  /** Whether the page is one of the campaign's own site; who was found by a search was on no page. */
  isOwnSite?: boolean
  /** Whether the visitor has reached the page that thanks customers. */
  hasConverted?: boolean
  /** How many more leads its limit and its money allow, and which of them says so where there is none. */
  room?: number
  full?: 'limit' | 'noFunds' | 'cap'
  /** Whether somebody is known; false when nobody is. */
  isMatched?: boolean
  /** What a lead of this campaign must have and the person lacks. */
  missing?: readonly RequiredField[]
  /** The first list that names the person; null when none does. */
  exclusion?: { companyId: string } | null
  /** Whether the person's mark is that of this very candidate, whose message came twice. */
  isOwn?: boolean
  /** Whether the person is another lead that is not forgotten yet. */
  isKnown?: boolean
}

type Step = { ask: string; refuse: (facts: LeadFacts) => LeadEnd | undefined }

/** Asked at the door as well; by now the site may be another one, the visitor a customer, or the message somebody else's. */
function refuseOrigin({ isOwnSite, hasConverted }: LeadFacts): LeadEnd | undefined {
  if (!isOwnSite) return 'elsewhere'
  return hasConverted === false ? undefined : 'converted'
}

/**
 * Everything that may end a candidate without a provider's answer comes before the provider, who is paid for it: what may not be
 * sold is not asked for. Only the answer tells the person, by whose mark a repeated message is known. The transaction that
 * stores the leads asks the meter and the marks once more, and decides.
 */
export const leadSteps = [
  {
    ask: 'campaign',
    refuse: ({ status, isTaking }) => (status === 'active' && isTaking ? undefined : 'inactive'),
  },
  { ask: 'origin', refuse: refuseOrigin },
  { ask: 'room', refuse: ({ room, full }) => (room !== undefined && room > 0 ? undefined : (full ?? 'limit')) },
  { ask: 'person', refuse: ({ isMatched }) => (isMatched ? undefined : 'unmatched') },
  // What was stored stays stored, even where a list or a stop came after it: it is handed on again, and no more.
  { ask: 'own', refuse: ({ isOwn }) => (isOwn === false ? undefined : 'stored') },
  // Who was handed out before is asked for it here: only a lead that is stored already may pass without.
  { ask: 'originOfRepeat', refuse: refuseOrigin },
  { ask: 'required', refuse: ({ missing }) => (missing?.length === 0 ? undefined : 'incomplete') },
  { ask: 'exclusion', refuse: ({ exclusion }) => (exclusion === null ? undefined : 'excluded') },
  { ask: 'repeat', refuse: ({ isKnown }) => (isKnown === false ? undefined : 'duplicate') },
] as const satisfies readonly Step[]

export type LeadQuestion = (typeof leadSteps)[number]['ask']
/** Each question is asked for all candidates that no earlier one ended, and answered in their order. */
export type LeadAsker<Candidate> = Record<LeadQuestion, (open: readonly Candidate[]) => Promise<readonly LeadFacts[]>>

/** Asks until nobody is left or nothing more is to be asked. Answers how candidates ended; who is not in it is to become a lead. */
export async function findLeadEnds<Candidate>(
  candidates: readonly Candidate[],
  asker: LeadAsker<Candidate>,
): Promise<Map<Candidate, LeadEnd>> {
  const ends = new Map<Candidate, LeadEnd>()
  let open = candidates
  for (const { ask, refuse } of leadSteps) {
    if (open.length === 0) break
    const facts = await asker[ask](open)
    for (const [index, candidate] of open.entries()) {
      const end = refuse(facts[index] ?? {})
      if (end) ends.set(candidate, end)
    }
    open = open.filter((candidate) => !ends.has(candidate))
  }
  return ends
}
