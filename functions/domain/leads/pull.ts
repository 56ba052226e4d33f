// Asks the lead data provider who searched for what a campaign looks for, page by page, and hands them to the pipeline. Never
// more is asked for than there is room for. A page is worked off before the next one is asked for, so a worker that crashed
// leaves the page where it was: it is asked for again by the same name, charged for once, and makes no lead twice.
import { createHash } from 'node:crypto'
import {
  nextLook,
  noWindow,
  PULL_EVERY_MS,
  PULL_PAGE,
  PULL_REACH_MS,
  requestIdOf,
  retryAt,
  windowAt,
} from '#shared/campaigns/pull.ts'
import { windowOf } from '#shared/campaigns/schedule.ts'
import { HOUR } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { toId } from '#shared/ids.ts'
import { jobs } from '#shared/jobs.ts'
import { judgeMarks } from '#shared/leads/known.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Pull, PullRef } from '../../data/campaigns/pull.ts'
import type { LeadData, PulledPage, PullQuestion, SeenPerson } from '../../gateways/lead-data.ts'
import { offerWhereNoneIsLeft } from '../purchases/offer-top-up.ts'
import { type AfterDeps, afterStored } from './after.ts'
import { findRoom, roomOf } from './room.ts'
import { stopAtLimit } from './sell.ts'
import { type Candidate, take } from './take.ts'
import { tellFull } from './tell-caps.ts'
import { askedTypes, onlyAsked } from './types.ts'

/** As long as a worker may run: one that crashed keeps nobody else away for longer. */
const LEASE_MS = jobs.pullCampaign.timeoutSeconds * 1000
/** What the provider's answer and the work on a page take at most. */
const PAGE_MS = 45_000

type Asked = Pick<PullQuestion, 'line' | 'keywords' | 'area' | 'informationTypeIds'>
type Deps = AfterDeps & {
  leadData: LeadData
  env: { FIRST_PULL_HOURS: number }
  report: (what: string, error: unknown) => void
  remainingMs: () => number
}
type PullChanges = Parameters<Deps['db']['pull']['save']>[1]
type Work = { campaign: Campaign; asked: Asked; pull: Pull }

const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** What a campaign looks for; undefined where keywords or an area are missing. */
async function findQuestion({ db }: Deps, campaign: Campaign): Promise<Asked | undefined> {
  const { line } = campaign
  if (line === 'local') return undefined
  const target = await db.campaign.findTarget(campaign)
  const { keywords, isNational, states, cities, zipCodes: zips } = target
  const hasArea = isNational || states.length + cities.length + zips.length > 0
  if (keywords.length === 0 || !hasArea) return undefined
  const area = isNational ? ('national' as const) : { states, cities, zips }
  return { line, keywords, area, informationTypeIds: await askedTypes(db, campaign, target) }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Made of campaign and record, in the form of any other id: a record that comes again is the same lead. */
export function leadIdOf(campaignId: string, recordId: string): string {
  const bytes = createHash('sha256').update(`${campaignId}\n${recordId}`).digest().subarray(0, 26)
  const [first = 0, ...rest] = bytes
  return toId('lead', [first % 8, ...rest].map((byte) => alphabet[byte % 32]).join(''))
}

/** Kept is only what was asked for. */
function toCandidate({ campaign, asked }: Work, { recordId, seenAt, keyword, person }: SeenPerson): Candidate {
  const { line, informationTypeIds: ids } = asked
  const advanced = line === 'enhance' ? onlyAsked(person.advanced, ids) : {}
  const business = line === 'b2b' ? onlyAsked(person.business, ids) : {}
  return { id: leadIdOf(campaign.id, recordId), seenAt, keyword, person: { ...person, advanced, business } }
}

/** The page of the window that is next; undefined where there is no provider. */
function askFor({ leadData }: Deps, { campaign, asked, pull }: Work): Promise<PulledPage | undefined> {
  const { pulledTo: from, windowEnd: to, limit, cursor } = pull
  return leadData.pull({ ...asked, from, to, limit, cursor, requestId: requestIdOf(campaign.id, pull) })
}

/** Of people who searched too long ago to become leads: those who are leads of this page already, whom nobody was told of maybe. */
async function leadsAmong({ db }: Deps, { campaign }: Work, people: readonly SeenPerson[]): Promise<SeenPerson[]> {
  if (people.length === 0) return []
  const marks = await db.lead.findMarks(
    campaign,
    people.map(({ person }) => person),
  )
  return people.filter(({ recordId, seenAt }, index) => {
    const lead = { id: leadIdOf(campaign.id, recordId), visitedAt: seenAt }
    return judgeMarks(marks[index] ?? [], lead, undefined) === 'own'
  })
}

/** Works a page off; throws what kept one of its people from being decided, so that the page comes again. Answers the leads. */
async function workOff(deps: Deps, work: Work, { people, unreadable }: PulledPage): Promise<number> {
  if (unreadable > 0)
    deps.report(`people of the campaign ${work.campaign.id}`, new Error(`${unreadable} could not be read.`))
  const oldest = deps.now() - PULL_REACH_MS - HOUR
  const { true: recent = [], false: old = [] } = Object.groupBy(people, ({ seenAt }) => `${seenAt >= oldest}`)
  const outcomes = await take(
    deps,
    work.campaign,
    [...recent, ...(await leadsAmong(deps, work, old))].map((each) => toCandidate(work, each)),
  )
  for (const outcome of outcomes) if (outcome.end === 'again') throw outcome.error
  return outcomes.filter(({ end }) => end === 'stored').length
}

/** What a worker has in hand, and how it keeps what came of it. */
function openHand({ db }: Deps, start: Work) {
  let work = start
  return {
    work: () => work,
    /** Undefined where the campaign was stopped, or another worker has it by now. */
    async keep(changes: PullChanges): Promise<Pull | undefined> {
      const pull = await db.pull.save(work.pull, changes)
      if (pull) work = { ...work, pull }
      return pull
    },
  }
}
type Hand = ReturnType<typeof openHand>

/** Works on, and lets go of the row where that fails: for a while where the provider does not answer, for others otherwise. */
async function letGoOnFailure(deps: Deps, { work, keep }: Hand, run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') {
      const { campaign, pull } = work()
      const failures = pull.failures + 1
      await keep({ leasedUntil: 0, failures, nextAt: retryAt(deps.now(), failures, error.retryAfterSeconds) })
      deps.report(`a pull of the campaign ${campaign.id}`, error)
      return 'waits for the provider'
    }
    if (error instanceof AppError && error.code === 'not_found') {
      const { campaign } = work()
      // Who was told before is told and charged for again, so this does not happen more often than a pull.
      await keep({ ...noWindow, leasedUntil: 0, nextAt: deps.now() + PULL_EVERY_MS })
      deps.report(`a pull of the campaign ${campaign.id}`, error)
      return 'begins anew'
    }
    // Where this fails too, the lease ends by itself.
    await keep({ leasedUntil: 0 }).catch(() => undefined)
    throw error
  }
}

