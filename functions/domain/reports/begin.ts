// Since when a scope has leads; and, where it has none yet, what will bring the first one.
import { addDays, countDays, dayIn } from '#shared/dates.ts'
import { type Campaign, defaultTimeZone } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import type { LeadCampaign } from '../../data/leads/month.ts'
import { campaignsIn, findCampaigns, type Listed, type Scope } from './scope.ts'

type Deps = { db: Pick<Db, 'campaign' | 'campaignList' | 'lead' | 'leadMonth' | 'pixel' | 'pull'>; now: () => number }
/** `at` (ms): when it comes, or was last heard of. */
export type Next =
  | { what: 'make' }
  | { what: 'start'; campaign: Listed }
  | { what: 'pixel'; campaign: Listed }
  | { what: 'visit'; campaign: Listed; at: number }
  | { what: 'pull'; campaign: Listed; at: number | undefined }
export type Beginning = {
  startDate: string
  endDate: string
  timeZone: string
  hasLeads: boolean
  next: Next | undefined
}

const DAYS_WITHOUT = 30

/** Of a campaign its own zone, else the one that campaigns have unless somebody says another one. */
const zoneOf = (scope: Scope): string => (scope.of === 'campaign' ? scope.campaign.timeZone : defaultTimeZone)

async function nextOf({ db }: Deps, scope: Scope, campaigns: readonly Listed[]): Promise<Next | undefined> {
  const running = campaigns.find(({ status }) => status === 'active')
  const first = running ?? campaigns.find(({ status }) => status === 'paused' || status === 'stopped')
  if (!first) return scope.of === 'campaign' ? undefined : { what: 'make' }
  if (!running) return { what: 'start', campaign: first }
  if (running.line !== 'local') {
    const pull = await db.pull.find({ companyId: running.companyId, campaignId: running.id })
    return { what: 'pull', campaign: running, at: pull?.nextAt }
  }
  const seenAt = await db.pixel.lastSeen(running.id)
  return seenAt === undefined ? { what: 'pixel', campaign: running } : { what: 'visit', campaign: running, at: seenAt }
}

const firstOf = (days: readonly (string | undefined)[]) => days.filter((day) => day !== undefined).toSorted()[0]

async function firstDays(db: Deps['db'], some: readonly LeadCampaign[]): Promise<string[]> {
  const meters = await db.campaignList.meters(some)
  return some.flatMap(({ id, timeZone }) => {
    const firstLeadAt = meters.get(id)?.firstLeadAt ?? 0
    return firstLeadAt > 0 ? [dayIn(timeZone, firstLeadAt)] : []
  })
}

/** The day of the first lead of a scope, in the zone of its campaign: one of the first month in which any has leads. */
async function firstDay(db: Deps['db'], scope: Scope): Promise<string | undefined> {
  const { lead, leadMonth } = db
  if (scope.of === 'campaign') return firstOf(await firstDays(db, [scope.campaign]))
  const { line } = scope
  const owner = scope.of === 'client' ? scope.client : scope.agency
  // Its months are not kept yet: the meter of each campaign says when its first lead came.
  if (!owner.hasLeadMonths) {
    const all = await campaignsIn(db, owner, { from: '', to: '', line })
    return all ? firstOf(await firstDays(db, all)) : lead.firstDayOfAgency(owner.id)
  }
  const month = await leadMonth.first(owner.id, line)
  if (month === undefined) return undefined
  const [from, to] = [`${month}-01`, `${month}-31`]
  if (scope.of === 'agency') return (await lead.agencyByDay(owner.id, line, from, to))[0]?.day
  // A campaign of which no day is over has its first one in its meter alone, which keeps it when that day ends.
  const [some, over] = await Promise.all([
    leadMonth.list(owner.id, { from: month, to: month, line }),
    lead.overOfClient(owner.id, { from, to, line }),
  ])
  const counted = new Set(over.flatMap(({ of }) => of))
  const present = await firstDays(
    db,
    some.filter(({ number }) => !counted.has(number)),
  )
  return firstOf([over[0]?.day, ...present])
}

const startOf = (campaign: Campaign | undefined, today: string): string => {
  const asked = campaign && (campaign.startOn || dayIn(campaign.timeZone, campaign.startedAt || campaign.createdAt))
  return asked && asked <= today ? asked : addDays(today, -DAYS_WITHOUT)
}

export async function beginningOf(deps: Deps, scope: Scope): Promise<Beginning> {
  const { db, now } = deps
  const timeZone = zoneOf(scope)
  const endDate = dayIn(timeZone, now())
  const begun = (first: string): Beginning => ({
    startDate: countDays(first, endDate) < 1 ? endDate : first,
    endDate,
    timeZone,
    hasLeads: true,
    next: undefined,
  })
  // The days of an agency do not say which product the first lead was of.
  const isOfAll = scope.of === 'agency' && scope.line === undefined
  const known = isOfAll ? await db.lead.firstDayOfAgency(scope.agency.id) : undefined
  if (known !== undefined) return begun(known)
  const first = await firstDay(db, scope)
  if (first !== undefined) return begun(first)
  const campaigns = await findCampaigns(db, scope)
  return {
    startDate: startOf(scope.of === 'campaign' ? scope.campaign : undefined, endDate),
    endDate,
    timeZone,
    hasLeads: false,
    next: campaigns && (await nextOf(deps, scope, campaigns)),
  }
}
