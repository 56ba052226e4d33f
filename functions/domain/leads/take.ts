// The one pipeline of all products: candidates in, ends out. Sources differ only in where their candidates come from.
import { forgottenBefore, judgeMarks, storedAtOf } from '#shared/leads/known.ts'
import { missingFields } from '#shared/leads/required.ts'
import { findLeadEnds, type LeadAsker, type LeadEnd, type LeadFacts } from '#shared/leads/steps.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { emailsOf, type Person } from '#shared/model/lead.ts'
import { mostAtOnce, type NewLead } from '../../data/leads/store.ts'
import { findExclusions, KnownLists, listsOf } from '../exclusions/check.ts'
import { offerWhereNoneIsLeft } from '../purchases/offer-top-up.ts'
import { type AfterDeps, afterStored, type StoredLead } from './after.ts'
import { findRoom, type Room } from './room.ts'
import { sellLeads, stopAtLimit } from './sell.ts'
import { tellCampaignCap, tellClientCap, tellFull } from './tell-caps.ts'

export type Candidate = {
  /** Id of the lead that it may become: made of facts, so that the same visit or record has the same id each time. */
  id: string
  /** Instant (ms) of the visit or of the search. */
  seenAt: number
  pageUrl?: string
  /** The page before it. */
  referrer?: string
  keyword?: string
  /** Who it is, where that is known. Somebody who is asked for costs money, so nobody is who may not become a lead. */
  person: Person | (() => Promise<Person | undefined>)
  /** Whether it was handed out before, so that it may be a lead already although nobody was told so. */
  isRepeat?: boolean
  /** Whether the page was the campaign's and the visitor no customer yet; a search has no page. */
  origin?: () => Promise<Pick<LeadFacts, 'isOwnSite' | 'hasConverted'>>
}

/** `again`: a question was left without an answer (`error`), so nothing is decided and the candidate is to come again. */
export type Outcome = { id: string } & ({ end: LeadEnd } | { end: 'again'; error: unknown })

/** As many questions to the provider at once. */
const ASKED_AT_ONCE = 5

async function inPool<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(ASKED_AT_ONCE, items.length) }, worker))
  return results
}

const nowhere = async () => ({ isOwnSite: true, hasConverted: false })

/** What of a campaign only the pipeline asks for, read once for all candidates. */
async function findRules({ db }: AfterDeps, campaign: Campaign) {
  const [{ requiredFields }, siblings] = await Promise.all([
    db.campaign.findTarget(campaign),
    campaign.reidentifiesAcross ? db.campaign.list(campaign.companyId) : [],
  ])
  return { requiredFields, siblings: siblings.map(({ id }) => id) }
}

/**
 * Takes candidates of a campaign in their order: those that may be leads are stored, priced and handed on, and the ends of all
 * are tallied. It may be asked with the same candidates again, by two workers at once or after one that crashed: each is one
 * lead at most. What could not be decided ends with `again`; a `WriteConflict` there says that other leads stood in the way.
 */
export async function take(
  services: AfterDeps,
  campaign: Campaign,
  candidates: readonly Candidate[],
): Promise<Outcome[]> {
  const ends = new Map<Candidate, Outcome>()
  const rules = await findRules(services, campaign)
  let open = candidates
  while (open.length > 0) {
    const room = await findRoom(services.db, campaign, services.now())
    // What there is no room for is asked about only to be told so.
    const most = mostAtOnce({ isAcross: campaign.reidentifiesAcross })
    const part = open.slice(0, room.count > 0 ? Math.min(room.count, most) : most)
    open = open.slice(part.length)
    try {
      for (const [candidate, outcome] of await takePart(services, { campaign, rules, room }, part))
        ends.set(candidate, outcome)
    } catch (error) {
      // What was stored before stays: only the rest comes again.
      for (const candidate of [...part, ...open]) ends.set(candidate, { id: candidate.id, end: 'again', error })
      break
    }
  }
  return candidates.flatMap((candidate) => ends.get(candidate) ?? [])
}

type Part = { campaign: Campaign; rules: Awaited<ReturnType<typeof findRules>>; room: Room }
/** The candidate may have been stored by a worker that crashed before it was through: then no look may end it. */
const mayBeStored = ({ isRepeat = false, person }: Candidate) => isRepeat || typeof person !== 'function'

/** What is found out about a part while its candidates go through the steps. */
type Found = {
  outcomes: Map<Candidate, Outcome>
  people: Map<Candidate, { person: Person; identifiedAt: number }>
  /** Those that are leads of this campaign, from before or by now. */
  stored: StoredLead[]
}

function identified({ people }: Found, candidate: Candidate) {
  const known = people.get(candidate)
  if (!known) throw new Error('A candidate has no person yet.')
  return known
}

