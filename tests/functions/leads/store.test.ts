// Leads in the table: stored once and counted exactly, no matter what comes twice; small; found by key in any order of arrival.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cutBytes, fitLead } from '#functions/data/leads/item.ts'
import { WriteConflict } from '#functions/data/lib/errors.ts'
import type { Lead } from '#shared/model/campaign.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { watchTable } from './faults.ts'

let stage: Harness
beforeAll(async () => {
  stage = await harness({ cast: false })
})

let campaigns = 0
const newCampaign = () => ({ companyId: 'com_1', id: `cmp_${++campaigns}` })
const DAY = '2026-03-08'
const agencyId = 'com_agency'
const PLACE = { agencyId, day: DAY }

function leadOf(campaign: { companyId: string; id: string }, name: string, more: Partial<Lead> = {}): Lead {
  return {
    id: `led_${name}`,
    companyId: campaign.companyId,
    campaignId: campaign.id,
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
    visitedAt: 1_000_000,
    createdAt: 1_000_001,
    ...more,
  }
}

const everything = { start: 0, end: Number.MAX_SAFE_INTEGER }
const listAll = (campaign: { companyId: string; id: string }) =>
  stage.db.lead.list(campaign, everything, { limit: 500 })
const countsOf = async (campaign: { companyId: string; id: string }) => ({
  day: (await stage.db.lead.countByDay(campaign, DAY, DAY))[0]?.leads ?? 0,
  total: (await stage.db.lead.countAll(campaign.companyId, [campaign.id])).get(campaign.id),
})

describe('lead.store', () => {
  it('keeps the lead as it was given, knows its person, and counts it', async () => {
    const campaign = newCampaign()
    const lead = leadOf(campaign, 'nora')
    expect(await stage.db.lead.exists(lead)).toBe(false)
    expect(await stage.db.lead.store(lead, PLACE)).toBe(true)
    expect(await listAll(campaign)).toEqual([lead])
    expect(await stage.db.lead.exists(lead)).toBe(true)
    expect(await stage.db.lead.isPersonKnown(campaign, 'nora@example.com')).toBe(true)
    expect(await stage.db.lead.isPersonKnown(newCampaign(), 'nora@example.com')).toBe(false)
    expect(await countsOf(campaign)).toEqual({ day: 1, total: 1 })
  })

  it('changes nothing the second time, for the same visit or for the same person', async () => {
    const campaign = newCampaign()
    const lead = leadOf(campaign, 'nora')
    expect(await stage.db.lead.store(lead, PLACE)).toBe(true)
    expect(await stage.db.lead.store(lead, PLACE)).toBe(false)
    expect(
      await stage.db.lead.store({ ...lead, id: 'led_later', visitedAt: 2_000_000 }, { agencyId, day: '2026-03-09' }),
    ).toBe(false)
    expect(await listAll(campaign)).toEqual([lead])
    expect(await countsOf(campaign)).toEqual({ day: 1, total: 1 })
  })

  it('stores one lead for ten workers that hold the same one, and all of ten different ones', async () => {
    const campaign = newCampaign()
    const attempt = (lead: Lead) => stage.db.lead.store(lead, PLACE)
    const same = await Promise.all(Array.from({ length: 10 }, () => attempt(leadOf(campaign, 'nora'))))
    expect(same.filter(Boolean)).toHaveLength(1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(leadOf(campaign, `person${index}`))))
    expect(await listAll(campaign)).toHaveLength(11)
    expect(await countsOf(campaign)).toEqual({ day: 11, total: 11 })
  })

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
      (next) => async (args) => {
        if (left-- > 0) throw conflict()
        return next(args)
      },
      { step: 'initialize', name: 'conflicts' },
    )
    return () => void client.middlewareStack.remove('conflicts')
  }

  it('tries again when it met another lead of the campaign at the counters', async () => {
    const campaign = newCampaign()
    const end = playConflicts(3)
    expect(await stage.db.lead.store(leadOf(campaign, 'nora'), PLACE)).toBe(true)
    end()
    expect(await countsOf(campaign)).toEqual({ day: 1, total: 1 })
  })

  it('says that it only met others when it keeps losing, and has changed nothing', async () => {
    const campaign = newCampaign()
    const end = playConflicts(100)
    await expect(stage.db.lead.store(leadOf(campaign, 'nora'), PLACE)).rejects.toThrow(WriteConflict)
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
      most = 0
      const campaign = newCampaign()
      const stores = agencies.map((agency, n) =>
        stage.db.lead.store(leadOf(campaign, `turn${n}`), { agencyId: agency, day: DAY }),
      )
      expect(await Promise.all(stores)).toEqual(agencies.map(() => true))
      return most
    }
    expect(await mostOf(['com_a', 'com_a', 'com_a', 'com_a'])).toBe(1)
    expect(await mostOf(['com_a', 'com_b'])).toBe(2)
    client.middlewareStack.remove('inside')
  })

  it('go on behind one that failed', async () => {
    const campaign = newCampaign()
    const broken = stage.db.lead.store({ ...leadOf(campaign, 'torn'), visitedAt: Number.NaN }, PLACE)
    const whole = stage.db.lead.store(leadOf(campaign, 'whole'), PLACE)
    await expect(broken).rejects.toThrow()
    expect(await whole).toBe(true)
  })
})

