// Leads in the table: stored once and counted exactly, no matter what comes twice; small; found by key in any order of arrival.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#functions/data/index.ts'
import { cutBytes, fitLead } from '#functions/data/leads/item.ts'
import { WriteConflict } from '#functions/data/lib/errors.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { sellLeads } from '#functions/domain/leads/sell.ts'
import { type Meter, newestOf } from '#shared/campaigns/meter.ts'
import { startOfDay } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { Lead } from '#shared/model/lead.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { countUnits } from '../../bench/units.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { type OneLead, storeLead } from '../../support/store-lead.ts'

let stage: Harness
beforeAll(async () => {
  stage = await harness()
})

type Owner = Campaign
type NewLead = OneLead
const newCampaign = (more: Partial<Campaign> = {}) =>
  plantCampaign(stage.db, { ...stage.cast.campaigns.smiles, id: stage.services.newId('campaign'), ...more })

const DAY = '2026-03-08'
const AT = Date.parse(`${DAY}T18:00:00Z`)
const MINUTES = 60_000

const leadOf = (name: string, more: Partial<NewLead> = {}): NewLead => ({
  id: `led_${name}`,
  person: {
    personId: name,
    email: `${name}@example.com`,
    firstName: name,
    lastName: 'Fields',
    phone: '',
    city: '',
    stateCode: '',
  },
  pageUrl: 'https://shop.example/',
  visitedAt: AT - 1_000,
  createdAt: AT,
  ...more,
})
const store = async (campaign: Owner, lead: NewLead) => (await storeLead(stage.db, campaign, lead)).end

const markOf = async (campaign: Owner, email: string) =>
  (await stage.db.lead.findMarks(campaign, [{ personId: '', email, otherEmails: [] }]))[0]?.[0]

const everything = { start: 0, end: Number.MAX_SAFE_INTEGER }
const listAll = (campaign: Owner) => stage.db.lead.list(campaign, everything, { limit: 500 })
const countsOf = async (campaign: Owner) => ({
  day: (await stage.db.lead.countByDay(campaign, DAY, DAY))[0]?.leads ?? 0,
  total: (await stage.db.lead.findMeter(campaign, true))?.leads,
})
const daysOf = async (campaign: Owner) =>
  (await stage.db.lead.countByDay(campaign, '2026-01-01', '2026-12-31')).map(({ day, leads }) => [day, leads])

