// Agencies and clients around the demonstration's cast, so that lists have pages, filters find something and no two rows
// look alike. Everything is made from the position in the list: each start shows the same tree.
import { firstPerson, newCompany } from '#functions/domain/companies/create.ts'
import type { Services } from '#functions/kit/services.ts'
import { informationTypesOf } from '#shared/campaigns/rules.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import {
  type Campaign,
  type CampaignStatus,
  CampaignTarget,
  type NewCampaign,
  type StatusReason,
} from '#shared/model/campaign.ts'
import { type Company, defaultModules, type ProductLine, productLines } from '#shared/model/company.ts'
import { subdomainFrom } from '#shared/model/subdomain.ts'
import type { User } from '#shared/model/user.ts'
import { nextBillAt, periodAt } from '#shared/money/bill-dates.ts'

const agencies = (
  'Aurora Media,Blue Heron Digital,Brightwell & Partners,Cedar Lane Marketing,Clearwater Growth,Driftwood Creative,' +
  'Eastside Performance,Fieldstone Media,Foxglove Studio,Granite Peak Ads,Harborlight Agency,Ironwood Digital,Juniper & Fox,' +
  'Kestrel Marketing,Lakeshore Leads,Meridian Outreach,Nimbus Growth,Oakline Digital,Pinewood Media,Quarry Street,' +
  'Redbrick Marketing,Silver Birch Studio'
).split(',')
const trades = 'Dental,Roofing,Legal,Fitness,Plumbing,Realty,Landscaping,Auto Care,Optics,Veterinary'.split(',')
const places = 'Maple,Riverside,Summit,Union,Lincoln,Parkway,Cedar,Hilltop,Lakeview,Prairie,Grand,Sunset'.split(',')
const firstNames = 'Maya,Liam,Sofia,Noah,Elena,Owen,Priya,Jonas,Grace,Mateo,Hana,Felix,Amara,Lucas,Ruth,Diego'.split(
  ',',
)
const lastNames = 'Okafor,Bennett,Larsen,Nguyen,Castillo,Whitaker,Rossi,Patel,Kowalski,Hughes,Marin'.split(',')

const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''
const AT_ONCE = 16

type Around = { root: Company; northlight: Company; users: Record<'ada' | 'sam' | 'ellen' | 'rita', User> }
type Plan = { services: Services; cast: Around; domain: string }
type Made = { company: Company; user: User }

async function plant({ services, cast, domain }: Plan, parent: Company, name: string, index: number): Promise<Made> {
  const kind = parent.kind === 'root' ? 'agency' : 'client'
  const [first, last] = [pick(firstNames, index * 7), pick(lastNames, index * 5 + (index >> 3))]
  const subdomain = kind === 'agency' ? subdomainFrom(name) : null
  const email = `${first}.${last}${index}@${subdomainFrom(name)}.example`.toLowerCase()
  const phone = index % 9 === 4 ? '' : `312555${1000 + index}`
  const now = services.now() - Math.round((((index * 373) % 2600) + 11) * (DAY / 7))
  const blank = newCompany({
    id: services.newId('company'),
    kind,
    name,
    email,
    phone,
    parent,
    subdomain,
    now,
    referralUserId: index % 8 === 3 ? cast.users.rita.id : null,
  })
  const company: Company = {
    ...blank,
    ...(kind === 'agency' && {
      packageId: 'standard',
      connection: 'completed',
      manualBill: index % 5 === 1,
      apiMode: index % 6 === 2,
      hasApiKey: index % 7 === 2,
      hasDeveloperAgreement: index % 12 === 2,
      terms: index % 3 === 0 ? ['Weekly', 'Prepaid'] : ['Weekly', 'Monthly'],
      salesRepId: index % 3 === 0 ? cast.users.sam.id : null,
      accountExecutiveId: index % 4 === 0 ? cast.users.ellen.id : null,
      ...(index % 4 === 3 && { modules: { ...blank.modules, enhance: defaultModules.enhance } }),
    }),
    // Those that have something to pay.
    paymentFailed: index % 11 === 6 && (kind === 'agency' || parent.id === cast.northlight.id),
  }
  const isInvited = index % 13 === 5
  const person = {
    id: services.newId('user'),
    company,
    name: `${first} ${last}`,
    email,
    phone,
    passwordHash: isInvited ? '' : cast.users.ada.passwordHash,
    now,
  }
  const user: User = {
    ...firstPerson(person),
    phoneCountry: 'US',
    phoneCallingCode: '+1',
    hasCard: index % 4 !== 0,
    profileSetupCompleted: !isInvited,
    ...(isInvited ? { status: 'invited', invitedAt: now } : { emailConfirmedAt: now }),
  }
  const host = subdomain === null ? {} : { host: `${subdomain}.${domain}` }
  const planted = await services.db.tenancy.plant({ company, user, scopeId: parent.id, ...host })
  if (planted !== 'planted') throw new Error(`${name} could not be planted: ${planted}.`)
  return { company, user }
}

/** What else than an address people want to know of a lead. */
const wanted: Partial<Record<ProductLine, Partial<CampaignTarget>>> = {
  enhance: { advancedInformationIds: ['age-range', 'household-income', 'home-owner'] },
  b2b: { b2bInformationIds: ['company-name', 'job-title', 'industry'] },
}

