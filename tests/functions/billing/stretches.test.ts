// Leads are counted by what they cost in the stretch that is open; closing it freezes the counts, and one bill is made of them.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import { billSums, leadItems, noCarry } from '#shared/money/bill.ts'
import { withLot } from '#shared/money/bought-leads.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'

let stage: Harness
beforeAll(async () => {
  stage = await harness()
})

const AT = Date.parse('2026-03-08T18:00:00Z')
const newCampaign = () =>
  plantCampaign(stage.db, {
    ...stage.cast.campaigns.smiles,
    id: stage.services.newId('campaign'),
    status: 'active',
    startedAt: AT,
  })
const price = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 1_000 }
let made = 0
const leads = (count: number) =>
  Array.from({ length: count }, () => {
    made++
    const person = { personId: `p${made}`, email: `p${made}@example.com`, firstName: 'A', lastName: 'B' }
    return { id: `led_${made}`, person, pageUrl: '', visitedAt: AT }
  })
const meterOf = async (campaign: Campaign) => {
  const meter = await stage.db.lead.findMeter(campaign, true)
  if (!meter) throw new Error('There is no meter.')
  return meter
}
const BILLED = 'bsn15000w5000r1000'

const billOf = (campaign: Campaign, lines: Record<string, number>, key: string): CampaignBill => {
  const items = leadItems(lines)
  return {
    companyId: campaign.companyId,
    campaignId: campaign.id,
    agencyId: campaign.agencyId,
    rootId: campaign.rootId,
    key,
    why: 'period',
    payer: 'client',
    term: 'Weekly',
    fromOn: '2026-03-01',
    toOn: '2026-03-07',
    items,
    sums: billSums(items, { payer: 'client', carry: noCarry, isLast: false }),
    carried: noCarry,
    createdAt: AT,
    isDone: false,
  }
}

describe('a stretch', () => {
  it('counts leads by their line, until it is closed', async () => {
    const campaign = await newCampaign()
    await stage.db.lead.store(campaign, { at: AT, leads: leads(3), price })
    expect((await meterOf(campaign)).lines).toEqual({ [BILLED]: 3 })
    const closing = { seq: 0, at: AT, why: 'period', payer: 'client' } as const
    const closed = await Promise.all([
      stage.db.campaignBill.close(campaign, closing),
      stage.db.campaignBill.close(campaign, closing),
    ])
    expect(closed.sort()).toEqual([false, true])
    await stage.db.lead.store(campaign, { at: AT + 1, leads: leads(2), price })
    const meter = await meterOf(campaign)
    expect(meter.frozen).toEqual({ ...closing, lines: { [BILLED]: 3 }, credits: {} })
    expect(meter).toMatchObject({ seq: 1, lines: { [BILLED]: 2 }, leads: 5 })
    const found = await stage.db.lead.list(campaign, { start: 0, end: AT * 2 }, { limit: 10 })
    expect(found.map(({ stretch }) => stretch ?? 0).sort()).toEqual([0, 0, 0, 1, 1])
  })

  it('is on one bill, and only then the next one may be closed', async () => {
    const { campaignBill } = stage.db
    const campaign = await newCampaign()
    await stage.db.lead.store(campaign, { at: AT, leads: leads(1), price })
    await campaignBill.close(campaign, { seq: 0, at: AT, why: 'period', payer: 'client' })
    expect(await campaignBill.close(campaign, { seq: 1, at: AT, why: 'period', payer: 'client' })).toBe(false)
    const bill = billOf(campaign, { [BILLED]: 1 }, 'bill-000000')
    const state = await campaignBill.findState(campaign)
    const next = { due: { at: AT + 5, isFinal: false } }
    const put = await Promise.all([
      campaignBill.make(campaign, 0, bill, state, next),
      campaignBill.make(campaign, 0, bill, state, next),
    ])
    expect(put.sort()).toEqual([false, true])
    expect((await meterOf(campaign)).frozen).toBeNull()
    expect(await campaignBill.find(campaign, bill.key)).toEqual(bill)
    expect(await campaignBill.findState(campaign)).toMatchObject({ version: state.version + 1, dueAt: AT + 5 })
    expect(await campaignBill.close(campaign, { seq: 1, at: AT, why: 'period', payer: 'client' })).toBe(true)
    expect((await campaignBill.openPage(AT, null)).found).toContainEqual(bill)
    await campaignBill.finish(bill)
    expect((await campaignBill.openPage(AT, null)).found).not.toContainEqual(bill)
  })

  it('is due at the day of its period, at once when the campaign ends, and not when it pauses', async () => {
    const { campaignBill, campaignChange, campaign: campaigns } = stage.db
    const made = await newCampaign()
    const state = await campaignBill.findState(made)
    expect(new Date(state.dueAt ?? 0).toISOString()).toBe('2026-03-15T06:00:00.000Z')
    const fresh = async () => campaigns.get(made.companyId, made.id)
    await campaignChange.setStatus(await fresh(), 'paused', 'user', { at: AT + 1 })
    expect(await campaignBill.findState(made)).toMatchObject({ dueAt: state.dueAt, isFinal: false })
    await campaignChange.setStatus(await fresh(), 'archived', 'user', { at: AT + 2 })
    expect(await campaignBill.findState(made)).toMatchObject({ dueAt: AT + 2, isFinal: true })
    expect((await campaignBill.duePage(AT + 2, null)).found).toContainEqual({
      companyId: made.companyId,
      campaignId: made.id,
    })
  })
})