describe('lead.store', () => {
  it('keeps the lead as it was given, knows its person, and counts it', async () => {
    const campaign = await newCampaign()
    const lead = leadOf('nora')
    const whole = Lead.parse({
      ...lead,
      companyId: campaign.companyId,
      campaignId: campaign.id,
      retailCentiCents: 0,
      wholesaleCentiCents: 0,
    })
    expect(await storeLead(stage.db, campaign, lead)).toEqual({ end: 'stored', lead: whole })
    expect(await listAll(campaign)).toEqual([whole])
    expect(await markOf(campaign, 'nora@example.com')).toEqual({ leadId: 'led_nora', storedAt: AT })
    expect(await markOf(await newCampaign(), 'nora@example.com')).toBeUndefined()
    expect(await countsOf(campaign)).toEqual({ day: 1, total: 1 })
    expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({
      isOpen: true,
      day: DAY,
      month: '2026-03',
      monthLeads: 1,
      firstLeadAt: AT,
      lastLeadAt: AT,
    })
  })

  it('is never later than what its meter says, in whatever order workers come, and with a meter that was seen long ago', async () => {
    const campaign = await newCampaign()
    const look = await stage.db.lead.findMeter(campaign, true)
    const bound = async () =>
      newestOf((await stage.db.lead.findMeter(campaign, true)) ?? { lastLeadAt: 0, newestBy: 0 })
    const minutes = [3, 40, 2, 41, 5, 40]
    for (const [index, minute] of minutes.entries()) {
      const lead = leadOf(`late${index}`, { createdAt: AT + minute * MINUTES })
      expect((await storeLead(stage.db, campaign, lead, look && { look })).end).toBe('stored')
      const latest = Math.max(...minutes.slice(0, index + 1))
      expect(await bound()).toBe(AT + (latest + 1) * MINUTES)
    }
    expect((await stage.db.lead.findMeter(campaign, true))?.lastLeadAt).toBe(AT + 40 * MINUTES)
    // Two at once, the later one of which was a minute earlier in the other's eyes.
    await Promise.all(
      [50, 45, 52, 48].map((minute) => store(campaign, leadOf(`at${minute}`, { createdAt: AT + minute * MINUTES }))),
    )
    expect(await bound()).toBe(AT + 53 * MINUTES)
    // A row of before this was kept is as late as workers were taken to be.
    expect(newestOf({ lastLeadAt: AT, newestBy: 0 })).toBe(AT + MINUTES)
  })

  it('changes nothing the second time, and tells the same visit from the same person', async () => {
    const campaign = await newCampaign()
    const lead = leadOf('nora')
    expect(await store(campaign, lead)).toBe('stored')
    expect(await store(campaign, lead)).toBe('already')
    // The message of the visit came again, a while later and on the next day.
    expect(await store(campaign, { ...lead, createdAt: AT + 5 * MINUTES })).toBe('already')
    expect(await store(campaign, { ...lead, createdAt: AT + 24 * 60 * MINUTES })).toBe('already')
    expect(await store(campaign, { ...lead, id: 'led_later', createdAt: AT + 24 * 60 * MINUTES })).toBe('known')
    expect((await listAll(campaign)).map(({ id }) => id)).toEqual(['led_nora'])
    expect(await countsOf(campaign)).toEqual({ day: 1, total: 1 })
    expect(await daysOf(campaign)).toEqual([[DAY, 1]])
  })

  it('stores one lead for ten workers that hold the same one, and all of ten different ones', async () => {
    const campaign = await newCampaign()
    const same = await Promise.all(Array.from({ length: 10 }, () => store(campaign, leadOf('nora'))))
    expect(same.filter((end) => end === 'stored')).toHaveLength(1)
    expect(same.filter((end) => end === 'already')).toHaveLength(9)
    await Promise.all(Array.from({ length: 10 }, (_, index) => store(campaign, leadOf(`person${index}`))))
    expect(await listAll(campaign)).toHaveLength(11)
    expect(await countsOf(campaign)).toEqual({ day: 11, total: 11 })
  })

  it('takes nothing while the campaign does not run, nor outside its days, to the very instant', async () => {
    const paused = await newCampaign({ status: 'paused' })
    expect(await store(paused, leadOf('nora'))).toBe('inactive')
    // The day on which the clocks go forward in Chicago has 23 hours.
    const campaign = await newCampaign({ startOn: DAY, endOn: DAY })
    const start = Date.parse('2026-03-08T06:00:00Z')
    const end = start + 23 * 60 * MINUTES
    expect(await store(campaign, leadOf('early', { createdAt: start - 1 }))).toBe('inactive')
    expect(await store(campaign, leadOf('first', { createdAt: start }))).toBe('stored')
    expect(await store(campaign, leadOf('last', { createdAt: end - 1 }))).toBe('stored')
    expect(await store(campaign, leadOf('late', { createdAt: end }))).toBe('inactive')
    expect(await countsOf(campaign)).toEqual({ day: 2, total: 2 })
    expect(await listAll(paused)).toEqual([])
  })

  it('follows the meter as it is, and not as it was seen a moment ago', async () => {
    const campaign = await newCampaign()
    expect(await store(campaign, leadOf('first'))).toBe('stored')
    const seen = async () => {
      const meter = await stage.db.lead.findMeter(campaign, true)
      if (!meter) throw new Error('Every campaign has a meter.')
      return meter
    }
    const storeAfter = async (look: Meter, name: string) =>
      (await storeLead(stage.db, campaign, leadOf(name, { createdAt: AT + 1 }), { look: look })).end
    const open = await seen()
    expect(await stage.db.campaignChange.setStatus(campaign, 'paused', 'user')).toBe(true)
    const closed = await seen()
    expect(await storeAfter(open, 'stopped')).toBe('inactive')
    const paused = await stage.db.campaign.get(campaign.companyId, campaign.id)
    expect(await stage.db.campaignChange.setStatus(paused, 'active', 'user')).toBe(true)
    expect(await storeAfter(closed, 'started')).toBe('stored')
    // It ends earlier than it was to end.
    const active = await stage.db.campaign.get(campaign.companyId, campaign.id)
    const endless = await seen()
    await stage.db.campaignChange.update(active, { endOn: '2026-03-07' })
    expect(await storeAfter(endless, 'ended')).toBe('inactive')
    expect(await countsOf(campaign)).toEqual({ day: 2, total: 2 })
  })

  it('takes nothing of a campaign that has no meter', async () => {
    expect(await store({ ...stage.cast.campaigns.smiles, id: 'cmp_nowhere' }, leadOf('nora'))).toBe('inactive')
  })
})

