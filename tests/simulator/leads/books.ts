// What must be true of campaigns and their leads after every write, read from the rows themselves and from nothing else.
import type { Item } from '#functions/data/lib/table.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { PaymentTerm } from '#shared/model/company.ts'
import { emailsOf, type Person } from '#shared/model/lead.ts'
import { type CostList, limitOn, type RetailPrice, termKeyOf, type Version } from '#shared/money/price-list.ts'

/** Rows by partition and sort key, as they were after the last write. */
export type Rows = Map<string, Map<string, Item>>

/** What the simulator knows of a campaign beside its rows. */
export type Known = {
  campaign: Campaign
  prices: Version<RetailPrice>[]
  /** The term that its next price has. */
  term: PaymentTerm
  costs: CostList
  /** When somebody last meant to start it (ms). */
  startedAt: number
  isRemoved: boolean
}
/** What was true when somebody last began to work on a candidate. */
export type Begun = { person: Person | undefined; listed: ReadonlySet<string>; leads: ReadonlySet<string> }

export type SimLead = {
  id: string
  campaignId: string
  email: string
  personId: string
  retail: number
  wholesale: number
  isAbove: boolean
  createdAt: number
  visitedAt: number
}

const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const toLead = (item: Item): SimLead => {
  // @NOTE a lead's item is what the product writes of it.
  const person = item.person as Pick<Person, 'email' | 'personId'>
  return {
    id: text(item.id),
    campaignId: text(item.campaignId),
    email: person.email,
    personId: person.personId,
    retail: number(item.rp),
    wholesale: number(item.wp),
    isAbove: item.above === true,
    createdAt: number(item.createdAt),
    visitedAt: number(item.visitedAt),
  }
}

const rowsOf = (rows: Rows, pk: string): Item[] => [...(rows.get(pk)?.values() ?? [])]
export const leadsIn = (rows: Rows, { companyId, id }: Pick<Campaign, 'companyId' | 'id'>): SimLead[] =>
  rowsOf(rows, `C#${companyId}#L#${id}`).map(toLead)
const meterIn = (rows: Rows, { companyId, id }: Campaign): Item =>
  rows.get(`C#${companyId}#CNT#${id}`)?.get('METER') ?? {}

type Sums = { leads: number; retail: number; wholesale: number }
const sumOf = (leads: readonly SimLead[]): Sums => ({
  leads: leads.length,
  retail: leads.reduce((sum, { retail }) => sum + retail, 0),
  wholesale: leads.reduce((sum, { wholesale }) => sum + wholesale, 0),
})
const say = ({ leads, retail, wholesale }: Sums) => `${leads} leads for ${retail}/${wholesale}`
const isSame = (a: Sums, b: Sums) => say(a) === say(b)
const sumsIn = (item: Item, prefix = ''): Sums => {
  const of = (name: string) => number(item[prefix ? `${prefix}${name[0]?.toUpperCase() ?? ''}${name.slice(1)}` : name])
  return { leads: of('leads'), retail: of('retailCentiCents'), wholesale: of('wholesaleCentiCents') }
}

/** Whether the counts of a campaign say what its leads say: all, of the present day and month, and of each day that is over. */
export function countFaults(rows: Rows, { campaign }: Known): string[] {
  const faults: string[] = []
  const { id, companyId, timeZone } = campaign
  const leads = leadsIn(rows, campaign)
  const meter = meterIn(rows, campaign)
  const expect = (what: string, counted: Sums, are: Sums) => {
    if (!isSame(counted, are)) faults.push(`${id}: ${what} says ${say(counted)}, there are ${say(are)}`)
  }
  const days = Map.groupBy(leads, ({ createdAt }) => dayIn(timeZone, createdAt))
  expect('its meter', sumsIn(meter), sumOf(leads))
  const day = text(meter.day)
  expect(`the day ${day} of its meter`, sumsIn(meter, 'day'), sumOf(days.get(day) ?? []))
  const ofMonth = leads.filter(({ createdAt }) => dayIn(timeZone, createdAt).slice(0, 7) === text(meter.month))
  if (number(meter.monthLeads) !== ofMonth.length)
    faults.push(`${id}: its meter counts ${number(meter.monthLeads)} of the month, there are ${ofMonth.length}`)
  const over = rows.get(`C#${companyId}#CNT#${id}`) ?? new Map<string, Item>()
  for (const [each, ofDay] of days) {
    if (each > day) faults.push(`${id}: a lead lies on ${each}, after the day of its meter`)
    else if (each < day) expect(`the row of ${each}`, sumsIn(over.get(each) ?? {}), sumOf(ofDay))
  }
  for (const each of over.keys())
    if (each !== 'METER' && !days.has(each)) faults.push(`${id}: the row of ${each} counts leads that are not there`)
  if (new Set(leads.map((lead) => lead.id)).size !== leads.length) faults.push(`${id}: a lead is there twice`)
  return faults
}

