// Bills of campaigns over weeks and months: what is on them, when, and that each lead and each fee is on one of them, also where a worker
// crashes, comes late, comes twice, or comes at once.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { billCampaign, makeBills } from '#functions/domain/billing/bill-campaign.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { units as sheet } from '#infra/usage.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import type { PaymentTerm } from '#shared/model/company.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { countUnits } from '../../bench/units.ts'
import { harness } from '../../support/harness.ts'
import { Crash, watchTable } from '../leads/faults.ts'
import { runsOf } from '../pricing/runs.ts'
import { billingStage, DECLINES } from './stage.ts'

const h = await harness()
const BEGAN = Date.parse('2027-01-04T18:00:00Z')
h.setClock(BEGAN)
const { agency, client, charged, clientCard, payment, saveCard, retry } = await billingStage(h)
const runs = await runsOf(h)
const { db } = h
let made = 0

const own = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 700 }
type Wanted = { term?: PaymentTerm; at?: number; price?: Partial<RetailPrice> }

/** A campaign that runs since an instant, with prices of its own: leads for $1.50, $25 a period. */
async function started({ term = 'Weekly', at = BEGAN, price = {} }: Wanted = {}): Promise<Campaign> {
  h.setClock(at)
  const id = h.services.newId('campaign')
  const saved = { by: 'usr_x', at }
  const retail = { ...noPrice, term, perLeadCentiCents: 15_000, periodFeeCents: 2_500, ...price }
  await db.price.saveRetail(client.id, 'local', retail, saved, id)
  const campaign = await db.campaignChange.create({
    ...h.cast.campaigns.smiles,
    id,
    name: `Campaign ${++made}`,
    term,
    status: 'active',
    startedAt: at,
    createdAt: at,
  })
  if (typeof campaign === 'string') throw new Error(campaign)
  return campaign
}
async function leads(campaign: Campaign, count: number, price = own) {
  const found = Array.from({ length: count }, () => {
    const id = `led_${++made}`
    const person = { personId: id, email: `${id}@example.com`, firstName: 'A', lastName: 'B' }
    return { id, person, pageUrl: '', visitedAt: h.services.now() }
  })
  const stored = await db.lead.store(campaign, { at: h.services.now(), leads: found, price })
  expect(stored.every(({ end }) => end === 'stored')).toBe(true)
}
const bill = (campaign: Campaign, final = false) => billCampaign(h.services, campaign, { final })
const fresh = (campaign: Campaign) => db.campaign.get(campaign.companyId, campaign.id)
const move = async (campaign: Campaign, status: Campaign['status'], reason: Campaign['statusReason'] = 'user') => {
  expect(await db.campaignChange.setStatus(await fresh(campaign), status, reason, { at: h.services.now() })).toBe(true)
}
const list = async (campaign: Campaign) => (await db.campaignBill.list(campaign)).reverse()
const shown = ({ items, sums, fromOn, toOn }: CampaignBill) => ({
  days: `${fromOn} ${toOn}`,
  what: items.map(({ what, count }) => `${count} ${what}`).join(', '),
  pays: sums.clientPaysCents,
})
const cents = (campaign: Campaign) => charged(campaign.id).map((each) => each.cents)
/** The whole timetable at an instant: the entry, and every message that it sends. */
async function run(at: number) {
  h.setClock(at)
  await runs.run('billCampaigns', at)
}
const oneOclock = (day: string, offset = '-06:00') => Date.parse(`${day}T01:00:00${offset}`)

beforeEach(() => h.setClock(BEGAN))