describe('leads that were paid for before they came', () => {
  const bill = (campaign: Campaign) => ({ ...billOf(campaign, {}, 'start-000001'), why: 'start' as const })
  async function buy(campaign: Campaign, count: number, retailCentiCents: number) {
    const { campaignBill } = stage.db
    const state = await campaignBill.findState(campaign)
    const number = state.purchases + 1
    const key = `topup-${String(number).padStart(6, '0')}`
    const bought = { leads: count, kind: 'basic' as const, ...price, retailCentiCents }
    const purchase = {
      number,
      why: 'topup' as const,
      bill: { ...bill(campaign), key },
      hasPlatformFee: false,
      bought,
      by: 'test',
    }
    expect(await campaignBill.beginPurchase(campaign, purchase, state, AT)).toBe(true)
    const seen = { state: await campaignBill.findState(campaign), meter: await meterOf(campaign) }
    const done = await Promise.all([
      campaignBill.completePurchase(campaign, purchase, seen, AT),
      campaignBill.completePurchase(campaign, purchase, seen, AT),
    ])
    expect(done.sort()).toEqual([false, true])
  }

  it('come out of their lots in order, each for the price of its lot, and no more of them than were bought', async () => {
    const campaign = await newCampaign()
    await buy(campaign, 3, 20_000)
    await buy(campaign, 2, 30_000)
    const stored = await stage.db.lead.store(campaign, { at: AT, leads: leads(7), price, funding: 'lot' })
    expect(stored.map((each) => (each.end === 'stored' ? each.lead.retailCentiCents : each.end))).toEqual([
      20_000,
      20_000,
      20_000,
      30_000,
      30_000,
      'noFunds',
      'noFunds',
    ])
    expect(stored.flatMap((each) => (each.end === 'stored' ? [each.lead.lot] : []))).toEqual([1, 1, 1, 2, 2])
    expect(await meterOf(campaign)).toMatchObject({ bought: 5, gone: 5, leads: 5 })
  })

  it('are never more than were bought, however many workers store them at once', async () => {
    const campaign = await newCampaign()
    await buy(campaign, 5, 20_000)
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        stage.db.lead.store(campaign, { at: AT, leads: leads(2), price, funding: 'lot' }),
      ),
    )
    expect(all.flat().filter(({ end }) => end === 'stored')).toHaveLength(5)
    expect(await meterOf(campaign)).toMatchObject({ bought: 5, gone: 5 })
  })

  it('drop lots that are used up from the meter, and keep them in the books', () => {
    const lots = withLot([], { bought: 0, gone: 0 }, { ...price, number: 1, leads: 2 })
    expect(withLot(lots, { bought: 2, gone: 2 }, { ...price, number: 2, leads: 4 })).toEqual([
      { ...price, number: 2, startsAt: 2, endsAt: 6 },
    ])
  })
})

describe('the amount of a month', () => {
  it('is never exceeded, however many workers store leads at once', async () => {
    const campaign = await newCampaign()
    const store = (capCentiCents: number, at = AT) =>
      stage.db.lead.store(campaign, { at, leads: leads(3), price, capCentiCents })
    const all = await Promise.all(Array.from({ length: 5 }, () => store(100_000)))
    expect(all.flat().filter(({ end }) => end === 'stored')).toHaveLength(6)
    expect(all.flat().filter(({ end }) => end === 'cap')).toHaveLength(9)
    const later = Date.parse('2026-04-01T18:00:00Z')
    expect((await store(30_000, later)).map(({ end }) => end)).toEqual(['stored', 'stored', 'cap'])
    expect(await meterOf(campaign)).toMatchObject({ month: '2026-04', monthRetailCentiCents: 30_000 })
  })
})

describe('a lead that is given back', () => {
  const credit = { at: AT + 5, companyId: 'com_list', campaignType: '' } as never
  it('lowers the bill of the stretch that is open, by its own line, for who pays the bill that it stands on', async () => {
    const campaign = await newCampaign()
    const [stored] = await stage.db.lead.store(campaign, { at: AT, leads: leads(1), price })
    if (stored?.end !== 'stored') throw new Error('It was not stored.')
    await stage.db.campaignBill.close(campaign, { seq: 0, at: AT, why: 'period', payer: 'client' })
    const twice = await Promise.all([1, 2].map(() => stage.db.lead.credit(campaign, stored.lead, credit)))
    expect(twice.sort()).toEqual([false, true])
    expect(await meterOf(campaign)).toMatchObject({ credits: { [`${BILLED}c`]: 1 }, frozen: { credits: {} } })
  })

  it('comes back behind the others where it was bought, for the price of its lot', async () => {
    const { campaignBill, lead } = stage.db
    const campaign = await newCampaign()
    const bought = { leads: 2, kind: 'basic' as const, ...price }
    const plan = { ...billOf(campaign, {}, 'topup-000001'), why: 'topup' as const }
    const purchase = { number: 1, why: 'topup' as const, bill: plan, hasPlatformFee: false, bought, by: 'test' }
    await campaignBill.beginPurchase(campaign, purchase, await campaignBill.findState(campaign), AT)
    const seen = { state: await campaignBill.findState(campaign), meter: await meterOf(campaign) }
    await campaignBill.completePurchase(campaign, purchase, seen, AT)
    const stored = await lead.store(campaign, { at: AT, leads: leads(2), price, funding: 'lot' })
    for (const each of stored)
      if (each.end === 'stored') expect(await lead.credit(campaign, each.lead, credit)).toBe(true)
    expect(await meterOf(campaign)).toMatchObject({ bought: 4, gone: 2, lotCount: 3 })
    expect((await campaignBill.listLots(campaign)).map(({ startsAt, leads: count }) => [startsAt, count])).toEqual([
      [0, 2],
      [2, 2],
    ])
    const again = await lead.store(campaign, { at: AT, leads: leads(3), price, funding: 'lot' })
    expect(again.map(({ end }) => end)).toEqual(['stored', 'stored', 'noFunds'])
  })
})
