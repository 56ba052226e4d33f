import { describe, expect, it } from 'vitest'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
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
  it('CST-28 ENB-29 is kept with it: a later cost or price is for later leads', async () => {
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
})

describe('a limit of leads', () => {
  const limited = (more: Partial<RetailPrice['limit']>, price: Partial<RetailPrice> = {}) =>
    priced({ ...price, limit: { count: 5, every: 'day', fromOn: '', toOn: '', ...more } })

  it.each(['day', 'month', 'max'] as const)('CST-36 of 5 in a %s lets the sixth not through', async (every) => {
    const campaign = await limited({ every })
    await visits(campaign, 6)
    expect(await leadsOf(campaign)).toHaveLength(5)
  })

  it('CST-36 holds however many come at once', async () => {
    const campaign = await limited({ count: 3, every: 'max' })
    const visitedAt = h.services.now()
    const lead = (i: number) => ({
      id: `led_${i}`,
      companyId: campaign.companyId,
      campaignId: campaign.id,
      pageUrl: 'https://x.example',
      visitedAt,
      createdAt: visitedAt,
      person: {
        personId: '',
        email: `p${i}@x.example`,
        firstName: '',
        lastName: '',
        phone: '',
        city: '',
        stateCode: '',
      },
    })
    const limit = { every: 'max', count: 3 } as const
    const ends = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((i) =>
        h.db.lead.store(lead(i), { agencyId: campaign.agencyId, day: '2026-11-21' }, limit),
      ),
    )
    expect(ends.filter((end) => end === true)).toHaveLength(3)
    expect(ends.filter((end) => end === 'limit')).toHaveLength(3)
    expect(await leadsOf(campaign)).toHaveLength(3)
    // The same lead again is known, and no question of the limit.
    const stored = ends.indexOf(true)
    expect(await h.db.lead.store(lead(stored), { agencyId: campaign.agencyId, day: '2026-11-21' }, limit)).toBe(false)
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
    const campaign = await limited({ count: 1 }, { perLeadCentiCents: 10_000, aboveLimitCentiCents: 4_000 })
    await visits(campaign, 3)
    const retail = (await leadsOf(campaign)).map((lead) => lead.retailCentiCents)
    expect(retail.sort()).toEqual([10_000, 4_000, 4_000].sort())
  })
})

describe('the product of a campaign', () => {
  it('prices business leads by their own field, never below what the root pays', async () => {
    const { leadTermsAt } = await import('#functions/domain/pricing/prices.ts')
    const campaign = await h.newCampaign('smiles', { line: 'b2b' })
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
    const { price } = await leadTermsAt(h.db, campaign, { at: h.services.now() + 10, day: '2026-11-21' })
    expect(price).toEqual({ retailCentiCents: 33_000, wholesaleCentiCents: 9_000 })
  })
})