describe('the day of a campaign', () => {
  const startOf = (day: string) => startOfDay('America/Chicago', day)

  it('turns with its first lead: the day before gets its row, and the month goes on or begins anew', async () => {
    const campaign = await newCampaign()
    const price = { retailCentiCents: 300, wholesaleCentiCents: 200 }
    const instants = [
      AT,
      AT + 1,
      startOf('2026-03-09'),
      startOf('2026-04-01'),
      startOf('2026-11-01'),
      startOf('2026-11-02') - 1,
      startOf('2026-11-02'),
    ]
    for (const [index, createdAt] of instants.entries())
      expect((await storeLead(stage.db, campaign, leadOf(`d${index}`, { createdAt }), { price })).end).toBe('stored')
    expect(await stage.db.lead.countByDay(campaign, '2026-01-01', '2026-12-31')).toEqual(
      [
        ['2026-11-02', 1],
        ['2026-11-01', 2],
        ['2026-04-01', 1],
        ['2026-03-09', 1],
        [DAY, 2],
      ].map(([day, leads]) => ({
        day,
        leads,
        wholesaleCentiCents: 200 * Number(leads),
        retailCentiCents: 300 * Number(leads),
      })),
    )
    expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({
      leads: 7,
      retailCentiCents: 2_100,
      day: '2026-11-02',
      dayLeads: 1,
      month: '2026-11',
      monthLeads: 3,
      firstLeadAt: AT,
      lastLeadAt: startOf('2026-11-02'),
    })
    // The present day is asked for like any other.
    expect(await daysOf(campaign)).toHaveLength(5)
    expect(await stage.db.lead.countByDay(campaign, '2026-11-02', '2026-11-02')).toHaveLength(1)
    expect(await stage.db.lead.countByDay(campaign, '2026-03-09', '2026-11-01')).toHaveLength(3)
  })

  it('takes along what the day before got after the meter was seen', async () => {
    const campaign = await newCampaign()
    expect(await store(campaign, leadOf('first'))).toBe('stored')
    const look = await stage.db.lead.findMeter(campaign, true)
    expect(await store(campaign, leadOf('meanwhile', { createdAt: AT + 1 }))).toBe('stored')
    const next = leadOf('next', { createdAt: startOf('2026-03-09') })
    expect((await storeLead(stage.db, campaign, next, { look: look })).end).toBe('stored')
    expect(await daysOf(campaign)).toEqual([
      ['2026-03-09', 1],
      [DAY, 2],
    ])
  })

  it('turns once under many writers of two workers', async () => {
    const campaign = await newCampaign()
    const other = openDb(openTable(stage.services.table.name))
    const midnight = startOf('2026-03-09')
    const work = Array.from({ length: 30 }, (_, index) =>
      storeLead(
        index % 2 ? other : stage.db,
        campaign,
        leadOf(`m${index}`, { createdAt: midnight + (index % 3 === 0 ? -1 : index) }),
      ).then(({ end }) => end),
    )
    const ends = await Promise.all(work)
    const stored = ends.filter((end) => end === 'stored').length
    // A lead whose instant lies before midnight is refused as such once another one has turned the day.
    expect(ends.filter((end) => end === 'behind').length).toBe(30 - stored)
    const days = await daysOf(campaign)
    expect(days[0]).toEqual(['2026-03-09', 20])
    expect(days.reduce((sum, [, leads]) => sum + Number(leads), 0)).toBe(stored)
    expect(await listAll(campaign)).toHaveLength(stored)
    const sums = await stage.db.lead.findMeter(campaign, true)
    expect(sums).toMatchObject({ leads: stored, dayLeads: 20, monthLeads: stored })
  })

  it('never goes back: a lead of a clock that is behind is sold on the day that was reached, at its terms', async () => {
    const campaign = await newCampaign()
    const midnight = startOf('2026-03-09')
    const price = (aboveLimitCentiCents: number) => ({
      ...noPrice,
      perLeadCentiCents: 1_000 + aboveLimitCentiCents,
    })
    const save = (cents: number, at: number) =>
      stage.db.price.saveRetail(campaign.companyId, 'local', price(cents), { by: 'usr_x', at }, campaign.id)
    await save(1, AT)
    await save(2, midnight)
    expect(await store(campaign, leadOf('before', { createdAt: AT }))).toBe('stored')
    // The look was made before the day turned.
    const look = await stage.db.lead.findMeter(campaign, true)
    if (!look) throw new Error('Every campaign has a meter.')
    expect(await store(campaign, leadOf('ahead', { createdAt: midnight + 5 }))).toBe('stored')
    expect(await store(campaign, leadOf('behind', { createdAt: midnight - 5 }))).toBe('behind')
    const { createdAt: _, ...found } = leadOf('behind')
    const [sold] = await sellLeads({ db: stage.db, now: () => midnight - 5 }, campaign, [found], { meter: look })
    expect(sold).toMatchObject({ end: 'stored', lead: { createdAt: midnight, retailCentiCents: 1_002 } })
    expect(await daysOf(campaign)).toEqual([
      ['2026-03-09', 2],
      [DAY, 1],
    ])
  })

  it('has its limit anew, and a limit of the month counts on', async () => {
    const [daily, monthly] = [await newCampaign(), await newCampaign()]
    const take = async (campaign: Owner, every: 'day' | 'month', days: string[]) => {
      const ends: string[] = []
      for (const [index, day] of days.entries()) {
        const lead = leadOf(`${every}${index}`, { createdAt: startOf(day) + index })
        ends.push((await storeLead(stage.db, campaign, lead, { limit: { every, count: 2 } })).end)
      }
      return ends
    }
    const days = ['2026-03-08', '2026-03-08', '2026-03-08', '2026-03-09', '2026-04-01', '2026-04-01']
    expect(await take(daily, 'day', days)).toEqual(['stored', 'stored', 'limit', 'stored', 'stored', 'stored'])
    expect(await take(monthly, 'month', days)).toEqual(['stored', 'stored', 'limit', 'limit', 'stored', 'stored'])
  })

  it('has what is sold above the limit sold as such, also when it turns at that moment', async () => {
    const campaign = await newCampaign()
    const cents = (retailCentiCents: number) => ({ retailCentiCents, wholesaleCentiCents: 1 })
    const terms = { price: cents(10), above: cents(4), limit: { every: 'day' as const, count: 1 } }
    const sell = async (name: string, createdAt: number, look?: Meter) => {
      const stored = await storeLead(stage.db, campaign, leadOf(name, { createdAt }), { ...terms, look })
      return stored.end === 'stored' ? stored.lead.retailCentiCents : stored.end
    }
    expect(await sell('a', AT)).toBe(10)
    const full = await stage.db.lead.findMeter(campaign, true)
    expect(await sell('b', AT + 1, full)).toBe(4)
    // What was seen holds for the day on which it was seen.
    expect(await sell('c', startOf('2026-03-09'), full)).toBe(10)
    expect(await sell('d', startOf('2026-03-09') + 1)).toBe(4)
  })
})

