// Agencies that are billed by hand and pay from their Data Wallet: wholesale is paid before a lead is sold, and never owed.
import { beforeAll, describe, expect, it } from 'vitest'
import { makeBills } from '#functions/domain/billing/bill-campaign.ts'
import { endHold, ensureHold, sweepHold } from '#functions/domain/billing/holds.ts'
import { findRoom } from '#functions/domain/leads/room.ts'
import { sellLeads } from '#functions/domain/leads/sell.ts'
import { recountReports } from '#functions/domain/reports/recount.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { noCosts, noPrice } from '#shared/money/price-list.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { watchTable } from '../leads/faults.ts'
import { walletStage } from '../wallet/stage.ts'

const HOUR = 3_600_000
let h: Harness
beforeAll(async () => {
  h = await harness()
  const stage = walletStage(h)
  const agencyId = h.cast.users.ada.companyId
  await stage.giveCard(agencyId)
  await stage.agree('ada')
  await stage.charge('ada', { stop: true })
  await h.db.billing.save(agencyId, { billingMethod: 'data_wallet' })
  await h.db.company.update(agencyId, { manualBill: true })
})

const saved = () => ({ at: h.services.now(), by: 'test' })
const deps = (now = h.services.now()) => ({ db: h.db, now: () => now })
const balance = async () => h.db.ledger.get(h.cast.users.ada.companyId)

/** A campaign whose leads cost the agency so much each, in hundredths of a cent. */
async function campaignAt(wholesaleCentiCents: number): Promise<Campaign> {
  const { agencyId } = h.cast.campaigns.smiles
  const fees = { ...noCosts.costs.local.Weekly, perLeadCentiCents: wholesaleCentiCents }
  const costs = { ...noCosts.costs, local: { ...noCosts.costs.local, Weekly: fees } }
  await h.db.price.saveCosts(agencyId, { term: 'Weekly', costs }, saved())
  const campaign = await plantCampaign(h.db, {
    ...h.cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    status: 'active',
    startedAt: h.services.now(),
  })
  await h.db.price.saveRetail(
    campaign.companyId,
    'local',
    { ...noPrice, perLeadCentiCents: 90_000 },
    saved(),
    campaign.id,
  )
  return campaign
}
let made = 0
const people = (count: number) =>
  Array.from({ length: count }, () => {
    made++
    const person = { personId: `h${made}`, email: `h${made}@example.com`, firstName: 'A', lastName: 'B' }
    return { id: `led_h${made}`, person, pageUrl: '', visitedAt: h.services.now() }
  })
const meterOf = async (campaign: Campaign) => {
  const meter = await h.db.lead.findMeter(campaign, true)
  if (!meter) throw new Error('There is no meter.')
  return meter
}
const sell = async (campaign: Campaign, count: number) =>
  (await sellLeads(deps(h.services.now() + 10), campaign, people(count), { meter: await meterOf(campaign) })).map(
    ({ end }) => end,
  )