/** Works on pages for as long as there are some, room and time. */
async function workOn(deps: Deps, hand: Hand): Promise<string> {
  const { db, now, queues } = deps
  const { work, keep } = hand
  for (let leads = 0; ; ) {
    const page = await askFor(deps, work())
    if (!page) {
      await keep({ leasedUntil: 0, nextAt: now() + PULL_EVERY_MS })
      return 'there is no provider'
    }
    leads += await workOff(deps, work(), page)
    const said = `${leads} leads`
    const { windowEnd, page: number, companyId, campaignId, agencyId } = work().pull
    const ended = async () => {
      await db.pull.removeEnded({ companyId, campaignId })
      return `${said}, then it was stopped`
    }
    if (!page.cursor) {
      const done = { ...noWindow, pulledTo: windowEnd, nextAt: windowEnd + PULL_EVERY_MS, leasedUntil: 0, failures: 0 }
      return (await keep(done)) ? said : ended()
    }
    const moved = { page: number + 1, cursor: page.cursor, failures: 0 }
    const limit = Math.min(PULL_PAGE, await roomOf(db, work().campaign, now()))
    if (limit === 0) {
      const isKept = await keep({ ...moved, limit, leasedUntil: 0, nextAt: now() + PULL_EVERY_MS })
      return isKept ? `${said}, no room for more` : ended()
    }
    const hasTime = deps.remainingMs() > PAGE_MS
    if (!(await keep({ ...moved, limit, leasedUntil: hasTime ? now() + LEASE_MS : 0 }))) return ended()
    if (hasTime) continue
    await queues.send('pullCampaign', { companyId, campaignId }, { group: agencyId })
    return `${said}, and goes on`
  }
}

/** The campaign was stopped with a page in hand: what of it was stored is handed on, and nothing more is stored. */
async function finish(deps: Deps, { work }: Hand): Promise<string> {
  const page = await askFor(deps, work())
  const leads = page ? await workOff(deps, work(), page) : 0
  await deps.db.pull.remove(work().pull)
  return `${leads} leads before it was stopped`
}