describe('what a lead costs the table', () => {
  it('is 8 units of writing; the first of a later day adds the rows of the day before, the first of a month those of the month', async () => {
    const units = countUnits(stage.services.table)
    const campaign = await newCampaign()
    const look = () => stage.db.lead.findMeter(campaign, true)
    const cost = async (name: string, createdAt: number) => {
      const meter = await look()
      const { units: cost } = await units.of(() =>
        storeLead(stage.db, campaign, leadOf(name, { createdAt }), { look: meter }),
      )
      return [cost.writes, cost.reads, cost.requests]
    }
    expect(await cost('a', AT)).toEqual([12, 0, 1])
    expect(await cost('b', AT + 1)).toEqual([8, 0, 1])
    expect(await cost('c', AT + 24 * 60 * MINUTES)).toEqual([12, 0, 1])
    expect(await cost('d', AT + 40 * 24 * 60 * MINUTES)).toEqual([16, 0, 1])
    expect(await cost('e', AT + 40 * 24 * 60 * MINUTES + 1)).toEqual([8, 0, 1])
  })
})

describe('leads that meet others', () => {
  /** The local engine knows no conflicts of transactions, so they are played: `times` of them, then the real answer. */
  function playConflicts(times: number) {
    let left = times
    const { client } = stage.services.table
    const conflict = () =>
      Object.assign(new Error('Transaction cancelled'), {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'None' }, { Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'None' }],
      })
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'TransactWriteItemsCommand' && left-- > 0) throw conflict()
          return next(args)
        },
      { step: 'initialize', name: 'conflicts' },
    )
    return () => void client.middlewareStack.remove('conflicts')
  }

  it('tries again when it met another lead of the campaign at the counters', async () => {
    const campaign = await newCampaign()
    const end = playConflicts(3)
    expect(await store(campaign, leadOf('nora'))).toBe('stored')
    end()
    expect(await countsOf(campaign)).toEqual({ day: 1, total: 1 })
  })

  it('says that it only met others when it keeps losing, and has changed nothing', async () => {
    const campaign = await newCampaign()
    const end = playConflicts(100)
    await expect(store(campaign, leadOf('nora'))).rejects.toThrow(WriteConflict)
    end()
    expect(await listAll(campaign)).toEqual([])
  })
})