describe('a bill of a period', () => {
  it('LED-18 comes every seven days: the leads of the week, and the fee of the next one', async () => {
    const campaign = await started()
    await leads(campaign, 10)
    await run(oneOclock('2027-01-11') - MINUTE)
    expect(await list(campaign)).toEqual([])
    await run(oneOclock('2027-01-11'))
    h.setClock(oneOclock('2027-01-12'))
    await leads(campaign, 4)
    await run(oneOclock('2027-01-18'))
    await run(oneOclock('2027-01-19'))
    const bills = await list(campaign)
    expect(bills.map(shown)).toEqual([
      { days: '2027-01-04 2027-01-10', what: '1 campaign, 10 leads', pays: 4_000 },
      { days: '2027-01-11 2027-01-17', what: '1 campaign, 4 leads', pays: 3_100 },
    ])
    expect(bills.map(({ items }) => [items[0]?.fromOn, items[0]?.toOn])).toEqual([
      ['2027-01-11', '2027-01-17'],
      ['2027-01-18', '2027-01-24'],
    ])
    expect(charged(campaign.id)).toEqual([
      { cents: 4_000, feeCents: 500, by: 'client' },
      { cents: 3_100, feeCents: 200, by: 'client' },
    ])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBe(oneOclock('2027-01-25'))
  })

  it('LED-19 comes on the day of the month, the last day of shorter ones, also in a leap year', async () => {
    for (const [year, days] of [
      ['2027', ['2027-02-28', '2027-03-31', '2027-04-30']],
      ['2028', ['2028-02-29', '2028-03-31', '2028-04-30']],
    ] as const) {
      const campaign = await started({ term: 'Monthly', at: Date.parse(`${year}-01-31T18:00:00Z`) })
      for (const day of days) {
        const due = (await db.campaignBill.findState(campaign)).dueAt ?? 0
        // Summer time has begun by the last day of March.
        expect(due).toBe(oneOclock(day, day.includes('-02-') ? '-06:00' : '-05:00'))
        h.setClock(due - HOUR)
        await bill(campaign)
        await leads(campaign, 1)
        h.setClock(due)
        await bill(campaign)
      }
      expect((await list(campaign)).map((each) => shown(each).what)).toEqual(Array(3).fill('1 campaign, 1 leads'))
    }
  })

  it('comes once on the day on which the clocks change', async () => {
    const campaign = await started({ at: Date.parse('2027-03-07T18:00:00Z') })
    await leads(campaign, 2)
    await run(oneOclock('2027-03-14'))
    await run(oneOclock('2027-03-14') + HOUR)
    expect((await list(campaign)).map((each) => shown(each).days)).toEqual(['2027-03-07 2027-03-13'])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBe(oneOclock('2027-03-21', '-05:00'))
  })

  it('CST-35 has the leads at the prices of their instants, and the fee at that of its period', async () => {
    const campaign = await started()
    await leads(campaign, 3)
    h.setClock(BEGAN + 2 * DAY)
    await db.price.saveRetail(
      client.id,
      'local',
      { ...noPrice, term: 'Weekly', perLeadCentiCents: 20_000, periodFeeCents: 3_000 },
      { by: 'usr_x', at: h.services.now() },
      campaign.id,
    )
    await leads(campaign, 2, { ...own, retailCentiCents: 20_000 })
    await run(oneOclock('2027-01-11'))
    const [first] = await list(campaign)
    expect(first?.items.map(({ what, count, retailCents }) => [what, count, retailCents])).toEqual([
      ['campaign', 1, 3_000],
      ['leads', 2, 400],
      ['leads', 3, 450],
    ])
  })

  it('CST-35 has the campaign fee and leads above the limit at their own prices', async () => {
    const campaign = await started()
    const limit = { every: 'day', count: 1 } as const
    const above = { ...own, retailCentiCents: 40_000 }
    const found = [1, 2, 3].map(() => {
      const id = `led_${++made}`
      return {
        id,
        person: { personId: id, email: `${id}@example.com` },
        pageUrl: '',
        visitedAt: BEGAN,
      }
    })
    await db.lead.store(campaign, { at: BEGAN, leads: found, price: own, limit, above })
    await run(oneOclock('2027-01-11'))
    const [first] = await list(campaign)
    expect(first && shown(first)).toMatchObject({ what: '1 campaign, 2 above, 1 leads', pays: 3_450 })
  })

  it('LED-22 carries what is too small from bill to bill, to the cent, and waives it at the end', async () => {
    const campaign = await started({ price: { periodFeeCents: 0 } })
    const small = { ...own, retailCentiCents: 2_033, wholesaleCentiCents: 1_001 }
    for (const day of ['2027-01-11', '2027-01-18', '2027-01-25', '2027-02-01']) {
      h.setClock(oneOclock(day) - HOUR)
      await leads(campaign, 1, small)
      await run(oneOclock(day))
    }
    const bills = await list(campaign)
    expect(bills.map(({ sums }) => [sums.clientPaysCents, sums.feeCents, sums.carry])).toEqual([
      [0, 0, { clientCents: 20, agencyCents: 10 }],
      [0, 0, { clientCents: 40, agencyCents: 20 }],
      [60, 30, { clientCents: 0, agencyCents: 0 }],
      [0, 0, { clientCents: 20, agencyCents: 10 }],
    ])
    // Archived, it may come again: nothing is let go, however often that is done, and nothing is billed for it.
    for (let times = 0; times < 2; times++) {
      await move(campaign, 'paused')
      await move(campaign, 'archived')
      await bill(campaign)
      await move(campaign, 'paused')
      expect((await db.campaignBill.findState(campaign)).carry).toEqual({ clientCents: 20, agencyCents: 10 })
      expect(await list(campaign)).toHaveLength(4)
      await move(campaign, 'active')
    }
    await leads(campaign, 1, small)
    await move(campaign, 'paused')
    await move(campaign, 'archived')
    await bill(campaign)
    const last = (await list(campaign)).at(-1)
    expect([last?.why, last?.sums.carry]).toEqual(['final', { clientCents: 40, agencyCents: 20 }])
    // Removed, it has no bill to wait for.
    await move(campaign, 'removed')
    await bill(campaign)
    const gone = (await list(campaign)).at(-1)
    expect([gone?.why, gone?.items, gone?.sums.waived]).toEqual(['final', [], { clientCents: 40, agencyCents: 20 }])
    expect(cents(campaign)).toEqual([60])
  })

  it('CST-39 is paid by the agency as far as the client’s payment does not reach, also a fee above it', async () => {
    const campaign = await started({ price: { periodFeeCents: 0 } })
    await leads(campaign, 10, { ...own, retailCentiCents: 0, wholesaleCentiCents: 10_000 })
    await leads(campaign, 4)
    await run(oneOclock('2027-01-11'))
    expect(charged(campaign.id)).toEqual([
      { cents: 600, feeCents: 600, by: 'client' },
      { cents: 600, by: 'agency' },
    ])
  })

  it('takes off what was given back, and owes it to the next bills', async () => {
    const campaign = await started({ price: { periodFeeCents: 0 } })
    await leads(campaign, 2)
    const all = await db.lead.list(campaign, { start: 0, end: BEGAN * 2 }, { limit: 10 })
    for (const lead of all) {
      const credit = { at: BEGAN, listId: 'x', level: 'client' }
      expect(await db.lead.credit(campaign, lead, credit as never)).toBe(true)
    }
    await run(oneOclock('2027-01-11'))
    const [first] = await list(campaign)
    expect(first && shown(first)).toMatchObject({ what: '2 leads, 2 credit', pays: 0 })
    expect((await db.payment.find({ companyId: client.id, key: `${campaign.id}-${first?.key}` }))?.status).toBe('paid')
  })
})

