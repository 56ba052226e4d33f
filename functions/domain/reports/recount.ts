// The sums of days of which reports are made, compared with what they were counted from: tallies and payments at the bottom, and
// above them the rows of the level below. What is still to be counted anew is no drift. Counting anew is how they are mended.
import { addDays, DAY, dayIn, daysIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { addSums, packSums, type Sums } from '#shared/reports/sums.ts'
import type { Db } from '../../data/index.ts'
import { KEPT_DAYS } from '../../data/leads/tally.ts'
import { campaignOwner, type Summed } from '../../data/reports/day-sums.ts'
import type { Finding } from '../../data/tenancy/recount/index.ts'
import { chargedByDay, countCharged } from '../invoices/agency-margin.ts'
import { everyDay } from './analytics.ts'
import { sumAgency, sumCampaign, sumClient } from './funnel.ts'
import { countCompany, daysAround, earnedOn } from './revenue.ts'

type Deps = { db: Db; now: () => number }
type ByDay = ReadonlyMap<string, Sums>

/** Days of which all parts are still kept, with one to spare at both ends. */
const LOOKED_AT = 398
const ALL = Number.MAX_SAFE_INTEGER

const names: Record<Summed, string> = {
  FUNNEL: 'what became of visits',
  REVENUE: 'revenue',
  MARGIN: 'what clients paid',
}
const sorted = (sums: Sums) =>
  JSON.stringify(
    Object.entries(packSums(sums))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, figures]) => [group, Object.entries(figures).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
  )
const of = (days: ByDay, day: string): Sums => days.get(day) ?? {}

/** Days that are not the same in both; those that `isPending` says are to be counted anyway are left out. */
function unlike(are: ByDay, counted: ByDay, isPending: (day: string) => boolean = () => false): string[] {
  const days = [...new Set([...are.keys(), ...counted.keys()])].filter((day) => !isPending(day))
  return days.filter((day) => sorted(of(are, day)) !== sorted(of(counted, day))).toSorted()
}

const finding = (what: Summed, owner: string, days: readonly string[], mend: () => Promise<unknown>): Finding[] =>
  days.length === 0
    ? []
    : [{ kind: 'report', said: `${owner}, ${names[what]}: not what it was counted from on ${days.join(', ')}.`, mend }]

async function daysOf({ db, now }: Deps, what: Summed, owner: string): Promise<ByDay> {
  const today = dayIn('UTC', now())
  const all = await db.daySums.list(what, owner, addDays(today, -LOOKED_AT), addDays(today, 1))
  return new Map(all.map(({ day, sums }) => [day, sums]))
}
async function partsOf({ db, now }: Deps, what: Summed, owner: string): Promise<Map<string, ByDay>> {
  const today = dayIn('UTC', now())
  const all = await db.daySums.listParts(what, owner, addDays(today, -LOOKED_AT), addDays(today, 1))
  return new Map(
    [...Map.groupBy(all, ({ part }) => part)].map(([part, rows]) => [
      part,
      new Map(rows.map(({ day, sums }) => [day, sums])),
    ]),
  )
}
function addUp(parts: Iterable<ByDay>): ByDay {
  const rows = [...parts].flatMap((days) => [...days])
  return new Map(
    [...Map.groupBy(rows, ([day]) => day)].map(([day, all]) => [day, addSums(all.map(([, sums]) => sums))]),
  )
}

/** An owner's days against their parts; after that, what the owner above has of them. */
async function upwards(
  deps: Deps,
  what: Summed,
  owner: string,
  rootId: string | undefined,
  isPending?: (day: string) => boolean,
): Promise<Finding[]> {
  const { db, now } = deps
  const parts = await partsOf(deps, what, owner)
  const own = await daysOf(deps, what, owner)
  const lift = async (days: readonly string[]) => {
    for (const day of days) {
      const sum = await db.daySums.sumParts(what, owner, day, now())
      if (rootId === undefined) continue
      await db.daySums.savePart(what, rootId, owner, sum)
      await db.daySums.sumParts(what, rootId, day, now())
    }
  }
  const wrong = unlike(addUp(parts.values()), own, isPending)
  const inRoot = rootId === undefined ? undefined : ((await partsOf(deps, what, rootId)).get(owner) ?? new Map())
  const above = inRoot ? unlike(own, inRoot) : []
  return [
    ...finding(what, owner, wrong, () => lift(wrong)),
    ...finding(what, `${owner} in ${rootId}`, above, () => lift(above)),
  ]
}