describe('leads of one agency in one process', () => {
  it('are stored one after another, and those of two agencies beside each other', async () => {
    const { client } = stage.services.table
    let [inside, most] = [0, 0]
    client.middlewareStack.add(
      (next) => async (args) => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setTimeout(resolve, 5))
        return next(args).finally(() => inside--)
      },
      { step: 'initialize', name: 'inside' },
    )
    const mostOf = async (agencies: string[]) => {
      const campaign = await newCampaign()
      await store(campaign, leadOf('first'))
      most = 0
      const stores = agencies.map((agencyId, n) => store({ ...campaign, agencyId }, leadOf(`turn${n}`)))
      expect(await Promise.all(stores)).toEqual(agencies.map(() => 'stored'))
      return most
    }
    expect(await mostOf(['com_a', 'com_a', 'com_a', 'com_a'])).toBe(1)
    expect(await mostOf(['com_a', 'com_b'])).toBe(2)
    client.middlewareStack.remove('inside')
  })

  it('go on behind one that failed', async () => {
    const campaign = await newCampaign()
    const broken = store(campaign, { ...leadOf('torn'), visitedAt: Number.NaN })
    const whole = store(campaign, leadOf('whole'))
    await expect(broken).rejects.toThrow()
    expect(await whole).toBe('stored')
  })
})

