// A month of leads for the demonstration clients, so that their lists are not empty on the first day.
import type { NewLead } from '#functions/data/leads/lead.ts'
import type { Ended } from '#functions/data/leads/tally.ts'
import { leadTermsAt } from '#functions/domain/pricing/prices.ts'
import { everyDay } from '#functions/domain/reports/analytics.ts'
import { sumAgency, sumCampaign, sumRoots } from '#functions/domain/reports/funnel.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, dayIn, HOUR } from '#shared/dates.ts'
import type { LeadEnd } from '#shared/leads/steps.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { beginBilling } from './demo-companies.ts'
import { billUpTo } from './demo-payments.ts'

const first = [
  'Maya',
  'Liam',
  'Sofia',
  'Noah',
  'Elena',
  'Owen',
  'Priya',
  'Jonas',
  'Grace',
  'Mateo',
  'Hana',
  'Felix',
  'Amara',
  'Lucas',
  'Ruth',
  'Diego',
]
const last = [
  'Okafor',
  'Bennett',
  'Larsen',
  'Nguyen',
  'Castillo',
  'Whitaker',
  'Rossi',
  'Patel',
  'Kowalski',
  'Hughes',
  'Marin',
]
const places = [
  ['Chicago', 'IL'],
  ['Evanston', 'IL'],
  ['Milwaukee', 'WI'],
  ['Gary', 'IN'],
  ['Madison', 'WI'],
] as const
const searches = ['roof repair', 'roof replacement', 'roof repair near me', 'roof leak']
const pages = ['/', '/services', '/pricing', '/about', '/contact', '/blog/winter-checklist']

const pick = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback

function leadOf(services: Services, campaign: Campaign, index: number, now: number): NewLead & { at: number } {
  const [firstName, lastName] = [pick(first, index * 7, 'Maya'), pick(last, index * 5 + (index >> 3), 'Rossi')]
  const [city, stateCode] = pick(places, index * 3, places[0])
  const visitedAt = now - Math.floor((index * 0.61 * DAY) % (29 * DAY)) - ((index * 5) % 11) * HOUR
  return {
    id: services.newId('lead'),
    person: {
      personId: `demo-lead-${index}`,
      email: `${firstName}.${lastName}${index}@example.com`.toLowerCase(),
      firstName,
      lastName,
      phone: `+1312555${String((1000 + index) % 10_000).padStart(4, '0')}`,
      city,
      stateCode,
    },
    ...(campaign.line === 'local'
      ? { pageUrl: new URL(pick(pages, index * 11, '/'), campaign.siteUrl).href }
      : { keyword: pick(searches, index * 3, 'roof repair') }),
    visitedAt,
    at: visitedAt,
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

/** What the report analytics counts of leads and of those who were seen beside them, summed up to the days of all three levels. */
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
  await sumAgency(services, campaign.agencyId, days)
  await sumRoots(services, now(), days.length)
}

/** Has a campaign run for the month whose leads are planted, so that they lie in its periods. */
export async function startBefore(services: Services, campaign: Campaign): Promise<Campaign> {
  const startedAt = services.now() - DAYS_RUN * DAY
  const started = await services.db.campaignChange.update(campaign, { startedAt })
  if (typeof started === 'string') throw new Error(`The start of ${campaign.name} could not be planted: ${started}.`)
  await beginBilling({ ...services, now: () => startedAt }, started)
  return started
}
const DAYS_RUN = 31

/**
 * Stores the leads of a month as a worker would have stored them, from the oldest to the newest: a campaign's clock never runs
 * backwards, so this is for a running campaign that has no leads yet. Prices are those of now. What came due meanwhile is billed.
 */
export async function plantLeads(services: Services, campaign: Campaign, count: number): Promise<void> {
  const now = services.now()
  const { price } = await leadTermsAt(services.db, campaign, now)
  const leads = Array.from({ length: count }, (_, index) => leadOf(services, campaign, index, now))
  for (const { at, ...lead } of leads.sort((a, b) => a.at - b.at)) {
    await billUpTo(services, campaign, at)
    const [stored] = await services.db.lead.store(campaign, { at, leads: [lead], price })
    if (stored?.end !== 'stored') throw new Error(`A lead of ${campaign.name} could not be planted: ${stored?.end}.`)
  }
  await billUpTo(services, campaign, now)
  if (campaign.line === 'local') await services.db.pixel.hear(campaign, now)
  await plantTallies(services, campaign, leads)
}

const MANY_CAMPAIGNS = 4
const MANY_DAYS = 120
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
    const planted: { id: string; visitedAt: number }[] = []
    for (let from = 0; from < own; from += AT_ONCE) {
      const at = Math.floor(now - MANY_DAYS * DAY + from * step)
      const leads = Array.from({ length: Math.min(AT_ONCE, own - from) }, (_, index) => {
        const { at: _at, ...lead } = leadOf(services, campaign, from + index, now)
        return { ...lead, visitedAt: at }
      })
      planted.push(...leads)
      const stored = await services.db.lead.store(campaign, { at, leads, price })
      const failed = stored.find(({ end }) => end !== 'stored')
      if (failed) throw new Error(`A lead of ${campaign.name} could not be planted: ${failed.end}.`)
    }
    await plantTallies(services, campaign, planted)
  }
}
