// A month of leads for the demonstration clients, so that their lists are not empty on the first day.
import type { NewLead } from '#functions/data/leads/lead.ts'
import { leadTermsAt } from '#functions/domain/pricing/prices.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'

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
      phone: `+1312555${String(1000 + index)}`,
      city,
      stateCode,
    },
    pageUrl: new URL(pick(pages, index * 11, '/'), campaign.siteUrl).href,
    visitedAt,
    at: visitedAt,
  }
}

/**
 * Stores the leads of a month as a worker would have stored them, from the oldest to the newest: a campaign's clock never runs
 * backwards, so this is for a running campaign that has no leads yet. Prices are those of now.
 */
export async function plantLeads(services: Services, campaign: Campaign, count: number): Promise<void> {
  const now = services.now()
  const { price } = await leadTermsAt(services.db, campaign, now)
  const leads = Array.from({ length: count }, (_, index) => leadOf(services, campaign, index, now))
  for (const { at, ...lead } of leads.sort((a, b) => a.at - b.at)) {
    const [stored] = await services.db.lead.store(campaign, { at, leads: [lead], price })
    if (stored?.end !== 'stored') throw new Error(`A lead of ${campaign.name} could not be planted: ${stored?.end}.`)
  }
}