describe('lead items', () => {
  const long = (max: number) =>
    fc.oneof(
      fc.string({ maxLength: max, unit: 'grapheme' }),
      fc.string({ minLength: max, maxLength: max, unit: 'binary' }),
    )

  it('take at most a kilobyte, whatever a provider sends', async () => {
    const campaign = { companyId: `com_${'A'.repeat(26)}`, id: `cmp_${'B'.repeat(26)}` }
    const euro = '€'.repeat(100)
    const lead = leadOf(campaign, 'x', {
      id: `led_${'C'.repeat(26)}`,
      visitedAt: 1_764_000_000_123,
      createdAt: 1_764_000_000_456,
      pageUrl: `https://shop.example/${'p'.repeat(2000)}`,
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
    expect(await stage.db.lead.store(lead, PLACE)).toBe(true)
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

  it('keep an ordinary lead whole', () => {
    const lead = leadOf({ companyId: `com_${'A'.repeat(26)}`, id: `cmp_${'B'.repeat(26)}` }, 'nora', {
      pageUrl: `https://shop.example/${'p'.repeat(200)}`,
    })
    expect(fitLead(lead)).toEqual(lead)
  })
})

describe('lead.list and lead.findPosition', () => {
  it('keep the order of time, then of id, inside a range that ends before its end', async () => {
    const campaign = newCampaign()
    const times = [5, 1000, 1000, 1000, 999, 1001, 70_000_000_000, 2000]
    for (const [index, visitedAt] of times.entries())
      await stage.db.lead.store(leadOf(campaign, `p${index}`, { visitedAt }), PLACE)
    const span = { start: 1000, end: 2000 }
    const found = await stage.db.lead.list(campaign, span, { limit: 100 })
    expect(found.map(({ visitedAt, id }) => [visitedAt, id])).toEqual([
      [1001, 'led_p5'],
      [1000, 'led_p3'],
      [1000, 'led_p2'],
      [1000, 'led_p1'],
    ])
    for (const [index, { visitedAt, id }] of found.entries()) {
      expect(await stage.db.lead.findPosition(campaign, span, index + 1)).toEqual({ visitedAt, id })
      const rest = await stage.db.lead.list(campaign, span, { after: { visitedAt, id }, limit: 100 })
      expect(rest).toEqual(found.slice(index + 1))
    }
    expect(await stage.db.lead.findPosition(campaign, span, 5)).toBeUndefined()
    expect(await stage.db.lead.findPosition(campaign, span, 0)).toBeUndefined()
  })

  it('counts campaigns in one request, those without leads too', async () => {
    const many = Array.from({ length: 60 }, newCampaign)
    const [first, second] = many
    if (!first || !second) throw new Error('There are sixty.')
    await stage.db.lead.store(leadOf(first, 'nora'), PLACE)
    await stage.db.lead.store(leadOf(second, 'nora'), PLACE)
    await stage.db.lead.store(leadOf(second, 'theo'), PLACE)
    const watch = watchTable(stage.services)
    const totals = await stage.db.lead.countAll(
      'com_1',
      many.map(({ id }) => id),
    )
    watch.remove()
    expect(watch.commands).toEqual(['BatchGetItemCommand'])
    expect(totals.size).toBe(60)
    expect([totals.get(first.id), totals.get(second.id), totals.get(many[2]?.id ?? '')]).toEqual([1, 2, 0])
    expect(await stage.db.lead.countAll('com_1', [])).toEqual(new Map())
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
