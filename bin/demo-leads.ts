// Leads of the last weeks for the demonstration clients, so that lists and charts look on the first day as they do in life.
import type { NewLead } from '#functions/data/leads/lead.ts'
import type { Ended } from '#functions/data/leads/tally.ts'
import { leadTermsAt } from '#functions/domain/pricing/prices.ts'
import { everyDay } from '#functions/domain/reports/analytics.ts'
import { sumAgency, sumCampaign, sumClient, sumRoots } from '#functions/domain/reports/funnel.ts'
import type { Services } from '#functions/kit/services.ts'
import { told } from '#infra/local/doubles/lead-searches.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, DAY, dayIn, daysIn, HOUR, MINUTE } from '#shared/dates.ts'
import type { LeadEnd } from '#shared/leads/steps.ts'
import type { Campaign, CampaignTarget } from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import { beginBilling } from './demo-companies.ts'
import { billUpTo } from './demo-payments.ts'

const firstNames =
  'Maya,Liam,Sofia,Noah,Elena,Owen,Priya,Jonas,Grace,Mateo,Hana,Felix,Amara,Lucas,Ruth,Diego,Ingrid'.split(',')
const lastNames =
  'Okafor,Bennett,Larsen,Nguyen,Castillo,Whitaker,Rossi,Patel,Kowalski,Hughes,Marin,Sandoval,Brandt,Achebe,Ferreira'.split(
    ',',
  )
const mailHosts = ['example.com', 'example.net', 'example.org'] as const
const places = [
  ['Chicago', 'IL', '312'],
  ['Evanston', 'IL', '847'],
  ['Milwaukee', 'WI', '414'],
  ['Gary', 'IN', '219'],
  ['Madison', 'WI', '608'],
] as const
const pages = ['/', '/services', '/pricing', '/about', '/contact', '/blog/winter-checklist']

const pick = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback

/** From 0 to 1, always the same for the same numbers: each start shows the same month. */
function chance(...numbers: number[]): number {
  let mixed = 0x9e3779b9
  for (const number of numbers) {
    mixed = Math.imul(mixed ^ number, 0x85ebca6b)
    mixed ^= mixed >>> 13
    mixed = Math.imul(mixed, 0xc2b2ae35)
    mixed ^= mixed >>> 16
  }
  return (mixed >>> 0) / 2 ** 32
}

/** What a day of the week brings beside an average one, from Sunday on. */
const ofWeekday = [0.45, 1.15, 1.25, 1.2, 1.1, 1, 0.6] as const

/** How a campaign is doing: so many leads on an average day of now, and how many days it has had some for. */
export type Rhythm = { aDay: number; days: number; seed: number }
/** What a campaign that has run for two months had less of when it began. */
const GROWN = 0.35
const GROWN_DAYS = 60