async function funnelOf(deps: Deps, agency: Company, campaigns: readonly Campaign[]): Promise<Finding[]> {
  const { db, now } = deps
  const waiting = new Set((await db.leadTally.listDue(ALL, ALL)).map(({ campaignId }) => campaignId))
  const owners = [...new Set(campaigns.map(({ companyId }) => companyId)), agency.id]
  const parts = new Map<string, Map<string, ByDay>>()
  for (const owner of owners) parts.set(owner, await partsOf(deps, 'FUNNEL', owner))
  const found: Finding[] = []
  for (const campaign of campaigns) {
    if (waiting.has(campaign.id)) continue
    const { timeZone, line, companyId } = campaign
    const own = await daysOf(deps, 'FUNNEL', campaignOwner(campaign))
    const oldest = addDays(dayIn(timeZone, now() - KEPT_DAYS * DAY), 2)
    const tallied = new Map<string, Sums>()
    for (const day of everyDay(oldest, dayIn(timeZone, now()))) {
      const { start, end } = daysIn(timeZone, day, day)
      tallied.set(day, { [line]: await db.leadTally.sum(campaign, start, end) })
    }
    const recent = new Map([...own].filter(([day]) => day >= oldest))
    const wrong = unlike(tallied, recent)
    const again = async () => {
      await sumCampaign(deps, campaign, wrong)
      await sumClient(deps, companyId, wrong)
      await sumAgency(deps, agency.id, wrong)
    }
    found.push(...finding('FUNNEL', campaign.id, wrong, again))
    for (const owner of [companyId, agency.id]) {
      const apart = unlike(own, parts.get(owner)?.get(campaign.id) ?? new Map())
      const repeat = async () => {
        const fresh = await daysOf(deps, 'FUNNEL', campaignOwner(campaign))
        for (const day of apart)
          await db.daySums.savePart('FUNNEL', owner, campaign.id, { day, sums: of(fresh, day), countedAt: now() })
        await (owner === companyId ? sumClient : sumAgency)(deps, owner, apart)
      }
      found.push(...finding('FUNNEL', `${campaign.id} in ${owner}`, apart, repeat))
    }
  }
  for (const owner of owners) if (owner !== agency.id) found.push(...(await upwards(deps, 'FUNNEL', owner, undefined)))
  return found
}

async function revenueOfAgency(deps: Deps, agency: Company, clients: readonly Company[], root: Company) {
  const { db } = deps
  const marked = Map.groupBy(await db.daySums.listDue('REVENUE', ALL, ALL), ({ owner }) => owner)
  const parts = await partsOf(deps, 'REVENUE', agency.id)
  const found: Finding[] = []
  for (const company of [agency, ...clients]) {
    const waiting = new Set((marked.get(company.id) ?? []).flatMap(({ day }) => daysAround(root.timeZone, day)))
    const today = dayIn('UTC', deps.now())
    const looked = { timeZone: root.timeZone, from: addDays(today, -LOOKED_AT), to: addDays(today, 1) }
    const known = await earnedOn(db, company, await db.payment.list(company.id), looked)
    const wrong = unlike(known, parts.get(company.id) ?? new Map(), (day) => waiting.has(day))
    const again = () => countCompany(deps, { company, agencyId: agency.id, root, days: wrong })
    found.push(...finding('REVENUE', `${company.id} in ${agency.id}`, wrong, again))
  }
  return found
}

/** What clients paid, of which the margin of their agency is made. */
async function marginOfAgency(deps: Deps, agency: Company, clients: readonly Company[]): Promise<Finding[]> {
  const { db, now } = deps
  const marked = Map.groupBy(await db.daySums.listDue('REVENUE', ALL, ALL), ({ owner }) => owner)
  const parts = await partsOf(deps, 'MARGIN', agency.id)
  const first = addDays(dayIn('UTC', now()), -LOOKED_AT)
  const found: Finding[] = []
  for (const { id } of clients) {
    // What is to be counted anew may be of any day.
    if (marked.has(id)) continue
    const payments = await db.payment.list(id)
    const charged = new Map([...chargedByDay(payments)].filter(([day]) => day >= first))
    const wrong = unlike(charged, parts.get(id) ?? new Map())
    const again = async () => {
      await countCharged(deps, { id, agencyId: agency.id }, await db.payment.list(id), wrong)
      for (const day of wrong) await db.daySums.sumParts('MARGIN', agency.id, day, now())
    }
    found.push(...finding('MARGIN', `${id} in ${agency.id}`, wrong, again))
  }
  return found
}

/** An agency and its campaigns. Mended in the order in which it is found: what is counted from a row comes after that row. */
export async function recountReports(
  deps: Deps,
  {
    agency,
    root,
    clients,
    campaigns,
  }: { agency: Company; root: Company; clients: readonly Company[]; campaigns: readonly Campaign[] },
): Promise<Finding[]> {
  return [
    ...(await funnelOf(deps, agency, campaigns)),
    ...(await upwards(deps, 'FUNNEL', agency.id, root.id)),
    ...(await revenueOfAgency(deps, agency, clients, root)),
    ...(await upwards(deps, 'REVENUE', agency.id, root.id)),
    ...(await marginOfAgency(deps, agency, clients)),
    ...(await upwards(deps, 'MARGIN', agency.id, undefined)),
  ]
}

/** The days of a root against those of its agencies. What agencies counted since is added up by the next run, a quarter of an hour later. */
export async function recountRoot(deps: Deps, rootId: string): Promise<Finding[]> {
  const marks = await deps.db.daySums.listDue('FUNNEL', ALL, ALL)
  const waiting = new Set(marks.filter(({ owner }) => owner === rootId).map(({ day }) => day))
  return [
    ...(await upwards(deps, 'FUNNEL', rootId, undefined, (day) => waiting.has(day))),
    ...(await upwards(deps, 'REVENUE', rootId, undefined)),
  ]
}