describe('money of a Data Wallet that is set aside for leads', () => {
  it('CMP-57 pays for leads of a wallet agency as they come, and gives back what no lead used', async () => {
    const campaign = await campaignAt(12_550)
    const before = await balance()
    expect(await sell(campaign, 3)).toEqual(['stored', 'stored', 'stored'])
    const hold = await h.db.leadHold.find(campaign)
    const held = await balance()
    expect(before.balanceCents - held.balanceCents).toBe(hold?.amountCents)
    expect(held.reservedCents - before.reservedCents).toBe(hold?.amountCents)
    // Three leads of $1.255 are $3.765: three hundredths of a cent do not fit into cents and wait.
    expect(await sweepHold(deps(h.services.now() + 2 * HOUR), hold as never)).toBe(true)
    const after = await balance()
    expect(before.balanceCents - after.balanceCents).toBe(376)
    expect(after.reservedCents).toBe(before.reservedCents)
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ holdCarryCentiCents: 50 })
    expect(await h.db.leadHold.find(campaign)).toBeUndefined()
    expect((await meterOf(campaign)).hold).toBeNull()
    // The next sum pays what waited: $3.765 and $1.255 are $5.02.
    expect(await sell(campaign, 1)).toEqual(['stored'])
    const next = await h.db.leadHold.find(campaign)
    await endHold(deps(), next as never)
    expect(before.balanceCents - (await balance()).balanceCents).toBe(502)
  })

  it.each([1, 2])(
    'has nothing paid twice, or for nothing, where a worker says late that it sets money aside: %i sums later',
    async (sums) => {
      const campaign = await campaignAt(12_550)
      const before = await balance()
      let isLate = true
      const leadHold: typeof h.db.leadHold = Object.assign(Object.create(h.db.leadHold), {
        async begin(...hold: Parameters<typeof h.db.leadHold.begin>) {
          if (isLate) {
            isLate = false
            for (let sum = 0; sum < sums; sum++) {
              expect(await sell(campaign, 3)).toEqual(['stored', 'stored', 'stored'])
              const used = await h.db.leadHold.find(campaign)
              await endHold(deps(), used as never)
            }
            // The other one found more in the wallet than there is by now.
            return h.db.leadHold.begin({ ...hold[0], amountCents: 200 }, hold[1])
          }
          return h.db.leadHold.begin(...hold)
        },
      })
      expect(await ensureHold({ ...deps(), db: { ...h.db, leadHold } }, campaign, 12_550)).toBe(true)
      const last = await h.db.leadHold.find(campaign)
      if (last) await endHold(deps(), last)
      const after = await balance()
      const { holdCarryCentiCents: carry } = await h.db.campaignBill.findState(campaign)
      expect([100 * (before.balanceCents - after.balanceCents) + carry, after.reservedCents]).toEqual([
        sums * 3 * 12_550,
        before.reservedCents,
      ])
    },
  )

  it('INT-24+ says how many leads it paid at which price, and which', async () => {
    const campaign = await campaignAt(12_550)
    await sell(campaign, 2)
    await h.db.price.saveCosts(
      campaign.agencyId,
      {
        term: 'Weekly',
        costs: {
          ...noCosts.costs,
          local: { ...noCosts.costs.local, Weekly: { ...noCosts.costs.local.Weekly, perLeadCentiCents: 5_000 } },
        },
      },
      saved(),
    )
    await sell(campaign, 1)
    await endHold(deps(), (await h.db.leadHold.find(campaign)) as never)
    // Of the next sum, and so of the next movement.
    await sell(campaign, 1)
    const { transaction_history: rows } = (await h.call('ada', 'wallet.get', { company_id: campaign.agencyId })).body
    const row = rows.find(({ amount }) => amount === -3.01)
    const transaction = { company_id: campaign.agencyId, transaction_id: row?.id ?? '' }
    expect((await h.call('ada', 'wallet.explain', transaction)).body.leads).toEqual([
      { count: 2, price: 1.255 },
      { count: 1, price: 0.5 },
    ])
    const { body } = await h.call('ada', 'wallet.leads', transaction)
    expect([body.data.map(({ wholesale }) => wholesale).sort(), body.next_cursor]).toEqual([[0.5, 1.255, 1.255], null])
    for (const who of ['cleo', 'abe', 'sam', 'olive'] as const)
      expect((await h.call(who, 'wallet.leads', transaction)).status).toBe(403)
    await endHold(deps(), (await h.db.leadHold.find(campaign)) as never)
  })

  it('LED-29 counts in the revenue of the root, by product and agency, with what its leads cost the root', async () => {
    const { rootId, agencyId } = h.cast.campaigns.smiles
    const rootFees = { ...noCosts.costs.local.Weekly, perLeadCentiCents: 1_250 }
    const rootCosts = { ...noCosts.costs, local: { ...noCosts.costs.local, Weekly: rootFees } }
    await h.db.price.saveCosts(rootId, { term: 'Weekly', costs: rootCosts }, saved())
    const root = await h.db.company.get(rootId)
    const agency = await h.db.company.get(agencyId)
    const today = dayIn(root.timeZone, h.services.now())
    const sumUp = async () => {
      const at = h.services.now() + HOUR
      await h.runner.trigger('sumReports', at)
      await h.drain()
      return (await h.call('olive', 'reports.revenue', { startDate: today, endDate: today })).body.data
    }
    const before = await sumUp()
    const campaign = await campaignAt(12_550)
    await sell(campaign, 3)
    await endHold(deps(), (await h.db.leadHold.find(campaign)) as never)
    const after = await sumUp()
    const cents = (dollars: number) => Math.round(dollars * 100)
    // $3.765 are $3.76 and a part of a cent that waits; $0.375 of the root's are $0.38.
    expect(cents(after.wholesale) - cents(before.wholesale)).toBe(376)
    expect(cents(after.root_cost) - cents(before.root_cost)).toBe(38)
    expect(cents(after.root_revenue) - cents(before.root_revenue)).toBe(376 - 38)
    expect(after.by_agency.find(({ company_id }) => company_id === agencyId)?.wholesale).toBe(after.wholesale)
    expect(after.by_product.local?.wholesale).toBe(after.wholesale)
    // Counted again nothing changes, and who counts from the books finds the same.
    expect(await sumUp()).toEqual(after)
    const [entry] = (
      await h.db.ledger.listEntries(agencyId, h.services.now() - 24 * HOUR, h.services.now() + HOUR)
    ).filter(({ facts }) => Object.values(facts).includes(campaign.id))
    expect(entry?.amountCents).toBe(376)
    const book = { agency, root, clients: [await h.db.company.get(campaign.companyId)], campaigns: [] }
    const clock = { db: h.db, now: h.services.now }
    const drift = async () => (await recountReports(clock, book)).filter(({ said }) => said.includes('revenue'))
    expect(await drift()).toEqual([])
    await h.db.daySums.savePart('REVENUE', agencyId, agencyId, {
      day: today,
      sums: {},
      countedAt: h.services.now() + HOUR,
    })
    expect(await drift()).not.toEqual([])
    // The agency reads nothing of what it costs the root.
    const asked = { company_id: agencyId, transaction_id: `${today.slice(0, 7).replace('-', '')}-${entry?.id}` }
    expect(JSON.stringify((await h.call('ada', 'wallet.explain', asked)).body)).not.toMatch(/root/i)
  })

  it('counts in the margin of the campaign with its next bill, on which no lead stands that a wallet has paid', async () => {
    const campaign = await campaignAt(12_550)
    await sell(campaign, 4)
    await endHold(deps(), (await h.db.leadHold.find(campaign)) as never)
    const report = (what: string) => expect(what).toBe('')
    const bills = async () => (await makeBills({ ...deps(), report }, campaign, { why: 'final' })).bills
    const [made, again] = [await bills(), await bills()]
    expect([made.length, again]).toEqual([1, []])
    expect(await h.db.campaignBill.list(campaign)).toMatchObject([
      { items: [], isDone: true, ahead: { retailCents: 3_600, wholesaleCents: 502 } },
    ])
    const today = dayIn(SYSTEM_ZONE, h.services.now())
    const { body } = await h.call('ada', 'payments.margins', {
      company_id: campaign.companyId,
      start: today,
      end: today,
    })
    expect(body.total).toMatchObject({ charged: '0.00', by_hand: '36.00', leads: '5.02', margin: '30.98' })
    expect(await h.db.payment.list(campaign.agencyId)).toEqual([])
  })

  it('pays later leads with what was given back for an earlier one, also while a sum is open', async () => {
    const campaign = await campaignAt(12_000)
    const before = await balance()
    await sell(campaign, 2)
    const [lead] = await h.db.lead.list(campaign, { start: 0, end: h.services.now() * 2 }, { limit: 1 })
    const credit = { at: h.services.now(), level: 'client', companyId: campaign.companyId, uploadId: 'upl_1' } as const
    expect(lead && (await h.db.lead.credit(campaign, lead, credit))).toBe(true)
    await endHold(deps(), (await h.db.leadHold.find(campaign)) as never)
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ holdCarryCentiCents: -12_000 })
    await sell(campaign, 2)
    await endHold(deps(), (await h.db.leadHold.find(campaign)) as never)
    expect(before.balanceCents - (await balance()).balanceCents).toBe(360)
  })

  it('stays while leads come', async () => {
    const campaign = await campaignAt(10_000)
    await sell(campaign, 1)
    const hold = await h.db.leadHold.find(campaign)
    expect(await sweepHold(deps(h.services.now() + HOUR / 2), hold as never)).toBe(false)
    expect(await h.db.leadHold.find(campaign)).toEqual(hold)
    await endHold(deps(), hold as never)
  })

  it('goes on with another sum when one is used up, and leads are sold for no more than the wallet holds', async () => {
    const campaign = await campaignAt(100_000)
    const before = await balance()
    const room = () => findRoom(h.db, campaign, h.services.now() + 10)
    // A wallet that could pay for one more is no bound of its own.
    expect(await room()).toMatchObject({ count: Number.POSITIVE_INFINITY, funding: 'hold' })
    const ends = []
    for (let batch = 0; batch < 8; batch++) ends.push(...(await sell(campaign, 4)))
    const sold = ends.filter((end) => end === 'stored').length
    expect(sold).toBe(Math.floor(before.balanceCents / 1000))
    expect(ends.filter((end) => end === 'noFunds')).toHaveLength(32 - sold)
    expect(await room()).toMatchObject({ count: 0, full: 'noFunds' })
    const hold = await h.db.leadHold.find(campaign)
    if (hold) await endHold(deps(), hold)
    expect((await balance()).balanceCents).toBe(before.balanceCents - sold * 1000)
  })

  it('is one sum, however many workers ask for it at once', async () => {
    await walletStage(h).charge('ada', { stop: true, amount: 500 })
    const campaign = await campaignAt(10_000)
    const before = await balance()
    const asked = await Promise.all(Array.from({ length: 6 }, () => ensureHold(deps(), campaign, 10_000)))
    expect(asked).toEqual(Array(6).fill(true))
    const hold = await h.db.leadHold.find(campaign)
    expect(before.balanceCents - (await balance()).balanceCents).toBe(hold?.amountCents)
    await Promise.all([endHold(deps(), hold as never), endHold(deps(), hold as never), sell(campaign, 2)])
    const last = await h.db.leadHold.find(campaign)
    if (last) await endHold(deps(), last)
    const after = await balance()
    const { leads } = await meterOf(campaign)
    expect({ gone: before.balanceCents - after.balanceCents, reserved: after.reservedCents }).toEqual({
      gone: leads * 100,
      reserved: before.reservedCents,
    })
  })

  it('is neither lost nor taken twice, wherever a worker crashed', async () => {
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= 18; at++) {
        const campaign = await campaignAt(5_000)
        const before = await balance()
        const crash = watchTable(h.services, { at, when })
        const work = async () => {
          await sell(campaign, 2)
          const hold = await h.db.leadHold.find(campaign)
          if (hold) await endHold(deps(), hold)
        }
        await work().catch(() => undefined)
        crash.remove()
        await work()
        const left = await h.db.leadHold.find(campaign)
        if (left) await endHold(deps(), left)
        const after = await balance()
        const { leads } = await meterOf(campaign)
        const state = await h.db.campaignBill.findState(campaign)
        expect({
          when,
          at,
          gone: (before.balanceCents - after.balanceCents) * 100 + state.holdCarryCentiCents,
          reserved: after.reservedCents,
        }).toEqual({ when, at, gone: leads * 5_000, reserved: before.reservedCents })
      }
  })
})
