// B23: what people see of a client with very many campaigns, and of an agency with very many clients: read units and
// requests of the calls that a page makes, and what this process computes for each. Few of the campaigns have leads in the days that
// are looked at; the others cost what they cost by being there.
import {
  campaignCountEntity,
  campaignEntity,
  entryEntity,
  entryRow,
  meterEntity,
} from '#functions/data/campaigns/rows.ts'
import { findByWords } from '#functions/domain/campaigns/find.ts'
import { contracts } from '#shared/contracts/index.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { withCampaign } from '#shared/model/node.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import { openCaller, type Reader } from './caller.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const SIZES = [60, 3000] as const
const CLIENTS = 300
const EACH = 20
/** Those that have leads in the last days. */
const BUSY = 20
const PART = 500
const TURNS = 5

const openMeter = {
  open: true,
  opensAt: 0,
  closesAt: 0,
  seq: 0,
  lotCount: 0,
  gone: 0,
  holdNumber: 0,
  lines: {},
  credits: {},
}
/** What looks through campaigns, or at those of the first month. */
const grows: readonly string[] = ['first days', 'campaigns by name', 'campaigns searched', 'palette']
const asBefore = { status: 'paused' } as const

/** Campaigns as making them one by one would leave them, as far as reports and lists read them. */
async function clone({ services }: Bench, like: Campaign, client: Company, count: number) {
  const { table, newId } = services
  const all = Array.from({ length: count }, (_, at): Campaign => {
    const id = newId('campaign')
    return {
      ...like,
      ...asBefore,
      id,
      companyId: client.id,
      number: String(30_000_000 + ++made),
      name: `Visitors of offer ${at}`,
    }
  })
  for (let at = 0; at < count; at += PART) {
    const part = all.slice(at, at + PART)
    await campaignEntity(table).put(part).go({ concurrent: 4 })
    await entryEntity(table)
      .put(part.map((campaign) => entryRow(campaign, client.name)))
      .go({ concurrent: 4 })
    await meterEntity(table)
      .put(part.map(({ companyId, id: campaignId }) => ({ companyId, campaignId, ...openMeter })))
      .go({ concurrent: 4 })
  }
  const { node } = services.db
  const entry = await node.find(like.agencyId, client.id)
  if (entry)
    await node.update(
      entry,
      all.reduce((so, each) => withCampaign(so, undefined, each), entry),
    )
  await campaignCountEntity(table).upsert({ agencyId: like.agencyId, line: like.line }).add({ paused: count }).go()
  return all
}
let made = 0

/** Leads of three days, the last one at an instant. */
async function lead({ services: { db, newId } }: Bench, campaign: Campaign, until: number): Promise<void> {
  for (const back of [2, 1, 0]) {
    const id = newId('lead')
    const person = {
      personId: id,
      email: `${id}@people.example`,
      firstName: 'Nora',
      lastName: 'Fields',
      city: 'Austin',
    }
    const at = until - back * DAY
    const [end] = await db.lead.store(campaign, {
      at,
      leads: [{ id, person, pageUrl: 'https://shop.example/', visitedAt: at }],
      price: { retailCentiCents: 12_500, wholesaleCentiCents: 4500 },
    })
    if (end?.end !== 'stored') throw new Error(`A lead could not be stored: ${end?.end}.`)
  }
}

type Cost = { reads: number; requests: number; ms: number }

