// B12, B13: what a dashboard and its chart read at 10^2 and 10^6 leads. Days and meters stand in the table as that many leads would
// leave them; whole calls are counted, with all that is asked about the person who makes them.

import { Entity } from 'electrodb'
import { meterEntity } from '#functions/data/campaigns/rows.ts'
import { agencyCountEntity, clientDaysEntity, countsSchema, WHOLE } from '#functions/data/leads/count.ts'
import { electro } from '#functions/data/lib/table.ts'
import { leadChart } from '#functions/domain/reports/chart.ts'
import { startSession } from '#functions/identity/session.ts'
import { readCookies } from '#functions/kit/browser-half.ts'
import { callApi } from '#infra/local/api.ts'
import { contracts } from '#shared/contracts/index.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { headers as names } from '#shared/wire.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const SIZES = [100, 1_000_000] as const
const DAYS = 366
const SHOWN = 45

async function newCampaign({ services, cast }: Bench, more: Partial<Campaign> = {}): Promise<Campaign> {
  return plantCampaign(services.db, {
    ...cast.campaigns.smiles,
    id: services.newId('campaign'),
    status: 'active',
    ...more,
  })
}

/** A page of leads, and the counters of so many in a year. */
async function fill({ services }: Bench, campaign: Campaign, leads: number, today: string): Promise<void> {
  const { table, db, newId, now } = services
  const person = (name: string) => ({
    personId: name,
    email: `${name}@people.example`,
    firstName: 'Nora',
    lastName: 'Fields',
    phone: '+13125550111',
    street: '1 Loom Street',
    city: 'Austin',
    stateCode: 'TX',
    zipCode: '78701',
  })
  const some = Array.from({ length: SHOWN }, () => newId('lead'))
  await db.lead.store(campaign, {
    at: now(),
    leads: some.map((id) => ({
      id,
      person: person(id),
      pageUrl: 'https://shop.example/pricing?from=spring',
      visitedAt: now(),
    })),
    price: { retailCentiCents: 12_500, wholesaleCentiCents: 4500 },
  })
  const own = { companyId: campaign.companyId, campaignId: campaign.id }
  const each = Math.round(leads / DAYS)
  const sums = { leads: each, wholesaleCentiCents: 4500 * each, retailCentiCents: 12_500 * each }
  const days = Array.from({ length: DAYS }, (_, at) => addDays(today, -at - 1))
  await new Entity(countsSchema, electro(table))
    .put(days.map((day) => ({ ...own, day, ...sums })))
    .go({ concurrent: 4 })
  for (const day of days)
    await clientDaysEntity(table)
      .upsert({ companyId: campaign.companyId, day, line: campaign.line })
      .add({ ...sums, of: [campaign.number] })
      .go()
  await meterEntity(table)
    .patch(own)
    .set({
      leads,
      dayLeads: each,
      dayRetailCentiCents: sums.retailCentiCents,
      dayWholesaleCentiCents: sums.wholesaleCentiCents,
    })
    .go()
}

async function fillAgency({ services: { table } }: Bench, agencyId: string, today: string): Promise<void> {
  const each = { leads: 700, wholesaleCentiCents: 3_150_000, retailCentiCents: 8_750_000 }
  const part = { local: 700, localRetail: 8_750_000, localWholesale: 3_150_000 }
  const rows = Array.from({ length: DAYS }, (_, at) => addDays(today, -at)).flatMap((day) =>
    // Days of before the last three are folded.
    (day < addDays(today, -3) ? [WHOLE] : ['0', '1', '2', '3']).map((shard) => ({
      agencyId,
      day,
      shard,
      ...each,
      ...part,
    })),
  )
  await agencyCountEntity(table).put(rows).go({ concurrent: 4 })
}

type Asked = { path: string; query: Record<string, string> }