/** Answers the questions of the steps, and writes down beside it what later steps need. */
function askerOf(services: AfterDeps, { campaign, rules, room }: Part, found: Found): LeadAsker<Candidate> {
  const { db, now } = services
  const personOf = (candidate: Candidate): Person => identified(found, candidate).person
  const before = forgottenBefore(campaign.reidentification, now(), campaign.timeZone)
  const isKnown = new Map<Candidate, boolean>()
  return {
    campaign: async (open) =>
      open.map((candidate) =>
        mayBeStored(candidate)
          ? { status: 'active', isTaking: true }
          : { status: campaign.status, isTaking: room.isTaking },
      ),
    origin: (open) => inPool(open, ({ origin, isRepeat }) => (isRepeat ? nowhere : (origin ?? nowhere))()),
    room: async (open) =>
      open.map((candidate) => ({
        room: mayBeStored(candidate) ? 1 : room.count,
        ...(room.full && { full: room.full }),
      })),
    person: (open) =>
      inPool(open, async (candidate) => {
        try {
          const person = typeof candidate.person === 'function' ? await candidate.person() : candidate.person
          if (person) found.people.set(candidate, { person, identifiedAt: now() })
          return { isMatched: person !== undefined }
        } catch (error) {
          // The others go on: each answer was paid for.
          found.outcomes.set(candidate, { id: candidate.id, end: 'again', error })
          return {}
        }
      }),
    required: async (open) =>
      open.map((candidate) => ({ missing: missingFields(personOf(candidate), { ...campaign, ...rules }) })),
    async exclusion(open) {
      const addresses = open.map((candidate) => emailsOf(personOf(candidate)))
      // Lists are read anew for each batch: what was uploaded a moment ago holds for the next lead already.
      const exclusions = await findExclusions(services, listsOf(campaign), addresses, new KnownLists())
      return open.map((_, index) => ({ exclusion: exclusions[index] ?? null }))
    },
    async own(open) {
      const marks = await db.lead.findMarks(campaign, open.map(personOf), { siblings: rules.siblings })
      return open.map((candidate, index) => {
        const { id, seenAt: visitedAt } = candidate
        const own = marks[index] ?? []
        const judged = judgeMarks(own, { id, visitedAt }, before)
        isKnown.set(candidate, judged === 'other')
        if (judged === 'own') found.stored.push({ id, createdAt: storedAtOf(own, id) ?? now() })
        return { isOwn: judged === 'own' }
      })
    },
    originOfRepeat: (open) => inPool(open, ({ origin, isRepeat }) => (isRepeat ? (origin ?? nowhere) : nowhere)()),
    repeat: async (open) => open.map((candidate) => ({ isKnown: isKnown.get(candidate) ?? true })),
  }
}

/** What follows from the room alone, also where this part has no lead. */
async function endWhereFull(services: AfterDeps, campaign: Campaign, room: Room): Promise<void> {
  await tellFull(services, campaign, room)
  // A worker that crashed after the last lead left the campaign running.
  if (room.limit?.every === 'max' && room.full === 'limit') await stopAtLimit(services, campaign)
  await offerWhereNoneIsLeft(services, campaign, room)
}

/** Stores and prices those that passed all steps. */
async function sellPassed(
  services: AfterDeps,
  { campaign, room: { meter, funding } }: Part,
  passed: readonly Candidate[],
  found: Found,
): Promise<void> {
  const checkedAt = services.now()
  const leads = passed.map((candidate): NewLead => {
    const { id, seenAt: visitedAt, pageUrl = '', referrer = '', keyword = '' } = candidate
    const { person, identifiedAt } = identified(found, candidate)
    const instants = { visitedAt, identifiedAt, checkedAt }
    return { id, person, pageUrl, referrer, keyword, ...instants, kind: campaign.informationType }
  })
  const sold =
    meter && leads.length > 0 ? await sellLeads(services, campaign, leads, { meter, ...(funding && { funding }) }) : []
  for (const [index, candidate] of passed.entries()) {
    const { id } = candidate
    const one = sold[index] ?? { end: 'inactive' as const }
    if (one.end === 'stored') found.stored.push({ id, createdAt: one.lead.createdAt, lead: one.lead })
    if (one.end === 'already') found.stored.push({ id, createdAt: one.storedAt })
    found.outcomes.set(candidate, { id, end: endOf[one.end] })
  }
  if (sold.some(({ end }) => end === 'client_cap')) await tellClientCap(services, campaign)
  if (sold.some(({ end }) => end === 'cap')) await tellCampaignCap(services, campaign, { meter })
}

async function takePart(
  services: AfterDeps,
  part: Part,
  candidates: readonly Candidate[],
): Promise<Map<Candidate, Outcome>> {
  const { db, now } = services
  const { campaign, room } = part
  const found: Found = { outcomes: new Map(), people: new Map(), stored: [] }
  const { outcomes, stored } = found
  for (const [candidate, end] of await findLeadEnds(candidates, askerOf(services, part, found)))
    if (!outcomes.has(candidate)) outcomes.set(candidate, { id: candidate.id, end })
  await endWhereFull(services, campaign, room)
  const passed = candidates.filter((candidate) => !outcomes.has(candidate))
  await sellPassed(services, part, passed, found)
  if (stored.length > 0) await afterStored(services, campaign, stored)
  const ended = candidates.flatMap((candidate) => {
    const end = outcomes.get(candidate)?.end
    return end === undefined || end === 'again' ? [] : [{ id: candidate.id, seenAt: candidate.seenAt, end }]
  })
  await db.leadTally.add(campaign, ended, now())
  return outcomes
}

const endOf = {
  stored: 'stored',
  already: 'stored',
  known: 'duplicate',
  limit: 'limit',
  noFunds: 'noFunds',
  cap: 'cap',
  client_cap: 'cap',
  inactive: 'inactive',
} as const satisfies Record<string, LeadEnd>
