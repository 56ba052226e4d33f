// Leads that are credited by the hundred make few lots. Campaigns that have more than one transaction takes, because each credited
// lead was a lot of one before: they go back, or are taken off, in chunks, also by workers that die between them.
import { expect, it } from 'vitest'
import { lotEntity } from '#functions/data/billing/bill-rows.ts'
import { meterEntity } from '#functions/data/campaigns/rows.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { estimateRefund, refundLeads } from '#functions/domain/purchases/refund.ts'
import { topUpCampaign } from '#functions/domain/purchases/top-up.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { DAY } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { mortals } from './mortals.ts'
import { startPurchases } from './purchase-stage.ts'

const MANY = 250
const h = await startPurchases()
h.setClock(h.services.now() + DAY)
const { dieAfter } = mortals(h.services)
const { db } = h

async function bought(leads: number): Promise<Campaign> {
  const topUp = { mode: 'continual' as const, leads }
  const campaign = await h.campaign({ platformFeeCents: 0, periodFeeCents: 0, topUp })
  expect((await h.begin('ada', campaign)).status).toBe(200)
  return campaign
}
let people = 0
async function sell(campaign: Campaign, count: number): Promise<Lead[]> {
  const at = h.services.now()
  const sold: Lead[] = []
  for (let left = count; left > 0; left -= 25) {
    const leads = Array.from({ length: Math.min(25, left) }, () => {
      const id = `m${++people}`
      const person = { personId: id, email: `${id}@example.com`, firstName: 'A', lastName: 'B' }
      return { id: `led_${id}`, person, pageUrl: '', visitedAt: at }
    })
    for (const end of await db.lead.store(campaign, { at, leads, funding: 'lot' })) {
      if (end.end !== 'stored') throw new Error(`It was not stored: ${end.end}.`)
      sold.push(end.lead)
    }
  }
  return sold
}
const giveBack = (campaign: Campaign, lead: Lead) =>
  db.lead.credit(campaign, lead, {
    at: h.services.now(),
    level: 'client',
    companyId: campaign.companyId,
    uploadId: 'upl_1',
  })

/**
 * A paused campaign whose 250 leads of 1.50 were all sold and credited: 250 lots of one are left, as earlier versions wrote them, which
 * one charge has paid. Written down are they from the first that is credited, since only that makes a row by itself.
 */
async function credited(): Promise<Campaign> {
  const campaign = await bought(MANY)
  for (const lead of (await sell(campaign, MANY)).slice(0, 1)) expect(await giveBack(campaign, lead)).toBe(true)
  await h.run('ada', campaign.number, 'F')
  const owner = { companyId: campaign.companyId, campaignId: campaign.id }
  const [[open], [, whole]] = [(await h.meterOf(campaign)).lots, await db.campaignBill.listLots(campaign)]
  if (!open || !whole) throw new Error('There are no lots.')
  const { returnedOf: _, ...prices } = open
  const { isReturned: __, ...row } = whole
  const numbers = Array.from({ length: MANY }, (___, index) => index + 2)
  const lots = numbers.map((number, index) => ({
    ...prices,
    number,
    startsAt: MANY + index,
    endsAt: MANY + index + 1,
  }))
  const { table } = h.services
  for (const { number, startsAt } of lots)
    await lotEntity(table)
      .put({ ...owner, ...row, number, startsAt, leads: 1 })
      .go()
  await meterEntity(table)
    .patch(owner)
    .set({ lots, lotCount: MANY + 1, bought: MANY + MANY })
    .go()
  return h.fresh(campaign)
}

it('leads of two purchases that are credited in any order are two lots, and go back for what each was paid with', async () => {
  const campaign = await bought(30)
  const first = await sell(campaign, 30)
  await topUpCampaign(h.services, { companyId: campaign.companyId, campaignId: campaign.id })
  const second = await sell(campaign, 30)
  await h.run('ada', campaign.number, 'F')
  const mixed = first.flatMap((lead, index) => [lead, ...second.slice(index, index + 1)])
  for (const lead of mixed.slice(0, 20)) expect(await giveBack(campaign, lead)).toBe(true)
  // Several files at once, and each twice.
  for (let from = 20; from < mixed.length; from += 4) {
    const some = mixed.slice(from, from + 4)
    const ends = await Promise.all([...some, ...some].map((lead) => giveBack(campaign, lead)))
    expect(ends.filter(Boolean)).toHaveLength(some.length)
  }
  const meter = await h.meterOf(campaign)
  expect([meter.lots.length, meter.bought, meter.gone]).toEqual([2, 120, 60])
  const lots = await db.campaignBill.listLots(campaign)
  expect(lots.map(({ billKey, startsAt, leads, isReturned }) => [billKey, startsAt, leads, isReturned])).toEqual([
    ['start-000001', 0, 30, false],
    ['topup-000002', 30, 30, false],
    ['start-000001', 60, 30, true],
    ['topup-000002', 90, 30, true],
  ])
  const { plan } = await estimateRefund(h, campaign, { isClient: true })
  expect(plan.lots.map(({ billKey, leads, clientCents }) => [billKey, leads, clientCents])).toEqual([
    ['topup-000002', 30, 4_500],
    ['start-000001', 30, 4_500],
  ])
  await refundLeads(h.services, await h.fresh(campaign), { amountCents: 9_000, by: 'Test', isClient: true })
  await h.sweep()
  expect(backOf(campaign).map(({ amount }) => amount)).toEqual([4_500, 4_500])
})