describe('a campaign that rests', () => {
  it('LED-24 is billed at the end of the period when it is paused, for its leads alone, and then no more', async () => {
    const campaign = await started()
    await leads(campaign, 2)
    await move(campaign, 'paused')
    await bill(campaign)
    expect(await list(campaign)).toEqual([])
    await run(oneOclock('2027-01-11'))
    expect((await list(campaign)).map(shown)).toMatchObject([{ what: '2 leads', pays: 300 }])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBeNull()
  })

  it.each([
    ['stopped', 'end_date'],
    ['archived', 'user'],
    ['removed', 'user'],
  ] as const)('LED-24 is billed at once when it is %s', async (status, reason) => {
    const campaign = await started()
    await leads(campaign, 2)
    if (status !== 'stopped') await move(campaign, 'paused')
    await move(campaign, status, reason)
    await run(h.services.now())
    expect((await list(campaign)).map((each) => [each.why, shown(each)])).toMatchObject([
      ['final', { what: '2 leads', pays: 300 }],
    ])
    expect(cents(campaign)).toEqual([300])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBeNull()
  })

  it('LED-24 is billed by the calls that archive and remove it', async () => {
    for (const call of ['campaigns.setArchived', 'campaigns.remove'] as const) {
      const campaign = await started()
      await leads(campaign, 2)
      await move(campaign, 'paused')
      const input = { companyId: client.id, campaignId: campaign.id, leadspeekID: campaign.id, status: 'T' }
      expect((await h.call('ada', call, input as never)).status).toBe(200)
      await h.drain()
      expect(cents(campaign)).toEqual([300])
    }
  })

  it('LED-23 waits when its payer failed to pay, and is billed once he has', async () => {
    const campaign = await started()
    await leads(campaign, 2)
    await clientCard(DECLINES)
    h.setClock(oneOclock('2027-01-11'))
    await makeBills(h.services, campaign)
    // These come before the card is asked for the others.
    await leads(campaign, 3)
    await run(oneOclock('2027-01-11'))
    expect(await fresh(campaign)).toMatchObject({ status: 'stopped', statusReason: 'payment_failed' })
    const asked = () => h.stripe.requests().length
    const before = asked()
    await run(oneOclock('2027-01-18'))
    expect([(await list(campaign)).length, asked()]).toEqual([1, before])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBe(oneOclock('2027-01-25'))
    // Planned tries fail, another card pays, and people start the campaign anew.
    for (const days of [1, 3, 5]) {
      h.setClock(oneOclock('2027-01-11') + days * DAY + HOUR)
      await retry()
    }
    await clientCard()
    expect(cents(campaign)).toEqual([2_800])
    expect((await fresh(campaign)).status).toBe('paused')
    expect((await db.company.get(client.id)).paymentFailed).toBe(false)
    await run(oneOclock('2027-01-25'))
    expect(cents(campaign)).toEqual([2_800, 450])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBeNull()
  })
})