/** Whether an agency's days say what its campaigns say together. */
export function agencyFaults(rows: Rows, agencyId: string, known: readonly Known[]): string[] {
  const of = (day: string) =>
    known.flatMap(({ campaign }) =>
      leadsIn(rows, campaign).filter(({ createdAt }) => dayIn(campaign.timeZone, createdAt) === day),
    )
  const counted = Map.groupBy(rowsOf(rows, `C#${agencyId}#LEADDAYS`), ({ day }) => text(day))
  const faults: string[] = []
  const all = known.reduce((sum, { campaign }) => sum + leadsIn(rows, campaign).length, 0)
  let sum = 0
  for (const [day, shards] of counted) {
    const total = shards
      .map((shard) => sumsIn(shard))
      .reduce((a, b) => ({
        leads: a.leads + b.leads,
        retail: a.retail + b.retail,
        wholesale: a.wholesale + b.wholesale,
      }))
    sum += total.leads
    const are = sumOf(of(day))
    if (!isSame(total, are)) faults.push(`the agency's ${day} says ${say(total)}, there are ${say(are)}`)
  }
  if (sum !== all) faults.push(`the agency counts ${sum} leads, there are ${all}`)
  return faults
}

/** Whether a client's days say what those days of its campaigns say together that are over. */
export function clientFaults(rows: Rows, companyId: string, known: readonly Known[]): string[] {
  const wanted = new Map<string, { sums: Sums; of: Set<string> }>()
  for (const { campaign } of known.filter((each) => each.campaign.companyId === companyId)) {
    const over = rows.get(`C#${companyId}#CNT#${campaign.id}`) ?? new Map<string, Item>()
    for (const [day, row] of over) {
      if (day === 'METER' || day === 'NOTICE') continue
      const own = sumsIn(row)
      const { sums, of } = wanted.get(`${day}#${campaign.line}`) ?? { sums: sumOf([]), of: new Set() }
      wanted.set(`${day}#${campaign.line}`, {
        sums: {
          leads: sums.leads + own.leads,
          retail: sums.retail + own.retail,
          wholesale: sums.wholesale + own.wholesale,
        },
        of: of.add(campaign.number),
      })
    }
  }
  const counted = rows.get(`C#${companyId}#CLIENTDAYS`) ?? new Map<string, Item>()
  return [...new Set([...wanted.keys(), ...counted.keys()])].flatMap((name) => {
    const row = counted.get(name) ?? {}
    const are = wanted.get(name) ?? { sums: sumOf([]), of: new Set() }
    const sums = { leads: number(row.n), retail: number(row.r), wholesale: number(row.w) }
    const isOf =
      row.of instanceof Set &&
      row.of.size === are.of.size &&
      [...are.of].every((each) => row.of instanceof Set && row.of.has(each))
    return isSame(sums, are.sums) && isOf ? [] : [`the client's ${name} says ${say(sums)}, there are ${say(are.sums)}`]
  })
}

/** Whether client and agency know of each campaign the months in which it has leads, and no other. */
export function monthFaults(rows: Rows, known: readonly Known[]): string[] {
  const wanted = new Set(
    known.flatMap(({ campaign }) =>
      leadsIn(rows, campaign).flatMap(({ createdAt }) => {
        const month = dayIn(campaign.timeZone, createdAt).slice(0, 7)
        return [campaign.companyId, campaign.agencyId].map((owner) => `${owner}: ${month}#${campaign.id}`)
      }),
    ),
  )
  const owners = new Set(known.flatMap(({ campaign }) => [campaign.companyId, campaign.agencyId]))
  const are = new Set(
    [...owners].flatMap((owner) =>
      [...(rows.get(`C#${owner}#LEADMONTHS`)?.keys() ?? [])].map((name) => `${owner}: ${name}`),
    ),
  )
  return [
    ...[...wanted].filter((name) => !are.has(name)).map((name) => `${name} has leads, and no row says so`),
    ...[...are].filter((name) => !wanted.has(name)).map((name) => `${name} has no leads, and a row says so`),
  ]
}

