// What an agency's report and its minimum spend count by: rows of the agency, compared with a recount of its campaigns.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agencyCountEntity, shardOf } from '#functions/data/leads/count.ts'
import { allCampaigns } from '#functions/domain/campaigns/all.ts'
import { agencyNumbers } from '#functions/domain/companies/agencies-report.ts'
import { monthOf } from '#shared/campaigns/meter.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { countUnits } from '../../bench/units.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { storeLead } from '../../support/store-lead.ts'
import { stageOf } from '../companies/stage.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'
import { watchTable } from './faults.ts'

const h = await harness()
const { root, campaigns } = h.cast
const { plant } = stageOf(h)
const units = countUnits(h.services.table)
let made = 0

const NO_LINES = { local: 0, locator: 0, enhance: 0, b2b: 0 }
const DAYS = ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-31', '2026-11-01']

async function agencyWith(clients: number, perClient: number) {
  const { company } = await plant(root, `Counted ${++made}`)
  const all: Campaign[] = []
  for (let client = 0; client < clients; client++) {
    const { company: home } = await plant(company, `Client ${made}.${client}`)
    for (let at = 0; at < perClient; at++)
      all.push(
        await plantCampaign(h.db, {
          ...campaigns.smiles,
          id: h.services.newId('campaign'),
          companyId: home.id,
          agencyId: company.id,
          createdAt: h.services.now(),
        }),
      )
  }
  return { agency: company, all }
}

const NOBODY = { firstName: '', lastName: '', phone: '', city: '', stateCode: '' }
/** Noon in Chicago. */
const noonOf = (day: string) => Date.parse(`${day}T18:00:00Z`)
const store = (campaign: Campaign, name: string, day: string, retailCentiCents: number, wholesaleCentiCents: number) =>
  storeLead(
    h.db,
    campaign,
    {
      id: `led_${name}`,
      pageUrl: '',
      visitedAt: 1_000,
      createdAt: noonOf(day),
      person: { personId: name, email: `${name}@x.example`, ...NOBODY },
    },
    { price: { retailCentiCents, wholesaleCentiCents } },
  )

/** The same by asking each campaign for its own days, as bills do. */
async function recount(agencyId: string, from: string, to: string) {
  const owned = await allCampaigns(h.db, { id: agencyId, kind: 'agency' })
  const days = (await Promise.all(owned.map((campaign) => h.db.lead.countByDay(campaign, from, to)))).flat()
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    leads: sum(({ leads }) => leads),
    wholesaleCentiCents: sum((day) => day.wholesaleCentiCents),
    retailCentiCents: sum((day) => day.retailCentiCents),
    feeCents: 0,
    byLine: { ...NO_LINES, local: sum(({ leads }) => leads) },
  }
}

const meterOf = async (campaign: Campaign) => {
  const meter = await h.db.lead.findMeter(campaign, true)
  if (!meter) throw new Error('Every campaign has a meter.')
  const { leads, wholesaleCentiCents, retailCentiCents, day, dayLeads, dayWholesaleCentiCents, month, monthLeads } =
    meter
  return { leads, wholesaleCentiCents, retailCentiCents, day, dayLeads, dayWholesaleCentiCents, month, monthLeads }
}
/** What its meter must say, by its leads themselves. */
async function recountMeter(campaign: Campaign) {
  const leads = await h.db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 1_000 })
  const dayOf = (lead: Lead) => dayIn(campaign.timeZone, lead.createdAt)
  const day = leads[0] ? dayOf(leads[0]) : ''
  const ofDay = leads.filter((lead) => dayOf(lead) === day)
  const sum = (of: Lead[], field: 'wholesaleCentiCents' | 'retailCentiCents') =>
    of.reduce((total, lead) => total + (lead[field] ?? 0), 0)
  return {
    leads: leads.length,
    wholesaleCentiCents: sum(leads, 'wholesaleCentiCents'),
    retailCentiCents: sum(leads, 'retailCentiCents'),
    day,
    dayLeads: ofDay.length,
    dayWholesaleCentiCents: sum(ofDay, 'wholesaleCentiCents'),
    month: monthOf(day),
    monthLeads: leads.filter((lead) => monthOf(dayOf(lead)) === monthOf(day)).length,
  }
}