export async function benchReports(bench: Bench): Promise<Figure[]> {
  const { services, cast, keys, units } = bench
  const facts = {
    requestId: 'bench',
    ip: '127.0.0.1',
    userAgent: 'bench',
    host: cast.hosts.northlight,
    timeZone: undefined,
    idempotencyKey: undefined,
    signals: { gpc: '', dnt: '', purpose: '' },
    place: '',
  }
  const tokenOf = async (user: typeof cast.users.cleo) =>
    (await startSession({ ...services, cookies: readCookies([]) }, user, cast.northlight, facts)).accessToken
  const [cleo, ada] = [await tokenOf(cast.users.cleo), await tokenOf(cast.users.ada)]

  /** Units and requests of a call, and the bytes of its answer. */
  async function cost(token: string, { path, query }: Asked) {
    const { result, units: used } = await units.of(() =>
      callApi({
        method: 'GET',
        path: `/api${path}`,
        query: new URLSearchParams(query),
        headers: {
          authorization: `Bearer ${token}`,
          [names.forwardedHost]: cast.hosts.northlight,
          [names.viewerIp]: '127.0.0.1',
          [names.originVerify]: keys.originVerifySecret,
        },
        body: Buffer.alloc(0),
        ip: '127.0.0.1',
      }),
    )
    if (result.statusCode !== 200) throw new Error(`${path} answered ${result.statusCode}: ${result.body}`)
    return { ...used, bytes: Buffer.byteLength(result.body ?? '') }
  }
  const today = dayIn('America/Chicago', services.now())
  const pathOf = (name: 'chart', companyId: string, clientId: string, days: number) =>
    contracts.leads[name].path
      .replace('{companyId}', companyId)
      .replace('{clientId}', clientId)
      .replace('{startDate}', addDays(today, 1 - days))
      .replace('{endDate}', today)
  async function page(token: string, companyId: string, clientId: string, more: Record<string, string>) {
    const query = { moduleType: 'local', ...more }
    const calls = [
      await cost(token, {
        path: pathOf('chart', companyId, clientId, 30),
        query: { ...query, series: 'F', before: 'T', leads: 'T', PerPage: '10' },
      }),
    ]
    const sum = (of: (call: (typeof calls)[number]) => number) => calls.reduce((total, call) => total + of(call), 0)
    return { reads: sum(({ reads }) => reads), bytes: sum(({ bytes }) => bytes) }
  }

  const { brightSmiles, northlight } = cast
  // What a process reads once, such as whose host it is, and what any call reads of who asks.
  const jobs = { path: contracts.account.jobs.path, query: {} }
  await cost(cleo, jobs)
  const pages: { reads: number; bytes: number }[] = []
  const charts: number[] = []
  const compared: number[] = []
  const requests: number[] = []
  for (const size of SIZES) {
    const campaign = await newCampaign(bench)
    await fill(bench, campaign, size, today)
    const one = { campaignID: campaign.number }
    pages.push(await page(cleo, brightSmiles.id, brightSmiles.id, one))
    const chart = async (before: string) => {
      const { units: used } = await units.of(() => {
        const scope = { of: 'campaign' as const, campaign, client: brightSmiles }
        const days = { from: addDays(today, -89), to: today }
        return leadChart(services.db, scope, days, { hasSeries: true, hasBefore: before === 'T' })
      })
      return used
    }
    const plain = await chart('F')
    charts.push(plain.reads)
    requests.push(plain.requests)
    compared.push((await chart('T')).reads)
  }
  await fillAgency(bench, northlight.id, today)
  const ofAgency = await page(ada, northlight.id, 'all', {})
  for (let more = 0; more < 60; more++) {
    const campaign = await newCampaign(bench)
    if (more % 4 === 0) await fill(bench, campaign, 1000, today)
  }
  const many = await page(cleo, brightSmiles.id, 'all', {})
  return [
    {
      id: 'B12',
      what: `Dashboard of one campaign at ${SIZES.map((size) => size.toLocaleString('en-US')).join(' / ')} leads: read units of its one call, with who asks (4); bytes`,
      figure: `${pages.map(({ reads }) => reads).join(' / ')}; ${pages.map(({ bytes }) => bytes.toLocaleString('en-US')).join(' / ')}`,
      goal: '<= 10, <= 20 KB, flat',
      peer: '1 round',
      met:
        pages.every(({ reads, bytes }) => reads <= 10 && bytes <= 20_480) &&
        new Set(pages.map(({ reads }) => reads)).size === 1,
    },
    {
      id: 'B12',
      what: 'The same of an agency with all its clients; of a client with 60 campaigns, 15 of which have leads',
      figure: `${ofAgency.reads}; ${many.reads}`,
      goal: '-',
      peer: 'half a unit a campaign for its meter',
      met: undefined,
    },
    {
      id: 'B13',
      what: `Chart and sums of 90 days at ${SIZES.map((size) => size.toLocaleString('en-US')).join(' / ')} leads: read units, requests`,
      figure: `${charts.join(' / ')}, ${Math.max(...requests)}`,
      goal: '<= 4, <= 2, flat',
      peer: '90 rows of a day: 2.5',
      met: charts.every((reads) => reads <= 4) && Math.max(...requests) <= 2 && new Set(charts).size === 1,
    },
    {
      id: 'B13',
      what: 'The same with the sums of the 90 days before',
      figure: compared.join(' / '),
      goal: '-',
      peer: '180 rows of a day: 5',
      met: undefined,
    },
  ]
}