async function create({ services }: Plan, campaign: NewCampaign, keywords: readonly string[] = []): Promise<void> {
  const searched = { keywords: [...keywords], isNational: true, ...wanted[campaign.line] }
  const target = CampaignTarget.parse(keywords.length > 0 ? searched : {})
  const made = await services.db.campaignChange.create(campaign, { target })
  if (typeof made === 'string') throw new Error(`The campaign ${campaign.name} could not be planted: ${made}.`)
  if (made.status === 'active') await beginBilling(services, made)
}

/** Periods of the time before the demonstration are paid: the first bill comes with the next one. */
export async function beginBilling({ db, now }: Plan['services'], campaign: Campaign): Promise<void> {
  const at = nextBillAt(campaign, now())
  const state = await db.campaignBill.findState(campaign)
  await db.campaignBill.saveState(campaign, state, {
    isPlatformCharged: true,
    feePeriod: periodAt(campaign, now())?.number ?? -1,
    due: at === null ? null : { at, isFinal: false },
  })
}

const ownOf = ({ services }: Plan, client: Company) => ({
  id: services.newId('campaign'),
  companyId: client.id,
  agencyId: client.parentId ?? '',
  rootId: client.rootId,
  timeZone: client.timeZone,
  createdAt: client.createdAt,
})

async function plantCampaign(plan: Plan, client: Company, index: number): Promise<void> {
  const line = index % 2 ? 'locator' : 'local'
  const isActive = index % 5 < 3
  await create(
    plan,
    {
      ...ownOf(plan, client),
      line,
      name: `${pick(trades, index)} leads`,
      status: isActive ? 'active' : (resting[index % resting.length] ?? 'paused'),
      statusReason: isActive || index % resting.length !== 1 ? 'user' : 'limit_total',
      siteUrl: `https://${subdomainFrom(client.name)}.example`,
      startedAt: client.createdAt,
    },
    line === 'locator' ? [pick(trades, index).toLowerCase(), 'near me'] : [],
  )
}
const resting = ['paused', 'stopped', 'archived'] as const

type State = { status: CampaignStatus; statusReason: StatusReason; startsIn?: number; endsIn?: number }
/** Each state with each of its reasons; the days are counted from now. */
const states: readonly State[] = [
  { status: 'active', statusReason: 'user' },
  { status: 'active', statusReason: 'user', startsIn: 5 },
  { status: 'paused', statusReason: 'new' },
  { status: 'paused', statusReason: 'user' },
  { status: 'stopped', statusReason: 'end_date', endsIn: -3 },
  { status: 'stopped', statusReason: 'limit_total' },
  { status: 'stopped', statusReason: 'payment_failed' },
  { status: 'archived', statusReason: 'user' },
]
const offers = 'Spring offer,Check-ups,Whitening,Implants,Braces,Family plans,New in town,Last summer'.split(',')
const found: Record<ProductLine, string> = {
  local: 'website visitors',
  locator: 'searches',
  enhance: 'known contacts',
  b2b: 'decision makers',
}

/** One client that has campaigns of every product in every state, so that each can be looked at. */
async function plantEveryState(plan: Plan, client: Company): Promise<void> {
  const now = plan.services.now()
  const dayFrom = (days: number | undefined) => (days === undefined ? '' : addDays(dayIn(client.timeZone, now), days))
  for (const line of productLines)
    for (const [at, { status, statusReason, startsIn, endsIn }] of states.entries())
      await create(
        plan,
        {
          ...ownOf(plan, client),
          line,
          name: `${pick(offers, at)} ${found[line]}`,
          status,
          statusReason,
          siteUrl: line === 'local' ? `https://${subdomainFrom(client.name)}.example` : '',
          informationType: line === 'local' ? 'basic' : (informationTypesOf[line].at(-1) ?? 'basic'),
          startOn: dayFrom(startsIn),
          endOn: dayFrom(endsIn),
          startedAt: statusReason === 'new' ? 0 : client.createdAt,
        },
        line === 'local' ? [] : ['dental implants', 'teeth whitening'],
      )
}

/** Runs work for each item, some at a time: the engine answers one after the other, the rest overlaps. */
async function each<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map((item, index) => work(item, at + index)))
}

/** 22 more agencies with up to 15 clients each, and 14 clients for the agency that the demonstration logs in to. */
export async function plantCompanies(plan: Plan): Promise<void> {
  const { root, northlight } = plan.cast
  const parents: { company: Company; clients: number }[] = [{ company: northlight, clients: 12 }]
  await each(agencies, async (name, index) => {
    const { company } = await plant(plan, root, name, index + 1)
    parents.push({ company, clients: [2, 0, 4, 1, 11, 0, 1][index % 7] ?? 0 })
  })
  const wanted = parents.flatMap(({ company, clients }, agency) =>
    Array.from({ length: clients }, (_, index) => ({ company, seed: agency * 17 + index })),
  )
  await each(wanted, async ({ company, seed }, index) => {
    const name = `${pick(places, seed * 7)} ${pick(trades, seed)}`
    const made = await plant(plan, company, name, 100 + index)
    if (index % 3 !== 2 || made.company.paymentFailed) await plantCampaign(plan, made.company, index)
    if (index === 0) await plantEveryState(plan, made.company)
  })
}