describe('the leads of an agency', async () => {
  it('are those of its campaigns, for all days and all ranges, whatever comes twice or dies', async () => {
    const { agency, all } = await agencyWith(2, 3)
    const aside = await agencyWith(1, 1)
    const ends = new Set<string>()
    const event = fc.record({
      campaign: fc.nat(all.length - 1),
      person: fc.nat(6),
      day: fc.constantFrom(...DAYS),
      retail: fc.nat(50_000),
      wholesale: fc.nat(40_000),
      fault: fc.constantFrom('none', 'none', 'before', 'after' as const),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 8 }),
        fc.subarray(DAYS, { minLength: 2, maxLength: 2 }),
        async (events, range) => {
          for (const { campaign: at, person, day, retail, wholesale, fault } of events) {
            const campaign = all[at]
            if (!campaign) continue
            const attempt = () => store(campaign, `p${person}`, day, retail, wholesale)
            const watch = watchTable(h.services, fault === 'none' ? undefined : { at: 1, when: fault })
            await attempt().catch(() => undefined)
            watch.remove()
            ends.add((await attempt()).end)
          }
          const [from = '', to = ''] = range
          const counted = await recount(agency.id, from, to)
          expect(await h.db.lead.sumOfAgency(agency.id, from, to)).toEqual(counted)
          for (const campaign of all) expect(await meterOf(campaign)).toEqual(await recountMeter(campaign))
        },
      ),
      { numRuns: 25 },
    )
    const everything = await recount(agency.id, '2026-01-01', '2026-12-31')
    expect(everything.leads).toBeGreaterThan(5)
    // Days come in any order, so a clock that is behind was met as well as one that went on.
    expect([...ends].sort()).toEqual(['already', 'behind', 'stored'])
    expect(await h.db.lead.sumOfAgency(aside.agency.id, '2026-01-01', '2026-12-31')).toEqual({
      leads: 0,
      wholesaleCentiCents: 0,
      retailCentiCents: 0,
      feeCents: 0,
      byLine: NO_LINES,
    })
  })

  it('stay counted when their client is deleted, and cost one query however many campaigns there are', async () => {
    const { agency, all } = await agencyWith(3, 4)
    for (const [at, campaign] of all.entries()) await store(campaign, `q${at}`, '2026-10-02', 15_000, 7_550)
    for (const campaign of all) await h.db.campaignChange.setStatus(campaign, 'stopped')
    const [client] = await h.db.node.read(
      { parentId: agency.id, kind: 'client', sort: 'companyName', order: 'asc' },
      { at: undefined, limit: 1 },
    )
    if (!client) throw new Error('No client was planted.')
    // They are charged before their client ends.
    await paymentStage(h).saveCard('ada')
    const { customerId, cardId } = await h.db.billing.get(h.cast.northlight.id)
    await h.db.billing.claimCustomer(agency.id, '', customerId)
    await h.db.billing.save(agency.id, { cardId })
    await h.db.company.update(agency.id, { manualBill: true })
    expect(
      (await h.call('olive', 'companies.remove', { companyId: client.companyId, userId: client.userId })).status,
    ).toBe(200)
    const node = await h.db.node.find(root.id, agency.id)
    if (!node) throw new Error('No agency was planted.')
    const { result, units: cost } = await units.of(() => agencyNumbers(h.db, node, '2026-10-01', '2026-10-31'))
    expect(result).toMatchObject({ clients: 2, leads: 12, wholesaleCents: 906, retailCents: 1_800 })
    expect(cost.requests).toBe(3)
  })

  it('are kept in rows that campaigns seldom share, all of them rows of the agency', async () => {
    const ids = Array.from({ length: 200 }, () => shardOf(h.services.newId('campaign')))
    expect([...new Set(ids)].sort()).toEqual(['0', '1', '2', '3'])
  })

  it('stand in one row for a day once it is over, and are the same wherever the worker that folds them crashed', async () => {
    const { agency, all } = await agencyWith(2, 4)
    const [first] = all
    if (!first) throw new Error('There is no campaign.')
    const days = ['2026-10-05', '2026-10-06']
    for (const [at, campaign] of all.entries())
      for (const day of days) await store(campaign, `f${at}`.concat(day), day, 100 + at, 50 + at)
    const range = [agency.id, '2026-10-05', '2026-10-06'] as const
    const sums = async () => [
      await h.db.lead.sumOfAgency(...range),
      await h.db.lead.agencyByDay(agency.id, 'local', range[1], range[2]),
    ]
    const rows = async () =>
      (
        await agencyCountEntity(h.services.table)
          .query.primary({ agencyId: agency.id })
          .between({ day: days[0] ?? '', shard: '' }, { day: days[1] ?? '', shard: 'z' })
          .go()
      ).data.length
    const before = await sums()
    expect(await rows()).toBeGreaterThan(2)
    let crashes = 0
    for (let at = 1; ; at++) {
      for (const when of ['before', 'after'] as const) {
        const watch = watchTable(h.services, { at, when })
        const isDone = await h.db.leadDays.fold(...range).then(
          () => true,
          () => false,
        )
        watch.remove()
        if (!isDone) crashes++
        expect(await sums()).toEqual(before)
      }
      if (at === 12) break
    }
    expect(crashes).toBeGreaterThan(3)
    await h.db.leadDays.fold(...range)
    await h.db.leadDays.fold(...range)
    expect(await rows()).toBe(2)
    expect(await sums()).toEqual(before)
    // What comes later all the same is counted, and folded the next time.
    const fees = agencyCountEntity(h.services.table)
      .upsert({ agencyId: agency.id, day: '2026-10-05', shard: '2' })
      .add({ leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0, feeCents: 700 })
    await fees.go()
    expect((await h.db.lead.sumOfAgency(...range)).feeCents).toBe(700)
    for (let run = 0; run < 2; run++) await h.db.leadDays.fold(...range)
    expect((await h.db.lead.sumOfAgency(...range)).feeCents).toBe(700)
    expect(await rows()).toBe(2)
    // Rows that were dropped today may still be seen by somebody; from tomorrow on nothing needs to be taken away.
    const covered = async () =>
      (await agencyCountEntity(h.services.table).query.primary({ agencyId: agency.id }).go()).data.filter(
        ({ covers }) => covers !== undefined,
      ).length
    expect(await covered()).toBe(2)
    const [agencyId, from, to] = range
    await h.db.leadDays.fold(agencyId, from, addDays(to, 1))
    expect(await covered()).toBe(0)
    expect((await h.db.lead.sumOfAgency(...range)).feeCents).toBe(700)
  })

  it('are all there when many campaigns get theirs at once', async () => {
    const { agency, all } = await agencyWith(1, 6)
    const work = all.flatMap((campaign) => [0, 1, 2, 3].map((at) => store(campaign, `r${at}`, '2026-10-03', 100, 50)))
    expect((await Promise.all(work)).map(({ end }) => end)).toEqual(work.map(() => 'stored'))
    expect(await h.db.lead.sumOfAgency(agency.id, '2026-10-03', '2026-10-03')).toEqual({
      leads: 24,
      wholesaleCentiCents: 1_200,
      retailCentiCents: 2_400,
      feeCents: 0,
      byLine: { ...NO_LINES, local: 24 },
    })
  })
})