describe('a bill that meets trouble', () => {
  it('LED-22 that comes weeks late has all leads, and the fee of every week once', async () => {
    const campaign = await started()
    await leads(campaign, 2)
    h.setClock(BEGAN + 9 * DAY)
    await leads(campaign, 3)
    await run(oneOclock('2027-01-26'))
    await run(oneOclock('2027-01-26') + HOUR)
    const bills = await list(campaign)
    expect(bills.map(shown)).toMatchObject([{ what: '1 campaign, 1 campaign, 1 campaign, 5 leads', pays: 8_250 }])
    expect(bills[0]?.items.slice(0, 3).map(({ fromOn }) => fromOn)).toEqual(['2027-01-11', '2027-01-18', '2027-01-25'])
    expect((await db.campaignBill.findState(campaign)).dueAt).toBe(oneOclock('2027-02-01'))
  })

  it('LED-22 is made once by eight workers at once while leads come, and each lead is on one bill', async () => {
    const campaign = await started()
    await leads(campaign, 5)
    h.setClock(oneOclock('2027-01-11'))
    await Promise.all([...Array.from({ length: 8 }, () => bill(campaign)), leads(campaign, 3), leads(campaign, 2)])
    h.setClock(oneOclock('2027-01-18'))
    await Promise.all(Array.from({ length: 8 }, () => bill(campaign)))
    const bills = await list(campaign)
    const count = (what: string) =>
      bills
        .flatMap(({ items }) => items.filter((item) => item.what === what))
        .reduce((sum, item) => sum + item.count, 0)
    expect([count('leads'), count('campaign'), bills.length]).toEqual([10, 2, 2])
    expect(cents(campaign).reduce((sum, each) => sum + each, 0)).toBe(10 * 150 + 2 * 2_500)
  })

  it('LED-22 is charged once, wherever its worker crashes', { timeout: 600_000 }, async () => {
    const live = async (crash?: { at: number; when: 'before' | 'after' }) => {
      const campaign = await started()
      await leads(campaign, 3, { ...own, retailCentiCents: 5_000, wholesaleCentiCents: 8_000 })
      h.setClock(oneOclock('2027-01-11'))
      const watch = watchTable(h.services, crash)
      await bill(campaign).catch((error) => {
        if (!(error instanceof Crash) && !(error?.cause instanceof Crash)) throw error
      })
      watch.remove()
      h.setClock(oneOclock('2027-01-11') + 20 * MINUTE)
      await retry()
      await run(h.services.now())
      const bills = await list(campaign)
      const is = bills.map((each) => [shown(each).what, each.isDone])
      expect([crash, is, cents(campaign)]).toEqual([crash, [['1 campaign, 3 leads', true]], [2_650]])
      const { dueAt, feePeriod } = await db.campaignBill.findState(campaign)
      expect([crash, dueAt, feePeriod]).toEqual([crash, oneOclock('2027-01-18'), 1])
      return watch.commands.length
    }
    const requests = await live()
    expect(requests).toBeGreaterThan(15)
    for (let at = 1; at <= requests; at++) for (const when of ['before', 'after'] as const) await live({ at, when })
  })

  it('LED-22 whose worker crashed between two steps is found where it is, also after the campaign ended', async () => {
    const campaign = await started()
    await leads(campaign, 2)
    h.setClock(oneOclock('2027-01-11'))
    const { seq } = (await db.lead.findMeter(campaign, true)) ?? { seq: 0 }
    await db.campaignBill.close(campaign, { seq, at: h.services.now(), why: 'period', payer: 'client' })
    await leads(campaign, 3)
    await move(campaign, 'stopped', 'end_date')
    await bill(campaign)
    expect((await list(campaign)).map((each) => [each.why, shown(each).what])).toEqual([
      ['period', '2 leads'],
      ['final', '3 leads'],
    ])
    expect(cents(campaign)).toEqual([300, 450])
  })

  it('charges nobody, and says so, when the leads are not those that were counted', async () => {
    const campaign = await started()
    await leads(campaign, 3)
    h.setClock(oneOclock('2027-01-11'))
    const { countStretch } = db.lead
    const reports: string[] = []
    const { report } = h.services
    h.services.report = (what) => reports.push(what)
    db.lead.countStretch = async (...of) => {
      const [line = '', count = 0] = Object.entries(await countStretch(...of))[0] ?? []
      return { [line]: count - 1 }
    }
    expect(await bill(campaign)).toMatchObject({ bills: [], isProven: false })
    expect([reports.length, await list(campaign), cents(campaign)]).toEqual([1, [], []])
    db.lead.countStretch = countStretch
    h.services.report = report
    // Somebody looked some days later: its period is the old one, and all money of it is of the day on which it is asked for.
    const costOn = async (day: string) => (await db.lead.billedByDay(agency.id, day, day))[0]?.costCents ?? 0
    const [closedOn, madeOn] = ['2027-01-11', '2027-01-14']
    const before = [await costOn(closedOn), await costOn(madeOn)]
    const at = oneOclock(madeOn)
    h.setClock(at)
    await bill(campaign)
    expect(cents(campaign)).toEqual([2_950])
    const [made] = await list(campaign)
    expect(made).toMatchObject({ toOn: '2027-01-10', createdAt: oneOclock(closedOn), madeAt: at })
    expect(await payment(client.id, `${campaign.id}-${made?.key}`)).toMatchObject({ createdAt: at, endedAt: at })
    const cost = made?.sums.wholesaleCents ?? 0
    expect(cost).toBeGreaterThan(0)
    expect([await costOn(closedOn), await costOn(madeOn)]).toEqual([before[0], (before[1] ?? 0) + cost])
    const marginOn = async (day: string) =>
      (await h.call('ada', 'payments.margins', { company_id: client.id, start: day, end: day })).body.data.find(
        ({ campaign_id }) => campaign_id === campaign.id,
      )
    expect(await marginOn(closedOn)).toBeUndefined()
    expect(await marginOn(madeOn)).toMatchObject({ charged: '29.50', margin: ((2_950 - cost) / 100).toFixed(2) })
  })

  it('is proven by leads wherever a wrong clock put them', async () => {
    const campaign = await started()
    h.setClock(BEGAN + 30 * DAY)
    await leads(campaign, 2)
    h.setClock(oneOclock('2027-01-11'))
    expect(await bill(campaign)).toMatchObject({ isProven: true })
  })
})