export async function benchWide(bench: Bench): Promise<Figure[]> {
  const { services, cast, units } = bench
  const { ask, readers } = await openCaller(bench)
  /** Units repeat; the processor's time is the median of a few. */
  async function measure(work: () => Promise<unknown>): Promise<Cost> {
    const times: number[] = []
    let last: Pick<Cost, 'reads' | 'requests'> = { reads: 0, requests: 0 }
    for (let turn = 0; turn < TURNS; turn++) {
      const before = process.cpuUsage()
      const { reads, requests } = (await units.of(work)).units
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1000)
      last = { reads, requests }
    }
    return { ...last, ms: times.toSorted((one, other) => one - other)[Math.floor(TURNS / 2)] ?? 0 }
  }
  const cost = (reader: Reader, path: string, query: Record<string, string> = {}) =>
    measure(() => ask(reader, path, query))

  const today = dayIn('America/Chicago', services.now())
  const reportPath = (call: { path: string }, companyId: string, clientId: string, days: number) =>
    call.path
      .replace('{companyId}', companyId)
      .replace('{clientId}', clientId)
      .replace('{startDate}', addDays(today, 1 - days))
      .replace('{endDate}', today)
  const listPath = (companyId: string, { sort = 'none', search = 'none' }: { sort?: string; search?: string } = {}) =>
    contracts.campaigns.list.path
      .replace('{group}', 'none')
      .replace('{type}', 'local')
      .replace('{companyId}', companyId)
      .replace('{clientId}', 'none')
      .replace('{sort}', sort)
      .replace('{order}', sort === 'none' ? 'none' : 'asc')
      .replace('{search}', search)
  const analyticsPath = (companyId: string) =>
    contracts.reports.analytics.path
      .replace('{startDate}', addDays(today, -29))
      .replace('{endDate}', today)
      .replace('{companyId}', companyId)
      .replace('{campaignId}', 'all')
      .replace('{module}', 'all')
  const pages = { Page: '1', PerPage: '10' }

  async function look(token: Reader, companyId: string, clientId: string) {
    const chart = { moduleType: 'local', before: 'T', leads: 'T', PerPage: '10' }
    const asked: [string, string, Record<string, string>?][] = [
      ['overview', contracts.campaigns.overview.path.replace('{companyId}', companyId)],
      ['dashboard, 30 days', reportPath(contracts.leads.chart, companyId, clientId, 30), { ...chart, series: 'F' }],
      ['90 days by campaign', reportPath(contracts.leads.chart, companyId, clientId, 90), { ...chart, series: 'T' }],
      ['leads, page 1', reportPath(contracts.leads.list, companyId, clientId, 30), { moduleType: 'local', ...pages }],
      ['first days', reportPath(contracts.leads.initDates, companyId, clientId, 30), { moduleType: 'local' }],
      ['campaigns, newest', listPath(companyId), pages],
      ['campaigns by name', listPath(companyId, { sort: 'name' }), pages],
      ['campaigns searched', listPath(companyId, { search: 'offer 42' }), pages],
      ['analytics', analyticsPath(companyId)],
      ['needs attention', contracts.account.home.path],
    ]
    const found: [string, Cost | undefined][] = []
    for (const [what, path, query] of asked)
      found.push([
        what,
        // Analytics are for operators.
        await cost(what === 'analytics' ? readers.operator : token, path, query).catch((error: unknown) => {
          // An agency with so many campaigns is asked to choose a client.
          if (String(error).includes('too many campaigns')) return undefined
          throw error
        }),
      ])
    const company = await services.db.company.get(companyId)
    found.push(['palette', await measure(() => findByWords(services.db, company, 'offer 42'))])
    return found
  }

  const { brightSmiles: client, northlight: agency } = cast
  const like = await plantCampaign(services.db, { ...cast.campaigns.smiles, id: services.newId('campaign') })
  await cost(readers.client, contracts.account.jobs.path)
  const seen: [string, Cost | undefined][][] = []
  let there = 0
  for (const size of SIZES) {
    const fresh = await clone(bench, like, client, size - there)
    there = size
    // The second world has as many with leads as the first.
    if (seen.length === 0) for (const each of fresh.slice(0, BUSY)) await lead(bench, each, services.now())
    else for (const each of fresh.slice(0, 200)) await lead(bench, each, services.now() - 200 * DAY)
    seen.push(await look(readers.client, client.id, client.id))
  }
  for (let at = 0; at < CLIENTS; at++)
    await clone(bench, like, { ...client, id: services.newId('company'), name: `A client of many ${at}` }, EACH)
  seen.push(await look(readers.agency, agency.id, 'all'))
  await clone(bench, like, cast.harbor, EACH)
  seen.push(await look(readers.neighbour, cast.harbor.id, cast.harbor.id))
  const whole = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return (seen[0] ?? []).map(([what], row) => {
    const costs = seen.map((all) => all[row]?.[1])
    const say = (of: (cost: Cost) => number) => costs.map((cost) => (cost ? whole(of(cost)) : 'refused')).join(' / ')
    const [few, many] = costs
    return {
      id: 'B23',
      what: `${what}: a client with ${SIZES.map(whole).join(' / ')} campaigns, an agency with ${whole(CLIENTS * EACH + 3000)} of ${CLIENTS} clients, one of these: read units; requests; ms of processor`,
      figure: `${say(({ reads }) => reads)}; ${say(({ requests }) => requests)}; ${say(({ ms }) => Math.round(ms))}`,
      goal: grows.includes(what) ? '-' : `the same for ${SIZES.map(whole).join(' and ')}`,
      peer: '4 units say who asks',
      met: grows.includes(what) ? undefined : few?.reads === many?.reads && few?.requests === many?.requests,
    }
  })
}
