import { describe, expect, it } from 'vitest'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { stopAtLimit } from '#functions/domain/leads/sell.ts'
import { leadTermsAt, limitAt } from '#functions/domain/pricing/prices.ts'
import { readLines } from '#shared/money/lead-lines.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { storeLead } from '../../support/store-lead.ts'
import { startStage } from './stage.ts'

const h = await startStage()
const { northlight, root } = h.cast
let visitors = 0
const saved = () => ({ by: 'usr_x', at: h.services.now() })

async function priced(price: Partial<RetailPrice>, status: 'active' | 'paused' = 'active') {
  const campaign = await h.newCampaign('smiles', { status })
  await h.db.price.saveRetail(campaign.companyId, 'local', { ...noPrice, ...price }, saved(), campaign.id)
  return campaign
}
type Campaign = Awaited<ReturnType<typeof priced>>
async function visits(campaign: Campaign, count: number) {
  for (let i = 0; i < count; i++) await h.visit(campaign.id, { v: `visitor-${String(++visitors).padStart(4, '0')}` })
  await h.drain()
}
const leadsOf = (campaign: Campaign) => h.db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 100 })
async function costs(dollars: string) {
  const comsetval = { local: { Weekly: { LeadspeekCostperlead: dollars } } }
  const answer = await h.call('olive', 'settings.save', {
    companyID: northlight.id,
    comsetname: 'costagency',
    comsetval,
  })
  if (answer.status !== 200) throw new Error(answer.body.message)
}

describe('the price of a lead', () => {
  it('CST-28 is kept with it: a later cost or price is for later leads', async () => {
    await costs('0.5')
    const campaign = await priced({ perLeadCentiCents: 12_345 })
    await visits(campaign, 1)
    await costs('0.75')
    await h.db.price.saveRetail(
      campaign.companyId,
      'local',
      { ...noPrice, perLeadCentiCents: 20_000 },
      saved(),
      campaign.id,
    )
    await visits(campaign, 1)
    const prices = (await leadsOf(campaign)).map((lead) => [lead.retailCentiCents, lead.wholesaleCentiCents])
    expect(prices.sort()).toEqual([
      [12_345, 5_000],
      [20_000, 7_500],
    ])
    expect(await h.db.lead.wholesaleOf(campaign)).toBe(12_500)
  })

  it('CST-28 is one of its two where it is changed while a batch is worked on, and is counted as it stands on the lead', async () => {
    const campaign = await priced({ perLeadCentiCents: 10_000 })
    const dearer = { ...noPrice, perLeadCentiCents: 20_000 }
    const ask = (v: string) => h.visit(campaign.id, { v })
    for (let i = 0; i < 6; i++) await ask(`within-batch-${i}`)
    const save = () => h.db.price.saveRetail(campaign.companyId, 'local', dearer, saved(), campaign.id)
    await Promise.all([h.drain(), save()])
    const sold = (await leadsOf(campaign)).map((lead) => lead.retailCentiCents)
    expect(sold).toHaveLength(6)
    expect(sold.every((price) => price === 10_000 || price === 20_000)).toBe(true)
    const meter = await h.db.lead.findMeter(campaign, true)
    const counted = readLines(meter?.lines ?? {}).flatMap((line) =>
      Array<number>(line.count).fill(line.retailCentiCents),
    )
    expect(counted.toSorted()).toEqual(sold.toSorted())
  })
})