describe('what a bill costs', () => {
  /**
   * The row of the latest notices grows to 50 marks and is cut to 40, so what a write of it costs is not the same for each. It is as full
   * here as it is in the middle, where it costs what it does on average; what other tests told does not count.
   */
  async function toldOfEnough() {
    const { client: table, name: TableName } = h.services.table
    await table.send(new DeleteCommand({ TableName, Key: { pk: `C#${client.id}#NOTICES`, sk: 'RECENT' } }))
    for (let told = 1; told <= 45; told++)
      await db.notice.add({
        companyId: client.id,
        id: `told-before-${String(told).padStart(4, '0')}`,
        kind: 'invoicePaid',
        at: BEGAN + told,
        facts: {},
      })
  }

  it('is in units of the table as the cost sheet says', async () => {
    const campaign = await started()
    await leads(campaign, 40)
    h.setClock(oneOclock('2027-01-11'))
    await toldOfEnough()
    const counting = countUnits(h.services.table)
    const { units } = await counting.of(() => bill(campaign))
    // Forty leads take ten units, and who is told half of one.
    expect([units.writes, units.reads]).toEqual([sheet.invoice.writes, 20.5])
  })
})

describe('an agency that is billed by hand', () => {
  it('MBL-08 pays wholesale of leads and fees on the terms of its campaigns, and its clients nothing', async () => {
    await db.price.saveCosts(
      agency.id,
      { term: 'Weekly', costs: (await costs()).costs },
      { by: 'usr_x', at: BEGAN - DAY },
    )
    await saveCard('ada')
    await db.company.update(agency.id, { manualBill: true })
    const campaign = await started()
    await leads(campaign, 10)
    await run(oneOclock('2027-01-11'))
    expect(charged(campaign.id)).toEqual([{ cents: 500 + 1_000, by: 'agency' }])
    await db.company.update(agency.id, { manualBill: false })
  })

  async function costs() {
    const known = await db.price.costsAt(agency.id, BEGAN)
    const local = { ...known.costs.local, Weekly: { ...known.costs.local.Weekly, periodFeeCents: 1_000 } }
    return { ...known, costs: { ...known.costs, local } }
  }
})

describe('what a bill says of fees', () => {
  it('MIN-23 counts wholesale fees once in what the agency spent, on the day of the bill', async () => {
    const campaign = await started({ at: BEGAN })
    await leads(campaign, 2)
    const spent = async () => (await db.lead.sumOfAgency(agency.id, '2027-01-11', '2027-01-11')).feeCents
    const before = await spent()
    h.setClock(oneOclock('2027-01-11'))
    await Promise.all([makeBills(h.services, campaign), makeBills(h.services, campaign)])
    expect((await spent()) - before).toBe(1_000)
    await bill(campaign)
    expect((await spent()) - before).toBe(1_000)
    await settleFailure(h.services, await db.company.get(client.id), 'test').catch(() => undefined)
  })
})
