// Reports of leads over one campaign, a client and an agency, compared with a recount of the leads themselves.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { parse } from 'csv-parse/sync'
import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { meterEntity } from '#functions/data/campaigns/rows.ts'
import { agencyCountEntity, shardOf } from '#functions/data/leads/count.ts'
import { leadSchema } from '#functions/data/leads/item.ts'
import { electro } from '#functions/data/lib/table.ts'
import { keepFile } from '#functions/domain/companies/list-files.ts'
import { leadPieces } from '#functions/domain/reports/lead-file.ts'
import { addDays, DAY, dayIn, HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { LIST_FILE_ERASED } from '#shared/model/list-file.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { countUnits } from '../../bench/units.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { wholeTable } from '../../support/whole-table.ts'
import { stageOf } from '../companies/stage.ts'
import { openDoor } from '../exclusions/door.ts'

const h = await harness()
const door = await openDoor(h)
const { plant } = stageOf(h)
const units = countUnits(h.services.table)

type Who = Parameters<Harness['call']>[0]
type Planted = { id: string; at: number; campaign: Campaign; retail: number; wholesale: number }
const FROM = '2026-03-01'
const TO = '2026-03-31'
const noon = Date.UTC(2026, 2, 10, 18)
let made = 0

async function world(campaignsOf: readonly number[]) {
  const { company: agency } = await plant(h.cast.root, `Reported ${++made}`)
  const clients = []
  const campaigns: Campaign[] = []
  for (const [at, count] of campaignsOf.entries()) {
    const { company: client } = await plant(agency, `Client ${made}.${at}`)
    clients.push(client)
    for (let n = 0; n < count; n++)
      campaigns.push(
        await plantCampaign(h.db, {
          ...h.cast.campaigns.smiles,
          id: h.services.newId('campaign'),
          name: `Campaign zone${'abcdefghijkl'[n]}`,
          companyId: client.id,
          agencyId: agency.id,
          timeZone: ['America/Chicago', 'Pacific/Auckland', 'Asia/Kolkata'][n % 3] ?? 'UTC',
          createdAt: h.services.now(),
        }),
      )
  }
  return { agency, clients, campaigns }
}

/** From the oldest to the newest, each with prices of its own. */
async function fill(campaigns: readonly Campaign[], times: readonly { of: number; at: number }[]): Promise<Planted[]> {
  const planted: Planted[] = []
  for (const [n, { of, at }] of times.toSorted((a, b) => a.at - b.at).entries()) {
    const campaign = campaigns[of]
    if (!campaign) throw new Error('No such campaign.')
    const prices = { retailCentiCents: 10_000 + 7 * n, wholesaleCentiCents: 4_000 + 3 * n }
    const person = {
      firstName: `Nora ${n}`,
      lastName: n % 2 ? 'Fields' : 'Meadows',
      city: 'Austin',
      phone: '+13125550111',
    }
    const { id } = await plantLead(h, campaign, { id: h.services.newId('lead'), at, person, ...prices })
    planted.push({ id, at, campaign, retail: prices.retailCentiCents, wholesale: prices.wholesaleCentiCents })
  }
  return planted
}

type Query = Record<string, string | number>
const ask = (who: Who, name: 'leads.list', companyId: string, clientId: string, query: Query = {}) =>
  h.call(who, name, { companyId, clientId, startDate: FROM, endDate: TO, ...query })
const chartOf = (who: Who, companyId: string, clientId: string, query: Query = {}) =>
  h.call(who, 'leads.chart', { companyId, clientId, startDate: FROM, endDate: TO, ...query })

const newestFirst = (a: Planted, b: Planted) => b.at - a.at || (a.id < b.id ? 1 : -1)
const within = (planted: readonly Planted[], from = FROM, to = TO) =>
  planted.filter(({ at, campaign }) => {
    const day = dayIn(campaign.timeZone, at)
    return day >= from && day <= to
  })
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

async function walk(who: Who, companyId: string, clientId: string, perPage: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { status, body } = await ask(who, 'leads.list', companyId, clientId, {
      PerPage: perPage,
      ...(cursor && { cursor }),
    })
    expect(status).toBe(200)
    ids.push(...body.data.map(({ id }) => id))
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  return ids
}

type Marshalled = { S?: string } | string
const textOf = (value: Marshalled | undefined) => (typeof value === 'string' ? value : (value?.S ?? ''))
/** As the table does on AWS, which the engine of the tests does not: a query begins nowhere but within its own bounds. */
const refuseStartsOutside =
  <Args extends { input: object }, Answer>(next: (args: Args) => Promise<Answer>) =>
  (args: Args) => {
    const { ExclusiveStartKey: start, ExpressionAttributeValues: values = {} } = args.input as {
      ExclusiveStartKey?: Record<string, Marshalled>
      ExpressionAttributeValues?: Record<string, Marshalled>
    }
    const bounds = Object.entries(values).flatMap(([name, value]) => (/sk/.test(name) ? [textOf(value)] : []))
    const at = textOf(start?.sk)
    if (start && bounds.length === 2 && bounds.toSorted().findIndex((bound) => at <= bound) !== 1)
      throw new Error('ValidationException: The provided starting key does not match the range key predicate')
    return next(args)
  }

/** Leads in February to April of six campaigns in three zones, around the change of the clocks. */
const scattered = Array.from({ length: 60 }, (_, n) => ({
  of: n % 6,
  at: noon + ((n * 7919) % 71) * 17 * HOUR - 25 * DAY,
}))

describe('leads.list over several campaigns', () => {
  it('LED-01 LED-07 walks the leads of all clients, and of one, newest first', async () => {
    const { agency, clients, campaigns } = await world([4, 2])
    const planted = within(await fill(campaigns, scattered)).sort(newestFirst)
    expect(await walk('olive', agency.id, 'all', 7)).toEqual(planted.map(({ id }) => id))
    for (const client of clients) {
      const own = planted.filter(({ campaign }) => campaign.companyId === client.id)
      expect(await walk('olive', agency.id, client.id, 5)).toEqual(own.map(({ id }) => id))
      expect(await walk('olive', client.id, 'all', 5)).toEqual(own.map(({ id }) => id))
    }
    const second = await ask('olive', 'leads.list', agency.id, 'all', { Page: 2 })
    expect(second.body).toMatchObject({ total: planted.length, current_page: 2, per_page: 10, from: 11 })
    expect(second.body.data.map(({ id }) => id)).toEqual(planted.slice(10, 20).map(({ id }) => id))
  })

  it('LED-07 goes on behind a lead of a day that is over already where other campaigns are', async () => {
    const { agency, campaigns } = await world([2])
    // Of Chicago's last day, when it is April in Auckland.
    const evening = Date.UTC(2026, 2, 31, 20)
    const planted = await fill(campaigns, [
      ...[0, 1, 2].map((n) => ({ of: 0, at: evening + n * HOUR })),
      ...[0, 1].map((n) => ({ of: 1, at: evening - 2 * DAY + n * HOUR })),
    ])
    const { client } = h.services.table
    client.middlewareStack.add(refuseStartsOutside, { step: 'initialize', name: 'strict' })
    expect(await walk('olive', agency.id, 'all', 2)).toEqual(planted.map(({ id }) => id).toReversed())
    client.middlewareStack.remove('strict')
  })

  it('LED-05 a client has the same days and sums from rows of its own as from those of its campaigns', async () => {
    const { agency, clients, campaigns } = await world([4, 2])
    await fill(campaigns, scattered)
    for (const client of clients) {
      const ask = async (series: string) =>
        (await chartOf('olive', agency.id, client.id, { series, before: 'T', moduleType: 'local' })).body
      const [apart, together] = [await ask('T'), await ask('F')]
      expect(together).toEqual({ ...apart, series: apart.series.slice(-1) })
      expect(together.totals.leads).toBeGreaterThan(0)
    }
  })

  it('counts a day once that was over between the looks at its meter and at the days of its client', async () => {
    const { clients, campaigns } = await world([1])
    const [campaign] = campaigns
    if (!campaign) throw new Error('There is no campaign.')
    await fill(campaigns, [{ of: 0, at: noon }])
    const meter = await h.db.lead.findMeter(campaign)
    if (!meter) throw new Error('There is no meter.')
    await fill(campaigns, [{ of: 0, at: noon + DAY }])
    const range = { from: FROM, to: TO, line: undefined }
    const days = await h.db.lead.clientByDay(clients[0]?.id ?? '', [{ ...campaign, meter }], range)
    expect(days.map(({ leads }) => leads)).toEqual([1])
  })

  it('LED-01 the first page stands in the answer of the chart, as the list answers it, and goes on from there', async () => {
    const { agency, clients, campaigns } = await world([4, 2])
    await fill(campaigns, scattered)
    const [client] = clients
    for (const [of, query] of [
      ['all', {}],
      [client?.id ?? '', { PerPage: 20 }],
      ['all', { campaignID: campaigns[0]?.number ?? '' }],
      ['all', { moduleType: 'b2b' }],
    ] as const) {
      const list = (await ask('olive', 'leads.list', agency.id, of, query)).body
      const { leads, ...chart } = (await chartOf('olive', agency.id, of, { ...query, leads: 'T' })).body
      expect(leads).toEqual(list)
      expect(chart).toEqual((await chartOf('olive', agency.id, of, query)).body)
      if (!leads?.next_cursor) continue
      const next = await ask('olive', 'leads.list', agency.id, of, { ...query, cursor: leads.next_cursor })
      expect(next.body).toMatchObject({ current_page: 2, total: leads.total })
    }
  })

  it('LED-02 each of its words changes the answer', async () => {
    const { agency, campaigns } = await world([2])
    const planted = await fill(
      campaigns,
      [0, 1, 0, 1, 0].map((of, n) => ({ of, at: noon + n * HOUR })),
    )
    const list = async (query: Query) => (await ask('olive', 'leads.list', agency.id, 'all', query)).body
    const ids = async (query: Query) => (await list(query)).data.map(({ id }) => id)
    const all = planted.map(({ id }) => id)
    expect(await ids({})).toEqual(all.toReversed())
    expect(await ids({ order: 'asc' })).toEqual(all)
    expect(await ids({ sortby: 'price', order: 'asc' })).toEqual(all)
    expect(await ids({ sortby: 'name', order: 'desc' })).toEqual(all.toReversed())
    expect(await ids({ searchQuery: 'MEADows austin' })).toEqual([all[4], all[2], all[0]])
    expect(await ids({ searchQuery: 'campaign zoneb' })).toEqual([all[3], all[1]])
    expect(await list({ searchQuery: 'fields', PerPage: 1, Page: 2 })).toMatchObject({
      total: 2,
      last_page: 2,
      from: 2,
    })
    expect(await ids({ campaignID: campaigns[0]?.number ?? '' })).toEqual([all[4], all[2], all[0]])
    expect(await ids({ moduleType: 'b2b' })).toEqual([])
    expect(await ids({ PerPage: 2, Page: 3 })).toEqual([all[0]])
  })

  it('LED-02 finds telephones and places by how they stand in the list, and takes no sign for an order', async () => {
    const { agency, campaigns } = await world([1])
    const [lead] = await fill(campaigns, [{ of: 0, at: noon }])
    const ids = async (searchQuery: string) => {
      const { status, body } = await ask('olive', 'leads.list', agency.id, 'all', { searchQuery })
      expect(status).toBe(200)
      return body.data.map(({ id }) => id)
    }
    for (const found of ['312-555-0111', '(312) 555-0111', '+1 312.555.0111', '5550111', 'Austin, Nora', 'nora;'])
      expect([found, await ids(found)]).toEqual([found, [lead?.id]])
    for (const odd of ['312-555-0112', '%', '.*', '\\', '"', "' OR 1=1", '#', '&x=y', '../..', '😀', '(', '+-'])
      expect([odd, await ids(odd)]).toEqual([odd, []])
  })

  it('opens a campaign only once its last lead may stand on the page', async () => {
    const { agency, campaigns } = await world([12])
    const old = campaigns.slice(1).map((_, n) => ({ of: n + 1, at: noon - 5 * DAY + n * HOUR }))
    await fill(campaigns, [...old, ...Array.from({ length: 12 }, (_, n) => ({ of: 0, at: noon + n * HOUR }))])
    const queried: string[] = []
    h.services.table.client.middlewareStack.add(
      (next) => async (args) => {
        const text = JSON.stringify(args.input)
        if (/#L#/.test(text) && /ScanIndexForward/.test(text)) queried.push(text)
        return next(args)
      },
      { step: 'initialize', name: 'seenOpen' },
    )
    const { body } = await ask('olive', 'leads.list', agency.id, 'all')
    h.services.table.client.middlewareStack.remove('seenOpen')
    expect(body.data).toHaveLength(10)
    expect(queried.length).toBeLessThanOrEqual(4)
  })

  it('LED-01 leaves out no lead whose campaign stored an earlier one after it', async () => {
    const { agency, campaigns } = await world([6])
    const at = (seconds: number) => noon + 1000 * seconds
    const planted = await fill(campaigns, [
      ...Array.from({ length: 15 }, (_, n) => ({ of: n % 5, at: at(20 + n) })),
      { of: 5, at: at(30.5) },
    ])
    // Another worker of the sixth one, which took longer.
    planted.push(...(await fill(campaigns, [{ of: 5, at: at(10) }])))
    const wanted = planted.toSorted(newestFirst).map(({ id }) => id)
    const { body } = await ask('olive', 'leads.list', agency.id, 'all')
    expect(body.data.map(({ id }) => id)).toEqual(wanted.slice(0, 10))
    expect(await walk('olive', agency.id, 'all', 4)).toEqual(wanted)
  })

  it('LED-08 lets a client read what it paid, and nothing of what its agency pays', async () => {
    const { brightSmiles, northlight } = h.cast
    const campaign = await plantCampaign(h.db, { ...h.cast.campaigns.smiles, id: h.services.newId('campaign') })
    const [lead] = await fill([campaign], [{ of: 0, at: noon }])
    const own = await ask('cleo', 'leads.list', brightSmiles.id, brightSmiles.id, { campaignID: campaign.number })
    expect(own.body.data).toMatchObject([{ id: lead?.id, price: 1 }])
    expect(own.body.data[0]).not.toHaveProperty('wholesale')
    const theirs = await ask('ada', 'leads.list', northlight.id, 'all', { campaignID: campaign.number })
    expect(theirs.body.data).toMatchObject([{ id: lead?.id, price: 1, wholesale: 0.4 }])
    expect((await chartOf('cleo', brightSmiles.id, 'all')).body.totals).not.toHaveProperty('wholesale')
    expect((await chartOf('ada', northlight.id, 'all')).body.totals).toHaveProperty('wholesale')
  })

  it('LED-06 refuses a client the leads of its agency, and of another client', async () => {
    const { brightSmiles, northlight, peakFitness } = h.cast
    for (const name of ['leads.list', 'leads.chart', 'leads.initDates'] as const) {
      const status = async (who: Who, companyId: string, clientId: string, query: Query = {}) =>
        (await h.call(who, name, { companyId, clientId, startDate: FROM, endDate: TO, ...query })).status
      expect(await status('cleo', brightSmiles.id, 'all')).toBe(200)
      expect(await status('cleo', northlight.id, 'all')).toBe(403)
      expect(await status('cleo', northlight.id, peakFitness.id)).toBe(403)
      expect(await status('cleo', peakFitness.id, 'all')).toBe(403)
      expect(await status('cleo', peakFitness.id, brightSmiles.id)).toBe(404)
      expect(await status('ada', northlight.id, 'all')).toBe(200)
      expect(await status('ada', h.cast.root.id, 'all')).toBe(403)
      expect(await status('ada', peakFitness.id, 'all')).toBe(403)
      expect(await status('ada', northlight.id, 'all', { campaignID: h.cast.campaigns.peak.number })).toBe(404)
      expect(await status('ada', h.cast.harbor.id, 'all', { campaignID: h.cast.campaigns.smiles.number })).toBe(404)
      expect(await status('olive', h.cast.root.id, 'all')).toBe(422)
      expect(await status('sam', northlight.id, 'all')).toBe(403)
    }
  })
})

describe('leads.chart', () => {
  it('LED-05 LED-10 comes to a recount of the leads, by day, by campaign and in all', async () => {
    const { agency, clients, campaigns } = await world([4, 4])
    const planted = await fill(
      campaigns,
      scattered.map(({ at }, n) => ({ of: n % 8, at })),
    )
    const inDays = within(planted)
    const earlier = within(planted, addDays(FROM, -31), addDays(FROM, -1))
    for (const [companyId, clientId, isOf] of [
      [agency.id, 'all', () => true],
      [agency.id, clients[1]?.id ?? '', ({ campaign }: Planted) => campaign.companyId === clients[1]?.id],
    ] as const) {
      const own = inDays.filter(isOf)
      const { status, body } = await chartOf('olive', companyId, clientId, { before: 'T' })
      expect(status).toBe(200)
      expect(body.labels).toHaveLength(31)
      expect([body.labels[0], body.labels.at(-1)]).toEqual([FROM, TO])
      const total = body.series.at(-1)
      expect(total?.name).toBe('Total')
      expect(total?.data).toEqual(
        body.labels.map((day) => own.filter(({ at, campaign }) => dayIn(campaign.timeZone, at) === day).length),
      )
      const others = body.series.slice(0, -1)
      expect(others.length).toBeLessThanOrEqual(6)
      expect(sum(others.flatMap(({ data }) => data))).toBe(own.length)
      for (const { leadspeek_api_id, data } of others)
        if (leadspeek_api_id)
          expect(sum(data)).toBe(own.filter(({ campaign }) => campaign.number === leadspeek_api_id).length)
      expect(body.totals).toEqual({
        leads: own.length,
        spend: sum(own.map(({ retail }) => retail)) / 10_000,
        wholesale: sum(own.map(({ wholesale }) => wholesale)) / 10_000,
        average: own.length / 31,
      })
      const before = earlier.filter(isOf)
      expect(body.before).toMatchObject({
        startdate: '2026-01-29',
        enddate: '2026-02-28',
        leads: before.length,
        spend: sum(before.map(({ retail }) => retail)) / 10_000,
      })
      expect((await ask('olive', 'leads.list', companyId, clientId)).body.total).toBe(own.length)
    }
  })

  it('keeps the products of an agency apart, and reads days on which they were not', async () => {
    const { agency, campaigns } = await world([1])
    const [first] = campaigns
    if (!first) throw new Error('No campaign.')
    const second = await plantCampaign(h.db, {
      ...first,
      id: h.services.newId('campaign'),
      name: 'Searches',
      line: 'locator',
    })
    const planted = await fill(
      [first, second],
      [0, 1, 1].map((of, n) => ({ of, at: noon + n * HOUR })),
    )
    const totals = async (moduleType: string) =>
      (await chartOf('olive', agency.id, 'all', { moduleType, series: 'F' })).body.totals
    const spend = (of: Campaign) =>
      sum(planted.filter(({ campaign }) => campaign.id === of.id).map(({ retail }) => retail))
    expect(await totals('local')).toMatchObject({ leads: 1, spend: spend(first) / 10_000 })
    expect(await totals('locator')).toMatchObject({ leads: 2, spend: spend(second) / 10_000 })
    const rows = agencyCountEntity(h.services.table)
    const old = { agencyId: agency.id, shard: shardOf(first.id), leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0 }
    await rows.put({ ...old, day: '2026-03-20', leads: 5, local: 5, retailCentiCents: 900 }).go()
    expect(await totals('local')).toMatchObject({ leads: 6, spend: (spend(first) + 900) / 10_000 })
    // Of a day whose products share an amount nobody knows what each brought.
    await rows.put({ ...old, day: '2026-03-21', leads: 5, local: 2, locator: 3, retailCentiCents: 900 }).go()
    expect(await totals('local')).toEqual({ leads: 8, average: 8 / 31 })
  })

  it('B13 reads as much for a hundred leads as for a million', async () => {
    const { agency, campaigns } = await world([1])
    await fill(campaigns, [{ of: 0, at: noon }])
    const cost = () => units.of(() => chartOf('olive', agency.id, campaigns[0]?.companyId ?? '', { before: 'T' }))
    const one = (await cost()).units
    await fill(
      campaigns,
      Array.from({ length: 40 }, (_, n) => ({ of: 0, at: noon + (n + 1) * 60_000 })),
    )
    expect((await cost()).units).toEqual(one)
  })

  it('B12 costs a client and an agency as much with campaigns that have no leads in these days as without', async () => {
    const { agency, clients, campaigns } = await world([3, 1])
    await fill(campaigns, [
      { of: 0, at: noon },
      { of: 0, at: noon + DAY },
      { of: 1, at: noon + 2 * DAY },
    ])
    const client = clients[0]?.id ?? ''
    const costs = async () => {
      const all = []
      for (const owner of [client, agency.id])
        for (const series of ['T', 'F'])
          all.push(
            await units.of(() =>
              chartOf('olive', owner, owner === client ? client : 'all', { series, leads: 'T', before: 'T' }),
            ),
          )
      all.push(await units.of(() => ask('olive', 'leads.list', client, client)))
      all.push(await units.of(() => ask('olive', 'leads.list', client, client, { sortby: 'campaign' })))
      all.push(
        await units.of(() =>
          h.call('olive', 'leads.initDates', { companyId: client, clientId: client, startDate: FROM, endDate: TO }),
        ),
      )
      return all.map(({ result, units: { reads, requests } }) => ({ answer: result.body, reads, requests }))
    }
    const before = await costs()
    const more: Campaign[] = []
    for (let n = 0; n < 60; n++)
      more.push(
        await plantCampaign(h.db, {
          ...(campaigns[0] as Campaign),
          id: h.services.newId('campaign'),
          name: `More ${n}`,
        }),
      )
    // Those that had leads long ago cost nothing either.
    await fill(
      more,
      Array.from({ length: 30 }, (_, of) => ({ of, at: noon - 200 * DAY })),
    )
    const after = await costs()
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
    // The first day is another one by now.
    const [first, earlier] = [before.at(-1), after.at(-1)]
    expect(earlier?.answer).not.toEqual(first?.answer)
    expect(earlier?.requests).toBeLessThanOrEqual((first?.requests ?? 0) + 1)
  })

  it('says the same of companies that are older than the months of their leads', async () => {
    const { agency, clients, campaigns } = await world([3, 1])
    await fill(campaigns, [
      { of: 0, at: noon },
      { of: 0, at: noon + DAY },
      { of: 1, at: noon + 2 * DAY },
      { of: 3, at: noon - 40 * DAY },
    ])
    const client = clients[0]?.id ?? ''
    const answers = async () => {
      const all: unknown[] = []
      for (const owner of [client, agency.id]) {
        const of = owner === client ? client : 'all'
        for (const series of ['T', 'F'])
          all.push((await chartOf('olive', owner, of, { series, leads: 'T', before: 'T' })).body)
        all.push((await ask('olive', 'leads.list', owner, of)).body)
        const days = { companyId: owner, clientId: of, startDate: FROM, endDate: TO }
        all.push((await h.call('olive', 'leads.initDates', days)).body)
      }
      all.push((await h.call('olive', 'campaigns.overview', { companyId: client })).body)
      return all
    }
    const before = await answers()
    for (const { id } of [agency, ...clients]) await h.db.company.update(id, { hasLeadMonths: false })
    for (const row of await wholeTable(h.services))
      if (/#LEADMONTHS$/.test(row.pk?.S ?? ''))
        await h.services.table.client.send(
          new DeleteCommand({
            TableName: h.services.table.name,
            Key: { pk: row.pk?.S, sk: row.sk?.S },
          }),
        )
    h.forgetTenants()
    expect(await answers()).toEqual(before)
  })

  it('LED-05 finds leads at both ends of a month in the zone of each campaign', async () => {
    const { agency, clients, campaigns } = await world([5])
    const client = clients[0]?.id ?? ''
    const midnight = Date.UTC(2026, 2, 1)
    const hours = Array.from({ length: 13 }, (_, n) => midnight + (n - 6) * 4 * HOUR)
    const planted = await fill(campaigns, [
      ...hours.flatMap((at, n) => [0, 1, 2].map((of) => ({ of, at: at + of + n }))),
      // Two that have leads in one of the months alone.
      { of: 3, at: midnight - 12 * HOUR },
      { of: 4, at: midnight + 12 * HOUR },
    ])
    for (const [from, to] of [
      ['2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-31'],
      ['2026-02-28', '2026-03-01'],
    ] as const)
      for (const [owner, of] of [
        [client, client],
        [agency.id, 'all'],
      ] as const) {
        const days = { startDate: from, endDate: to }
        const wanted = within(planted, from, to)
        const chart = await chartOf('olive', owner, of, { ...days, series: 'T' })
        expect(chart.body.totals.leads).toBe(wanted.length)
        const series = chart.body.series.filter(({ name }) => name !== 'Total')
        expect(sum(series.flatMap(({ data }) => data))).toBe(wanted.length)
        const list = await ask('olive', 'leads.list', owner, of, { ...days, PerPage: 100 })
        expect(list.body.data.map(({ id }) => id)).toEqual(wanted.toSorted(newestFirst).map(({ id }) => id))
      }
  })

  it('LED-07 refuses more than 366 days', async () => {
    const { brightSmiles } = h.cast
    const { status } = await chartOf('cleo', brightSmiles.id, 'all', { startDate: '2024-01-01', endDate: '2026-01-01' })
    expect(status).toBe(422)
  })
})

describe('leads.initDates', () => {
  const dates = async (who: Who, companyId: string, clientId: string, query: Query = {}) =>
    (await h.call(who, 'leads.initDates', { companyId, clientId, startDate: FROM, endDate: TO, ...query })).body

  it('LED-04 LED-09 begins with the first lead, else with the start, else 30 days ago, and ends today', async () => {
    const { clients, campaigns, agency } = await world([2])
    const clientId = clients[0]?.id ?? ''
    const today = dayIn('America/Chicago', h.services.now())
    expect(await dates('olive', clientId, 'all')).toMatchObject({
      startdate: addDays(today, -30),
      enddate: today,
      has_leads: 'F',
    })
    const asked = { campaignID: campaigns[0]?.number ?? '' }
    expect(await dates('olive', agency.id, clientId, asked)).toMatchObject({ enddate: today, has_leads: 'F' })
    await fill(campaigns, [{ of: 0, at: noon }])
    for (const [companyId, of] of [
      [agency.id, clientId],
      [clientId, 'all'],
      [agency.id, 'all'],
    ] as const)
      expect(await dates('olive', companyId, of)).toMatchObject({ startdate: '2026-03-10', has_leads: 'T', next: null })
  })

  it('LED-09 begins with the day on which the first lead counts, and never with a fee', async () => {
    const { clients, campaigns, agency } = await world([3])
    const campaign = campaigns[1]
    if (!campaign) throw new Error('No campaign.')
    const fee = { agencyId: agency.id, day: '2026-03-01', shard: '0', leads: 0, wholesaleCentiCents: 0, feeCents: 900 }
    await agencyCountEntity(h.services.table)
      .put({ ...fee, retailCentiCents: 0 })
      .go()
    expect(await dates('olive', agency.id, 'all')).toMatchObject({ has_leads: 'F' })
    // It is the next day already where its campaign is; and the day before further west.
    const night = Date.UTC(2026, 2, 10, 3)
    await h.db.campaignChange.update(campaign, { timeZone: 'Pacific/Honolulu' })
    const moved = await h.db.campaign.get(campaign.companyId, campaign.id)
    await fill(
      [moved, campaigns[2] ?? moved],
      [
        { of: 0, at: night + 6 * HOUR },
        { of: 1, at: night + 7 * HOUR },
      ],
    )
    for (const [companyId, of] of [
      [agency.id, clients[0]?.id ?? ''],
      [agency.id, 'all'],
    ] as const)
      expect(await dates('olive', companyId, of)).toMatchObject({ startdate: '2026-03-09', has_leads: 'T' })
  })

  it('says what will bring the first lead', async () => {
    const { clients, campaigns, agency } = await world([1, 0])
    const [client, empty] = clients
    const campaign = campaigns[0]
    if (!client || !empty || !campaign) throw new Error('No campaign.')
    expect((await dates('olive', agency.id, empty.id)).next).toMatchObject({ what: 'make' })
    expect((await dates('olive', agency.id, client.id)).next).toMatchObject({
      what: 'pixel',
      leadspeek_api_id: campaign.number,
    })
    await h.db.pixel.hear(campaign, h.services.now())
    expect((await dates('olive', agency.id, client.id)).next).toMatchObject({ what: 'visit', at: expect.any(String) })
    await h.db.campaignChange.setStatus(campaign, 'paused')
    expect((await dates('olive', agency.id, client.id)).next).toMatchObject({ what: 'start' })
  })

  it('says what will bring the first lead of a product, also to an agency that has leads of another one', async () => {
    const { clients, campaigns, agency } = await world([1])
    const [client] = clients
    if (!client) throw new Error('No client.')
    await fill(campaigns, [{ of: 0, at: noon }])
    const ofProduct = (moduleType: string) => dates('olive', agency.id, 'all', { moduleType })
    expect(await ofProduct('local')).toMatchObject({ startdate: '2026-03-10', has_leads: 'T', next: null })
    expect(await ofProduct('b2b')).toMatchObject({ has_leads: 'F', next: { what: 'make' } })
    const started = await plantCampaign(h.db, {
      ...h.cast.campaigns.smiles,
      id: h.services.newId('campaign'),
      companyId: client.id,
      agencyId: agency.id,
      line: 'b2b',
    })
    expect(await ofProduct('b2b')).toMatchObject({
      has_leads: 'F',
      next: { what: 'pull', leadspeek_api_id: started.number, company_id: client.id },
    })
  })
})

describe('a file of more leads than are answered at once', () => {
  const asked = { companyId: '', clientId: 'all', startDate: FROM, endDate: TO }

  /** As many leads by the counters as it takes to order a file. */
  async function many(leads: number) {
    const { agency, campaigns } = await world([2])
    const planted = await fill(
      campaigns,
      Array.from({ length: 7 }, (_, n) => ({ of: n % 2, at: noon + n * HOUR })),
    )
    const [first] = campaigns
    if (!first) throw new Error('No campaign.')
    await meterEntity(h.services.table)
      .patch({ companyId: first.companyId, campaignId: first.id })
      .set({ dayLeads: leads })
      .go()
    return { agency, planted }
  }

  it('LED-12 is ordered, made by a job, and told to who ordered it, with no lead of later', async () => {
    const { agency, planted } = await many(10_001)
    const ask = (who: Who, file = '') => h.call(who, 'leads.download', { ...asked, companyId: agency.id, file })
    const { body } = await ask('olive')
    expect(body).toMatchObject({ file: { status: 'waiting', filename: `leads-${FROM}-${TO}.csv` } })
    expect(body.csv).toBeUndefined()
    const id = body.file?.id ?? ''
    // Asked for again while it is on its way it is the same.
    expect((await ask('olive')).body.file?.id).toBe(id)
    const leads = { companyId: agency.id, campaignId: '', line: '' as const, viewer: 'agency' as const }
    const early = await leadPieces(h.db, { leads, start: FROM, end: TO, createdAt: noon + 4 * HOUR })
    let rows = 0
    for await (const piece of early.pieces) rows += piece.rows
    // Leads of after the order are in no file of it.
    expect(rows).toBe(4)
    await h.drain()
    const { body: done } = await ask('olive', id)
    expect(done.file).toMatchObject({ status: 'done', total_row: planted.length })
    const [head = [], ...lines] = parse((await door.get(done.file?.url ?? '')).text) as string[][]
    expect(head).toEqual(expect.arrayContaining(['Day', 'Campaign', 'Client', 'Price', 'Cost']))
    expect(lines.map((line) => line.at(-1)).sort()).toEqual(planted.map((lead) => lead.id).sort())
    const price = head.indexOf('Price')
    expect(sum(lines.map((line) => Math.round(10_000 * Number(line[price]))))).toBe(
      sum(planted.map(({ retail }) => retail)),
    )
    // Told by a mail to who ordered it alone, once, also where the message comes twice.
    await h.services.queues.send('makeListFile', { companyId: h.cast.users.olive.companyId, id })
    const told = async (who: 'olive' | 'otto') =>
      (await h.mailsTo(h.cast.users[who].email)).filter(({ text }) => text?.includes(id))
    const [mail, ...more] = await told('olive')
    expect([mail?.subject, more, await told('otto')]).toEqual(['Your file of leads is ready', [], []])
    expect(mail?.text).toContain(`${planted.length}`)
    expect(mail?.text).toMatch(new RegExp(`dashboard\\S*from=${FROM}&to=${TO}&file=${id}`))
    // It is nobody else's, not even of the same company.
    expect((await ask('otto', id)).status).not.toBe(200)
  })

  it('whose text is larger than an answer may be lies in the store at once, as the search and its order say', async () => {
    const { agency, campaigns } = await world([1])
    const [campaign] = campaigns
    if (!campaign) throw new Error('No campaign.')
    // As many bytes as some thousand leads with further information have.
    const large = { personId: 'p', email: 'large@leads.example', lastName: `Largeson ${'x'.repeat(300_000)}` }
    const entity = new Entity(leadSchema, electro(h.services.table))
    for (let n = 0; n < 20; n++) {
      const { companyId, campaignId, createdAt, id } = await plantLead(h, campaign, {
        id: h.services.newId('lead'),
        at: noon + n * HOUR,
      })
      await entity.patch({ companyId, campaignId, createdAt, id }).set({ person: large }).go()
    }
    await plantLead(h, campaign, { id: h.services.newId('lead'), at: noon + DAY, person: { lastName: 'Other' } })
    const ask = (more: { searchQuery?: string; file?: string }) =>
      h.call('olive', 'leads.download', { ...asked, companyId: agency.id, ...more })
    expect((await ask({ searchQuery: 'other' })).body.csv).toContain('Other')
    const { body } = await ask({ searchQuery: 'largeson' })
    expect(JSON.stringify({ body: JSON.stringify(body) }).length).toBeLessThan(6 * 1024 * 1024)
    expect(body.file).toMatchObject({ status: 'done', total_row: 20 })
    const again = await ask({ file: body.file?.id ?? '' })
    const [, ...lines] = parse((await door.get(again.body.file?.url ?? '')).text) as string[][]
    expect(lines).toHaveLength(20)
    // Who is erased while it is written is blank in it: it is made anew once its row is there.
    const [agencyId, written] = [agency.id, [] as string[]]
    const files = { put: async (_: string, content: string | Uint8Array) => void written.push(String(content)) }
    const wanted = {
      companyId: agencyId,
      what: 'leads' as const,
      start: FROM,
      end: TO,
      leads: { companyId: agencyId, campaignId: '', line: '' as const, viewer: 'agency' as const },
    }
    const keep = (text: string, make: () => Promise<{ text: string }>) =>
      keepFile({ ...h.services, files }, wanted, 'usr_x', { text, rows: 1 }, make)
    const kept = await keep('with the person', async () => ({
      text: `without, ${(await h.db.listFile.list(agencyId)).length} row`,
    }))
    expect([kept.status, written]).toEqual(['done', ['with the person', 'without, 1 row']])
    // An erasure of somebody else removes what has no row yet: it is there again.
    await keep('alike', async () => ({ text: 'alike' }))
    expect(written.slice(2)).toEqual(['alike', 'alike'])
    // One that ends between what is read anew and what is written has taken it back, and looked for it before it was there.
    const taken = await keep('with the person', async () => {
      const [row] = await h.db.listFile.listRecent(agencyId, 1)
      if (row) await h.db.listFile.takeBack(row, LIST_FILE_ERASED, h.services.now())
      return { text: 'with the person' }
    })
    expect([taken.status, taken.reason, written.at(-1)]).toEqual(['failed', LIST_FILE_ERASED, ''])
    // An erasure finds it by its row.
    const [file] = await h.db.listFile.list(h.cast.root.id).then((all) => all.filter(({ id }) => id === body.file?.id))
    expect(file?.leads).toMatchObject({ companyId: agency.id, viewer: 'agency' })
  })
})