describe('a limit of leads', () => {
  const limited = (more: Partial<RetailPrice['limit']>, price: Partial<RetailPrice> = {}) =>
    priced({ ...price, limit: { count: 5, every: 'day', fromOn: '', toOn: '', ...more } })

  it.each(['day', 'month', 'max'] as const)('CST-36 of 5 in a %s lets the sixth not through', async (every) => {
    const campaign = await limited({ every })
    await visits(campaign, 6)
    expect(await leadsOf(campaign)).toHaveLength(5)
  })

  const personOf = (i: number) => ({
    personId: '',
    email: `p${i}@x.example`,
    firstName: '',
    lastName: '',
    phone: '',
    city: '',
    stateCode: '',
  })

  it('CST-36 holds however many come at once', async () => {
    const campaign = await limited({ count: 5, every: 'max' })
    const at = h.services.now()
    const limit = { every: 'max', count: 5 } as const
    const store = (i: number, db = h.db) =>
      storeLead(
        db,
        campaign,
        { id: `led_${i}`, pageUrl: 'https://x.example', visitedAt: at, createdAt: at, person: personOf(i) },
        { limit },
      )
    // Two doors to one table are two workers: one of them does not wait for the other.
    const other = openDb(openTable(h.services.table.name))
    const ends = await Promise.all(Array.from({ length: 20 }, (_, i) => store(i, i % 2 ? other : h.db)))
    expect(ends.filter(({ end }) => end === 'stored')).toHaveLength(5)
    expect(ends.filter(({ end }) => end === 'limit')).toHaveLength(15)
    expect(await leadsOf(campaign)).toHaveLength(5)
  })

  it('CST-36 of all leads stops the campaign with its last one, and asks the provider for no more', async () => {
    const campaign = await limited({ count: 2, every: 'max' })
    await visits(campaign, 2)
    const stateOf = async () => {
      const { status, statusReason } = await h.db.campaign.get(campaign.companyId, campaign.id)
      return { status, statusReason }
    }
    expect(await stateOf()).toEqual({ status: 'stopped', statusReason: 'limit_total' })
    expect((await h.db.lead.findMeter(campaign, true))?.isOpen).toBe(false)
    const { number, agencyId, line } = campaign
    const listed = await h.db.campaignList.all(agencyId, { lines: [line] })
    expect(listed.find((each) => each.number === number)?.status).toBe('stopped')
    // Somebody starts it again without raising the limit: it stops again at the first visit, before anybody is paid.
    const again = await h.db.campaign.get(campaign.companyId, campaign.id)
    expect(await h.db.campaignChange.setStatus(again, 'active', 'user')).toBe(true)
    const asked = h.provider.requests().length
    await visits(campaign, 1)
    expect([h.provider.requests().length - asked, await stateOf()]).toEqual([
      0,
      { status: 'stopped', statusReason: 'limit_total' },
    ])
    expect(await stopAtLimit(h.services, campaign)).toBe(false)
    expect(await leadsOf(campaign)).toHaveLength(2)
  })

  it('CST-36 stops a campaign once for all who find it full at the same moment', async () => {
    const campaign = await limited({ count: 1, every: 'max' })
    const at = h.services.now()
    await plantLead(h, campaign, { id: 'led_full', at })
    const stops = await Promise.all([1, 2, 3].map(() => stopAtLimit(h.services, campaign)))
    expect(stops.filter(Boolean)).toHaveLength(1)
  })

  it('CST-36 of a day or a month leaves the campaign running, and asks the provider for no more', async () => {
    for (const every of ['day', 'month'] as const) {
      const campaign = await limited({ count: 1, every })
      await visits(campaign, 1)
      const asked = h.provider.requests().length
      await visits(campaign, 2)
      expect(h.provider.requests()).toHaveLength(asked)
      expect((await h.db.campaign.get(campaign.companyId, campaign.id)).status).toBe('active')
      expect(await leadsOf(campaign)).toHaveLength(1)
    }
  })

  it('CST-36 is in force between its days alone, and 0 is none', async () => {
    const over = await limited({ count: 1, toOn: '2020-01-01' })
    const early = await limited({ count: 1, fromOn: '2040-01-01' })
    const none = await limited({ count: 0 })
    for (const campaign of [over, early, none]) {
      await visits(campaign, 2)
      expect(await leadsOf(campaign)).toHaveLength(2)
    }
  })

  it('CST-35 CST-36 sells leads above it for their own price, where there is one', async () => {
    for (const every of ['day', 'month', 'max'] as const) {
      const campaign = await limited({ count: 1, every }, { perLeadCentiCents: 10_000, aboveLimitCentiCents: 4_000 })
      await visits(campaign, 3)
      const retail = (await leadsOf(campaign)).map((lead) => lead.retailCentiCents)
      expect(retail.sort()).toEqual([10_000, 4_000, 4_000].sort())
      expect((await h.db.campaign.get(campaign.companyId, campaign.id)).status).toBe('active')
    }
  })

  it('CST-35 sells leads that were bought ahead for what they were bought for, or not at all', async () => {
    const aboveOf = async (term: RetailPrice['term'], aboveLimitCentiCents = 4_000) => {
      const campaign = await limited({ count: 1, every: 'max' }, { term, aboveLimitCentiCents })
      const at = h.services.now() + 10
      const [terms, limit] = [await leadTermsAt(h.db, campaign, at), await limitAt(h.db, campaign, at)]
      return [terms.above?.retailCentiCents, limit.sellsAbove]
    }
    expect([await aboveOf('Weekly'), await aboveOf('Weekly', 0)]).toEqual([
      [4_000, true],
      [undefined, false],
    ])
    for (const term of ['One Time', 'Prepaid'] as const) expect(await aboveOf(term)).toEqual([undefined, false])
  })
})

describe('the product of a campaign', () => {
  it('prices business leads by their own field, never below what the root pays', async () => {
    const campaign = await h.newCampaign('smiles', { line: 'b2b', informationType: 'b2b' })
    await h.db.price.saveRetail(
      campaign.companyId,
      'b2b',
      { ...noPrice, perLeadB2bCentiCents: 33_000 },
      saved(),
      campaign.id,
    )
    const { costs: zero } = await h.db.price.costsAt(root.id, h.services.now())
    const floor = { ...zero.b2b, Weekly: { ...zero.b2b.Weekly, perLeadCentiCents: 9_000 } }
    await h.db.price.saveCosts(root.id, { term: 'Weekly', costs: { ...zero, b2b: floor } }, saved())
    const { price } = await leadTermsAt(h.db, campaign, h.services.now() + 10)
    expect(price).toMatchObject({ retailCentiCents: 33_000, wholesaleCentiCents: 9_000 })
  })

  it('CST-28 prices advanced leads by their own retail price, and has a wholesale price of theirs for Site ID alone', async () => {
    const advanced = async (line: 'local' | 'enhance') => {
      const campaign = await h.newCampaign('smiles', { line, informationType: 'advanced' })
      const retail = { ...noPrice, perLeadCentiCents: 20_000, perLeadAdvancedCentiCents: 40_000 }
      await h.db.price.saveRetail(campaign.companyId, line, retail, saved(), campaign.id)
      return (await leadTermsAt(h.db, campaign, h.services.now() + 10)).price
    }
    const { term, costs: own } = await h.db.price.costsAt(northlight.id, h.services.now())
    const fees = (line: 'local' | 'enhance') => ({
      ...own[line],
      Weekly: {
        ...own[line].Weekly,
        perLeadCentiCents: 5_000,
        perLeadAdvancedCentiCents: line === 'local' ? 9_000 : 0,
      },
    })
    await h.db.price.saveCosts(
      northlight.id,
      { term, costs: { ...own, local: fees('local'), enhance: fees('enhance') } },
      saved(),
    )
    expect(await advanced('local')).toMatchObject({ retailCentiCents: 40_000, wholesaleCentiCents: 9_000 })
    expect(await advanced('enhance')).toMatchObject({ retailCentiCents: 40_000, wholesaleCentiCents: 5_000 })
  })
})