/** What of a price the leads of a product cost here: those of Enhance ID are advanced ones. */
const perLead = {
  local: 'perLeadCentiCents',
  locator: 'perLeadCentiCents',
  enhance: 'perLeadAdvancedCentiCents',
  b2b: 'perLeadB2bCentiCents',
} as const

const priceAt = (prices: readonly Version<RetailPrice>[], at: number): RetailPrice | undefined =>
  prices.filter(({ effectiveAt }) => effectiveAt <= at).at(-1)?.value

/** Whether leads that were stored just now, in one write, may be. `before`: the rows as they were until then. */
export function newLeadFaults(
  before: Rows,
  known: Known,
  siblings: readonly Known[],
  fresh: readonly SimLead[],
  begun: ReadonlyMap<string, Begun>,
): string[] {
  const { campaign, prices, costs } = known
  const { id, companyId, timeZone } = campaign
  const faults: string[] = []
  const meter = meterIn(before, campaign)
  const head = before.get(`C#${companyId}#CAMPAIGNS`)?.get(id)
  const earlier = leadsIn(before, campaign)
  const [first] = fresh
  if (!first) return faults
  const at = first.createdAt
  if (meter.open !== true || head?.status !== 'active') faults.push(`${id}: leads were stored although it did not run`)
  if (at < number(meter.opensAt) || (number(meter.closesAt) > 0 && at >= number(meter.closesAt)))
    faults.push(`${id}: leads were stored outside its days`)

  const price = priceAt(prices, at)
  const limit = price && limitOn(price, dayIn(timeZone, at))
  const above = price?.aboveLimitCentiCents ?? 0
  const period = (lead: SimLead) => {
    const day = dayIn(timeZone, lead.createdAt)
    if (limit?.every === 'max') return ''
    return limit?.every === 'month' ? day.slice(0, 7) : day
  }
  const used = limit ? earlier.filter((lead) => period(lead) === period(first)).length : 0
  const within = fresh.filter(({ isAbove }) => !isAbove)
  const beyond = fresh.filter(({ isAbove }) => isAbove)
  if (limit && used + within.length > limit.count && within.length > 0)
    faults.push(`${id}: ${used + within.length} leads, its limit is ${limit.count} a ${limit.every}`)
  if (beyond.length > 0 && (!limit || above === 0 || used + within.length < limit.count))
    faults.push(`${id}: leads were sold as beyond a limit that was not reached`)
  for (const lead of fresh) {
    const retail = lead.isAbove ? above : (price?.[perLead[campaign.line]] ?? 0)
    const wholesaleCentiCents = price ? costs.costs[campaign.line][termKeyOf[price.term]].perLeadCentiCents : 0
    if (lead.retail !== retail || lead.wholesale !== wholesaleCentiCents)
      faults.push(
        `${lead.id} was sold for ${lead.retail}/${lead.wholesale} instead of ${retail}/${wholesaleCentiCents}`,
      )
  }

  const others = siblings.filter((each) => each !== known)
  for (const [index, lead] of fresh.entries()) {
    const work = begun.get(lead.id)
    const person = work?.person
    if (!work || !person) {
      faults.push(`${lead.id} is a lead of nobody`)
      continue
    }
    const addresses = emailsOf(person)
    if (addresses.some((address) => work.listed.has(address))) faults.push(`${lead.id} stands on a list`)
    if (campaign.requiresEmail && lead.email === '')
      faults.push(`${lead.id} lacks the address that its campaign requires`)
    // Reckoned here once more: what the product says is what is to be proven.
    const forgotten = campaign.reidentification === '1 week' ? at - 7 * DAY : undefined
    const isKnownBy = (each: SimLead, isExact: boolean) => {
      const isSamePerson =
        lead.email === '' ? each.email === '' && each.personId === lead.personId : each.email === lead.email
      const isForgotten = forgotten !== undefined && each.createdAt < Math.min(forgotten, lead.visitedAt)
      if (isForgotten) return false
      // Of further addresses only what was there before somebody looked is certain to be met.
      return isExact && isSamePerson ? true : work.leads.has(each.id) && addresses.includes(each.email)
    }
    const mates = [...earlier, ...fresh.slice(0, index)]
    if (mates.some((each) => isKnownBy(each, true))) faults.push(`${lead.id} is a person whom ${id} knows`)
    if (campaign.reidentifiesAcross)
      for (const sibling of others) {
        const found = leadsIn(before, sibling.campaign)
        if (found.some((each) => isKnownBy(each, sibling.campaign.reidentifiesAcross)))
          faults.push(`${lead.id} is a person whom ${sibling.campaign.id} knows, and ${id} is to know them too`)
      }
  }
  return faults
}