/** The window is too old to go on with: what of its page in hand was stored is handed on, and a window of today begins. */
async function leave(deps: Deps, { work, keep }: Hand): Promise<string> {
  const page = await askFor(deps, work())
  const leads = page ? await workOff(deps, work(), page) : 0
  await keep({ ...noWindow, leasedUntil: 0, failures: 0, nextAt: deps.now() })
  return `${leads} leads of a window that was left`
}

/**
 * What a campaign looked for was changed with a page in hand, so the page cannot be asked for again: a worker that crashed may have
 * stored some of it without telling anybody. All that was stored since its window began is handed on; what was so before changes nothing.
 */
async function turn(deps: Deps, campaign: Campaign, found: Pull): Promise<string> {
  const { db, now } = deps
  const pull = await db.pull.save(found, { leasedUntil: now() + LEASE_MS })
  if (!pull) return 'another worker has it'
  let leads = 0
  let after: { createdAt: number; id: string } | undefined
  do {
    const span = { start: found.windowEnd, end: now() + 1 }
    const stored = await db.lead.list(campaign, span, { limit: PULL_PAGE, ...(after && { after }) })
    await afterStored(
      deps,
      campaign,
      stored.map((lead) => ({ id: lead.id, createdAt: lead.createdAt, lead })),
    )
    const ends = stored.map(({ id, visitedAt }) => ({ id, seenAt: visitedAt, end: 'stored' as const }))
    await db.leadTally.add(campaign, ends, now())
    leads += stored.length
    after = stored.length < PULL_PAGE ? undefined : stored.at(-1)
  } while (after)
  if (found.isEnded) await db.pull.remove(pull)
  else await db.pull.save(pull, { ...noWindow, leasedUntil: 0, failures: 0, nextAt: now() })
  return `${leads} leads of what it looked for before`
}

/** Pulls for one campaign what is due. It may be asked at any time, twice, or by two workers at once. */
export async function pullCampaign(deps: Deps, ref: PullRef): Promise<string> {
  const { db } = deps
  const now = deps.now()
  const found = await db.pull.find(ref)
  if (!found) return 'inactive'
  if (found.leasedUntil > now) return 'another worker has it'
  if (found.nextAt > now) return 'not due'
  // One that was started a moment ago may not stand in every copy yet, and its row would go for good.
  const { companyId, campaignId: id } = ref
  const campaign = (await db.campaign.find(companyId, id)) ?? (await db.campaign.findFresh({ companyId, id }))
  const asked = campaign && (await findQuestion(deps, campaign))
  const lease = async (work: Omit<Work, 'pull'>, changes: PullChanges, run: typeof workOn) => {
    const pull = await db.pull.save(found, { ...changes, leasedUntil: now + LEASE_MS })
    if (!pull) return 'another worker has it'
    const hand = openHand(deps, { ...work, pull })
    return letGoOnFailure(deps, hand, () => run(deps, hand))
  }
  // The provider may have answered it, and a worker that crashed may have stored some of it without telling anybody.
  const isInHand = found.limit > 0 && found.windowEnd > now - PULL_REACH_MS
  const question = asked ? shortHash(JSON.stringify(asked)) : ''
  if (campaign && found.limit > 0 && found.question !== question) return turn(deps, campaign, found)
  if (found.isEnded || !campaign) {
    if (campaign && asked && isInHand) return lease({ campaign, asked }, {}, finish)
    await db.pull.remove(found)
    return 'inactive'
  }
  const { opensAt } = windowOf(campaign)
  const window = windowAt(found, { now, question, opensAt, firstReachMs: deps.env.FIRST_PULL_HOURS * HOUR })
  const isLeft = found.limit > 0 && found.windowEnd > now - 2 * PULL_REACH_MS
  if (asked && isLeft && window?.question === found.question && window.windowEnd !== found.windowEnd)
    return lease({ campaign, asked }, {}, leave)
  const room = asked && window ? await findRoom(db, campaign, now) : undefined
  // A page that was asked for before is asked for as it was, although its leads may have taken the room.
  const limit = window?.limit || Math.min(PULL_PAGE, room?.count ?? 0)
  if (asked && window && limit > 0) return lease({ campaign, asked }, { ...window, limit, isNew: false }, workOn)
  // A worker that crashed after the last lead of all left the campaign running.
  if (asked && window && (await stopAtLimit(deps, campaign))) {
    await db.pull.removeEnded(ref)
    return 'stopped at its limit'
  }
  // Nobody is asked for who does not fit into it, so no lead is refused that would have it told.
  if (room) {
    await tellFull(deps, campaign, room)
    await offerWhereNoneIsLeft(deps, campaign, room)
  }
  await db.pull.save(found, { nextAt: nextLook(window, { now, opensAt }) })
  return asked && window ? 'no room' : 'nothing to ask for'
}