/** The instants (ms, ascending) of a day's leads: fewer at weekends, none at night, a little more every week. */
function instantsOf(campaign: Campaign, { aDay, seed }: Rhythm, ago: number, now: number): number[] {
  const day = addDays(dayIn(campaign.timeZone, now), -ago)
  const { start } = daysIn(campaign.timeZone, day, day)
  const weekday = ofWeekday[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1
  const wanted = aDay * weekday * (1 - (GROWN * ago) / GROWN_DAYS) * (0.65 + 0.7 * chance(seed, ago))
  return Array.from({ length: Math.round(wanted) }, (_, index) => {
    const early = (chance(seed, ago, index, 1) + chance(seed, ago, index, 2)) / 2
    return Math.floor(start + 7 * HOUR + early * 14 * HOUR)
  })
    .filter((at) => at < now - MINUTE)
    .sort((a, b) => a - b)
}

type Made = { services: Services; campaign: Campaign; target: CampaignTarget; seed: number }

function leadOf({ services, campaign, target, seed }: Made, index: number, visitedAt: number): NewLead {
  const about = (what: number) => Math.floor(chance(seed, index, what) * 2 ** 20)
  const [firstName, lastName] = [pick(firstNames, about(3), 'Maya'), pick(lastNames, about(4), 'Rossi')]
  const [city, stateCode, areaCode] = pick(places, about(5), places[0])
  const { line } = campaign
  return {
    id: services.newId('lead'),
    person: {
      personId: `demo-lead-${seed}-${index}`,
      email: `${firstName}.${lastName}${index}@${pick(mailHosts, about(6), 'example.com')}`.toLowerCase(),
      firstName,
      lastName,
      phone: `+1${areaCode}55501${String(about(7) % 100).padStart(2, '0')}`,
      city,
      stateCode,
      ...(line === 'enhance' && { advanced: told(target.advancedInformationIds, about(8)) }),
      ...(line === 'b2b' && { business: told(target.b2bInformationIds, about(8)) }),
    },
    ...(line === 'local'
      ? { pageUrl: new URL(pick(pages, about(9), '/'), campaign.siteUrl).href }
      : { keyword: pick(target.keywords, about(9), 'near me') }),
    visitedAt,
  }
}

/** How visitors end who become no lead: as many of each for ten leads. */
const others: readonly [LeadEnd, number][] = [
  ['unmatched', 14],
  ['duplicate', 3],
  ['excluded', 1],
  ['incomplete', 1],
  ['converted', 1],
]
const otherEnds = others.flatMap(([end, count]) => Array.from({ length: count }, () => end))

/** What the report analytics counts of leads and of those who were seen beside them, summed up to the campaign's days. */
async function plantTallies(
  services: Services,
  campaign: Campaign,
  leads: readonly { id: string; visitedAt: number }[],
) {
  const { db, now } = services
  const ended = leads.flatMap(({ id, visitedAt: seenAt }, index): Ended[] => {
    const own = otherEnds.filter((_, place) => place % 10 === index % 10)
    return [{ id, seenAt, end: 'stored' }, ...own.map((end, place) => ({ id: `${id}-${place}`, seenAt, end }))]
  })
  await db.leadTally.add(campaign, ended, now())
  const first = Math.min(...leads.map(({ visitedAt }) => visitedAt))
  const days = everyDay(dayIn(campaign.timeZone, first), dayIn(campaign.timeZone, now()))
  await sumCampaign(services, campaign, days)
  await sumClient(services, campaign.companyId, days)
}

/** Adds up what was counted of the campaigns of some agencies, once all of their leads are planted. */
export async function sumAgencies(services: Services, agencies: readonly Company[], days: number): Promise<void> {
  const today = dayIn(SYSTEM_ZONE, services.now())
  const all = everyDay(addDays(today, -days), addDays(today, 1))
  for (const { id } of agencies) await sumAgency(services, id, all)
  await sumRoots(services, services.now(), all.length)
}

/** Has a campaign run for the days whose leads are planted, so that they lie in its periods. */
export async function startBefore(services: Services, campaign: Campaign, days: number): Promise<Campaign> {
  const startedAt = services.now() - (days + 1) * DAY
  const started = await services.db.campaignChange.update(campaign, { startedAt })
  if (typeof started === 'string') throw new Error(`The start of ${campaign.name} could not be planted: ${started}.`)
  await beginBilling({ ...services, now: () => startedAt }, started)
  return started
}

/** Days whose leads are stored one by one, each at its own time; those of a day before are stored together in the evening. */
const ONE_BY_ONE_DAYS = 2

/**
 * Stores leads as a worker would have stored them, from the oldest to the newest: a campaign's clock never runs backwards, so
 * this is for a running campaign that has no leads yet. Prices are those of now. What came due meanwhile is billed.
 */
export async function plantLeads(services: Services, campaign: Campaign, rhythm: Rhythm): Promise<void> {
  const now = services.now()
  const { price } = await leadTermsAt(services.db, campaign, now)
  const target = await services.db.campaign.findTarget(campaign)
  const made = { services, campaign, target, seed: rhythm.seed }
  const planted: { id: string; visitedAt: number }[] = []
  let nextBill = 0
  const store = async (visits: readonly number[]) => {
    const at = visits.at(-1)
    if (at === undefined) return
    const leads = visits.map((visitedAt, index) => leadOf(made, planted.length + index, visitedAt))
    planted.push(...leads)
    if (at >= nextBill) nextBill = await billUpTo(services, campaign, at)
    const stored = await services.db.lead.store(campaign, { at, leads, price })
    const failed = stored.find(({ end }) => end !== 'stored')
    if (failed) throw new Error(`A lead of ${campaign.name} could not be planted: ${failed.end}.`)
  }
  for (let ago = rhythm.days; ago >= 0; ago--) {
    const visits = instantsOf(campaign, rhythm, ago, now)
    if (ago >= ONE_BY_ONE_DAYS) await store(visits)
    else for (const visit of visits) await store([visit])
  }
  await billUpTo(services, campaign, now)
  if (campaign.line === 'local') await services.db.pixel.hear(campaign, now)
  await plantTallies(services, campaign, planted)
}

/** What campaigns of searches bring: those of one product have run for a month, those of the others half as long again. */
const lately: Partial<Record<ProductLine, Omit<Rhythm, 'seed'>>> = {
  locator: { aDay: 2, days: 29 },
  enhance: { aDay: 4, days: 45 },
  b2b: { aDay: 3.5, days: 45 },
}

/** Leads for the other campaigns of an agency that are fed by searches and run: nobody waits for a pixel there. */
export async function plantSearches(services: Services, agency: Company): Promise<void> {
  const { db, now } = services
  const clients = await db.company.listByParent(agency.id, 'client')
  let seed = 10
  for (const { id, createdAt, paymentFailed } of clients)
    for (const campaign of await db.campaign.list(id)) {
      const rhythm = lately[campaign.line]
      if (!rhythm || paymentFailed || createdAt > now() - (rhythm.days + 2) * DAY) continue
      const isWaiting = campaign.startOn > dayIn(campaign.timeZone, now())
      if (campaign.status !== 'active' || isWaiting || campaign.term === 'Prepaid') continue
      if ((await db.lead.list(campaign, { start: 0, end: now() }, { limit: 1 })).length > 0) continue
      seed++
      await plantLeads(services, await startBefore(services, campaign, rhythm.days), { ...rhythm, seed })
    }
}

const MANY_CAMPAIGNS = 4
export const MANY_DAYS = 120
const AT_ONCE = 45

/** So many leads of the last months in campaigns of their own, to see how every page stands them. */
export async function plantManyLeads(services: Services, like: Campaign, count: number): Promise<void> {
  const now = services.now()
  for (let each = 0; each < MANY_CAMPAIGNS; each++) {
    const made = {
      ...like,
      id: services.newId('campaign'),
      name: `Busy website ${each + 1}`,
      createdAt: now - MANY_DAYS * DAY,
    }
    const campaign = await services.db.campaignChange.create(made)
    if (typeof campaign === 'string') throw new Error(`The campaign ${made.name} could not be planted: ${campaign}.`)
    const { price } = await leadTermsAt(services.db, campaign, now)
    const own = Math.floor(count / MANY_CAMPAIGNS) + (each < count % MANY_CAMPAIGNS ? 1 : 0)
    const step = (MANY_DAYS * DAY) / Math.max(1, own)
    const target = await services.db.campaign.findTarget(campaign)
    const planted: { id: string; visitedAt: number }[] = []
    for (let from = 0; from < own; from += AT_ONCE) {
      const at = Math.floor(now - MANY_DAYS * DAY + from * step)
      const leads = Array.from({ length: Math.min(AT_ONCE, own - from) }, (_, index) =>
        leadOf({ services, campaign, target, seed: 100 + each }, from + index, at),
      )
      planted.push(...leads)
      const stored = await services.db.lead.store(campaign, { at, leads, price })
      const failed = stored.find(({ end }) => end !== 'stored')
      if (failed) throw new Error(`A lead of ${campaign.name} could not be planted: ${failed.end}.`)
    }
    await plantTallies(services, campaign, planted)
  }
}