describe('lead items', () => {
  const long = (max: number) =>
    fc.oneof(
      fc.string({ maxLength: max, unit: 'grapheme' }),
      fc.string({ minLength: max, maxLength: max, unit: 'binary' }),
    )

  it('take at most a kilobyte, whatever a provider sends', async () => {
    const campaign = await newCampaign()
    const euro = '€'.repeat(100)
    const lead = leadOf('x', {
      id: `led_${'C'.repeat(26)}`,
      visitedAt: 1_764_000_000_123,
      createdAt: 1_764_000_000_456,
      identifiedAt: 1_764_000_000_234,
      checkedAt: 1_764_000_000_345,
      pageUrl: `https://shop.example/${'p'.repeat(2000)}`,
      referrer: `https://search.example/${'r'.repeat(400)}`,
      person: {
        personId: 'i'.repeat(64),
        email: `${'e'.repeat(242)}@example.com`,
        firstName: euro,
        lastName: euro,
        phone: '1'.repeat(40),
        city: euro,
        stateCode: 's'.repeat(40),
      },
    })
    const price = { retailCentiCents: 1_234_567, wholesaleCentiCents: 1_234_567 }
    expect((await storeLead(stage.db, campaign, lead, { price })).end).toBe('stored')
    const { Items = [] } = await stage.services.table.client.send(
      new ScanCommand({
        TableName: stage.services.table.name,
        FilterExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': lead.id },
      }),
    )
    const item = Items[0]
    expect(item?.person.email).toBe(lead.person.email)
    expect(itemBytes(item)).toBeLessThanOrEqual(1024)
    expect(itemBytes(item)).toBeGreaterThan(900)
  })

  it('are cut between characters, never inside one', () => {
    fc.assert(
      fc.property(long(120), fc.nat(150), (text, bytes) => {
        const cut = cutBytes(text, bytes)
        expect(text.startsWith(cut)).toBe(true)
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes)
      }),
      { numRuns: 40 },
    )
    expect(cutBytes('a€b', 3)).toBe('a')
  })

  it('give the page before it what is left of their kilobyte, and nothing where that says nothing', () => {
    const home = { companyId: `com_${'A'.repeat(26)}`, campaignId: `cmp_${'B'.repeat(26)}` }
    const referrer = `https://search.example/${'r'.repeat(400)}`
    const of = (page: number) =>
      fitLead(Lead.parse({ ...leadOf('nora', { pageUrl: 'p'.repeat(page), referrer }), ...home }))
    expect(of(60).referrer).toMatch(/^https:\/\/search\.example\/r+$/)
    expect(of(60).pageUrl.length).toBe(60)
    expect(of(2000).referrer).toBe('')
  })

  it('keep an ordinary lead whole', () => {
    const lead = {
      ...leadOf('nora', {
        pageUrl: `https://shop.example/${'p'.repeat(150)}`,
        referrer: 'https://search.example/',
        identifiedAt: 1_764_000_000_234,
        checkedAt: 1_764_000_000_345,
      }),
      companyId: `com_${'A'.repeat(26)}`,
      campaignId: `cmp_${'B'.repeat(26)}`,
    }
    expect(fitLead(Lead.parse(lead))).toEqual(Lead.parse(lead))
  })
})

describe('lead.list and lead.findPosition', () => {
  it('keep the order of time, then of id, inside a range that ends before its end', async () => {
    const campaign = await newCampaign()
    const times = [5, 999, 1000, 1000, 1000, 1001, 2000, 70_000_000_000]
    for (const [index, createdAt] of times.entries())
      expect(await store(campaign, leadOf(`p${index}`, { createdAt, visitedAt: 70_000_000_000 - createdAt }))).toBe(
        'stored',
      )
    const span = { start: 1000, end: 2000 }
    const found = await stage.db.lead.list(campaign, span, { limit: 100 })
    expect(found.map(({ createdAt, id }) => [createdAt, id])).toEqual([
      [1001, 'led_p5'],
      [1000, 'led_p4'],
      [1000, 'led_p3'],
      [1000, 'led_p2'],
    ])
    for (const [index, { createdAt, id }] of found.entries()) {
      expect(await stage.db.lead.findPosition(campaign, span, index + 1)).toEqual({ createdAt, id })
      const rest = await stage.db.lead.list(campaign, span, { after: { createdAt, id }, limit: 100 })
      expect(rest).toEqual(found.slice(index + 1))
    }
    expect(await stage.db.lead.findPosition(campaign, span, 5)).toBeUndefined()
    expect(await stage.db.lead.findPosition(campaign, span, 0)).toBeUndefined()
  })
})

/** Size of an item by the rules that DynamoDB bills by. */
function itemBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (typeof value !== 'object' || value === null) return 1
  const isTop = 'pk' in value
  return Object.entries(value).reduce(
    (sum, [name, part]) => sum + Buffer.byteLength(name) + itemBytes(part) + (isTop ? 0 : 1),
    isTop ? 0 : 3,
  )
}