const backOf = (of: Campaign) =>
  h.stripe
    .list('refund', h.accountId)
    .filter(({ metadata }) => String(metadata?.key).includes(of.id))
    .map(({ id, amount }) => ({ id, amount }))
const feesOf = (of: Campaign) =>
  h.stripe
    .list('fee_refund')
    .filter(({ metadata }) => String(metadata?.key).includes(of.id))
    .map(({ amount }) => amount)
/** How many lots are off in the books as they are written. */
const offOf = async (of: Campaign) =>
  (await db.campaignBill.listLots(of)).filter(({ leads, refunded }) => leads === refunded).length
const tell = (type: StripeEventName, objectId: string) =>
  handleStripeEvent(
    { ...h.services, paymentDeps: makePaymentDeps(h.services) },
    { eventId: 'evt_x', type, objectId, accountId: h.accountId },
  )

it('a refund of 250 lots goes on after each crash, and pays each lot back once, with one refund of its charge', {
  timeout: 600_000,
}, async () => {
  const campaign = await credited()
  const owner = { companyId: campaign.companyId, campaignId: campaign.id }
  const isBegun = async () => (await db.campaignBill.listRefunds(campaign)).length > 0
  const seen = new Set<number>()
  // Until it stands written a crash leaves all as it was; then workers make one change more, two by two.
  for (const work of ['refund', 'look'] as const) {
    for (let at = 0; ; at++) {
      expect(at).toBeLessThan(40)
      const isOver = await dieAfter(Math.ceil(at / 2), async (mortal) =>
        work === 'refund'
          ? refundLeads(mortal, campaign, { amountCents: 37_500, by: 'Crash', isClient: true })
          : topUpCampaign(mortal, owner),
      )
      const [isWritten, off] = [await isBegun(), await offOf(campaign)]
      seen.add(off)
      if (off < MANY) expect([at, backOf(campaign)]).toEqual([at, []])
      // What is not yet in the books is neither shown nor given back again.
      const { plan } = await estimateRefund(h, campaign, { isClient: true })
      expect([at, plan.amountCents]).toEqual([at, isWritten ? 0 : 37_500])
      if (isOver || (work === 'refund' && isWritten)) break
    }
  }
  expect([...seen]).toEqual([0, 90, 180, 250])
  await h.sweep()
  expect(backOf(campaign).map(({ amount }) => amount)).toEqual([37_500])
  expect(feesOf(campaign)).toEqual([12_500])
  expect(await h.meterOf(campaign)).toMatchObject({ bought: MANY, gone: MANY, lots: [], isSettling: false })
  const lots = await db.campaignBill.listLots(campaign)
  expect(lots.map(({ refunded }) => refunded)).toEqual([0, ...Array.from({ length: MANY }, () => 1)])
  const refunds = await db.campaignBill.listRefunds(campaign)
  expect(refunds.map(({ parts }) => parts.map(({ status }) => status))).toEqual([['done']])
  const bills = await db.campaignBill.list(campaign)
  expect(bills.find(({ why }) => why === 'refund')?.items).toEqual([
    expect.objectContaining({ count: MANY, retailCents: -37_500, wholesaleCents: -12_500 }),
  ])

  // A bank sends it back: the leads are there again, once, as one lot.
  const [back] = backOf(campaign)
  h.stripe.byHand.endRefund(back?.id ?? '', h.accountId, 'declined')
  await tell('refund.failed', back?.id ?? '')
  await tell('refund.failed', back?.id ?? '')
  const meter = await h.meterOf(campaign)
  expect([meter.bought - meter.gone, meter.lots.length]).toEqual([MANY, 1])
})

it('250 lots whose payment goes back by hand leave once, and come back once', {
  timeout: 600_000,
}, async () => {
  const campaign = await credited()
  const payment = await db.payment.find({ companyId: campaign.companyId, key: `${campaign.id}-start-000001` })
  const { id } = h.stripe.byHand.refund(payment?.chargeId ?? '', {}, h.accountId)
  await Promise.all([tell('refund.created', id), tell('refund.updated', id)])
  expect(await h.meterOf(campaign)).toMatchObject({ bought: MANY, gone: MANY, lots: [], isSettling: false })
  expect(await offOf(campaign)).toBe(MANY)
  h.stripe.byHand.endRefund(id, h.accountId, 'declined')
  await Promise.all([tell('refund.failed', id), tell('refund.failed', id)])
  const meter = await h.meterOf(campaign)
  expect([meter.bought - meter.gone, meter.lots.length]).toEqual([MANY, 1])
})
