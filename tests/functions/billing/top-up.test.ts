// Prepaid campaigns while they run: further leads are bought once few are left, once at a time; who does not buy more stops. And
// giving leads back: for what was paid, once, and never more.
import { beforeEach, describe, expect, it } from 'vitest'
import { writeInvoice } from '#functions/domain/billing/papers.ts'
import { take } from '#functions/domain/leads/take.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { offerTopUp } from '#functions/domain/purchases/offer-top-up.ts'
import { topUpCampaign } from '#functions/domain/purchases/top-up.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { Person } from '#shared/model/lead.ts'
import { startPurchases } from './purchase-stage.ts'

const h = await startPurchases()
const { northlight, brightSmiles } = h.cast
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)
const card = (kind: string) => h.saveCard('cleo', kind, h.accountId)
const FAILS = 'pm_card_chargeCustomerFail'
beforeEach(async () => {
  later(10 * MINUTE)
  h.stripe.clearFaults()
  await h.db.company.update(northlight.id, { manualBill: false, paymentFailed: false })
  const client = await h.db.company.get(brightSmiles.id)
  if (client.paymentFailed) await settleFailure(h.services, client, 'test')
  await card('pm_card_visa')
})

/** A running campaign that has bought 100 leads for 1.50 each. */
async function running(price: Parameters<typeof h.campaign>[0] = {}): Promise<Campaign> {
  const campaign = await h.campaign({ platformFeeCents: 0, periodFeeCents: 0, ...price })
  expect((await h.begin('ada', campaign)).status).toBe(200)
  return h.fresh(campaign)
}
/** Leads come, and what follows them is asked for as often as workers may ask. */
async function deliver(campaign: Campaign, count: number, times = 1): Promise<void> {
  expect(await h.sell(campaign, count)).toBe(count)
  const meter = await h.meterOf(campaign)
  for (let asked = 0; asked < times; asked++) await offerTopUp(h.services, campaign, meter)
  await h.drain()
}
const amounts = (of: Campaign) => h.paid(of).map(({ amount }) => amount)
const stateOf = async (of: Campaign) => {
  const { status, statusReason } = await h.fresh(of)
  return [status, statusReason]
}

describe('a campaign that buys leads by itself', () => {
  it('PRE-15 LED-21 buys 100 more with the 91st lead, once, however often it is asked', async () => {
    const campaign = await running()
    await deliver(campaign, 90)
    expect(amounts(campaign)).toEqual([15_000])
    await deliver(campaign, 1, 5)
    expect(amounts(campaign)).toEqual([15_000, 15_000])
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 200, gone: 91 })
    expect(await stateOf(campaign)).toEqual(['active', 'user'])
    // With the wholesale fees of its start, which its client does not pay for.
    expect(h.paid(campaign).map(({ fee }) => fee)).toEqual([5_000, 10_000])
  })

  it('CMP-57 pays with what was bought for somebody who was looked for on a day without room and found on the next', async () => {
    const campaign = await running({ limit: { count: 1, every: 'day', fromOn: '', toOn: '' } })
    expect(await h.sell(campaign, 1)).toBe(1)
    const seenAt = h.services.now()
    const nextDay = async () => {
      later(DAY)
      return Person.parse({ personId: 'slow', email: 'slow@people.example', firstName: 'S', lastName: 'Low' })
    }
    const outcomes = await take(h.services, campaign, [{ id: 'led_slow', seenAt, isRepeat: true, person: nextDay }])
    expect(outcomes).toEqual([{ id: 'led_slow', end: 'stored' }])
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 100, gone: 2 })
  })

  it('CMP-57 LED-20 delivers another lead for one of a One Time campaign that was given back, and no more', async () => {
    const limit = { count: 10, every: 'max', fromOn: '', toOn: '' } as const
    const campaign = await running({ term: 'One Time', limit })
    let made = 0
    const come = async (count: number) => {
      const found = Array.from({ length: count }, () => {
        const name = `once${++made}`
        const person = Person.parse({ personId: name, email: `${name}@people.example`, firstName: 'O', lastName: 'T' })
        return { id: `led_${name}`, seenAt: h.services.now(), person }
      })
      return (await take(h.services, await h.fresh(campaign), found)).map(({ end }) => end)
    }
    expect(await come(9)).toEqual(Array(9).fill('stored'))
    const [lead] = await h.db.lead.list(campaign, { start: 0, end: h.services.now() + 1 }, { limit: 1 })
    const credit = { at: h.services.now(), level: 'client', companyId: campaign.companyId, uploadId: 'upl_1' } as const
    expect(lead && (await h.db.lead.credit(campaign, lead, credit))).toBe(true)
    expect(await come(3)).toEqual(['stored', 'stored', 'inactive'])
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 11, gone: 11 })
    expect(await stateOf(campaign)).toEqual(['stopped', 'limit_total'])
    // One that comes back after the end is delivered when the campaign goes on, and nothing is charged again.
    const [, other] = await h.db.lead.list(campaign, { start: 0, end: h.services.now() + 1 }, { limit: 2 })
    expect(other && (await h.db.lead.credit(campaign, other, credit))).toBe(true)
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(amounts(campaign)).toEqual([1_500])
    expect(await come(2)).toEqual(['stored', 'inactive'])
    expect(await stateOf(campaign)).toEqual(['stopped', 'limit_total'])
  })

  it('buys more with the next visitor where the message of its last lead was lost', async () => {
    const campaign = await running({ limit: { count: 500, every: 'max', fromOn: '', toOn: '' } })
    expect(await h.sell(campaign, 100)).toBe(100)
    expect(await stateOf(campaign)).toEqual(['active', 'user'])
    const come = async (name: string) => {
      const person = Person.parse({ personId: name, email: `${name}@people.example`, firstName: 'N', lastName: 'Ext' })
      const found = { id: `led_${name}`, seenAt: h.services.now(), person }
      return (await take(h.services, campaign, [found])).map(({ end }) => end)
    }
    expect(await come('late1')).toEqual(['noFunds'])
    await h.drain()
    expect(amounts(campaign)).toEqual([15_000, 15_000])
    expect(await come('late2')).toEqual(['stored'])
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 200, gone: 101 })
  })

  it('buys once although two workers ask at the same moment', async () => {
    const campaign = await running()
    await h.sell(campaign, 95)
    const owner = { companyId: campaign.companyId, campaignId: campaign.id }
    await Promise.all([1, 2, 3].map(() => topUpCampaign(h.services, owner)))
    expect(amounts(campaign)).toEqual([15_000, 15_000])
  })

  it('PRE-15 stops when the card is declined, and gets the leads when the debt is paid later', async () => {
    const campaign = await running()
    await card(FAILS)
    await deliver(campaign, 95)
    expect(await stateOf(campaign)).toEqual(['stopped', 'payment_failed'])
    expect((await h.db.company.get(brightSmiles.id)).paymentFailed).toBe(true)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 100 })
    const { body } = await h.call('ada', 'campaigns.currentTopUp', { id: campaign.number })
    expect(body).toMatchObject({ status: 'failed', balance_leads: 5 })
    await card('pm_card_visa')
    // At once: nobody waits for the timetable.
    await h.drain()
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 200 })
    expect(await stateOf(campaign)).toEqual(['paused', 'user'])
    expect(amounts(campaign)).toEqual([15_000, 15_000])
    // What was bought is there: a start costs nothing.
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(amounts(campaign)).toHaveLength(2)
  })

  it('is looked at the more seldom the longer nobody pays', async () => {
    const campaign = await running()
    await card(FAILS)
    await deliver(campaign, 95)
    const isDue = async (within: number) =>
      (await h.db.campaignBill.listUnfinished(h.services.now() + within, 1000)).some(
        (due) => due.campaignId === campaign.id,
      )
    await h.sweep()
    expect(await isDue(15 * MINUTE)).toBe(true)
    later(10 * DAY)
    await h.sweep()
    expect([await isDue(5 * HOUR), await isDue(6 * HOUR)]).toEqual([false, true])
  })

  it('gives the leads of a debt that an operator settled, and gives no money back for those', async () => {
    const campaign = await running()
    await card(FAILS)
    await deliver(campaign, 95)
    await settleFailure(h.services, await h.db.company.get(brightSmiles.id), 'test')
    await h.drain()
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 200 })
    const { body } = await h.call('ada', 'campaigns.estimateRefundTopUp', { leadspeekID: campaign.number })
    expect(body).toMatchObject({ remaining_leads: 105, refund_amount: 7.5, non_refundable: 100 })
    const refund = { leadspeekID: campaign.number, refund_amount: 7.5 }
    expect((await h.call('ada', 'campaigns.refundTopUp', refund)).status).toBe(200)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 195, gone: 95 })
    expect(await h.sell({ ...campaign }, 1).catch(() => 0)).toBe(0)
  })

  it('owes nothing for leads of a campaign that was removed', async () => {
    const campaign = await running()
    await card(FAILS)
    await deliver(campaign, 95)
    expect((await h.remove('ada', campaign.number)).status).toBe(200)
    expect((await h.db.company.get(brightSmiles.id)).paymentFailed).toBe(false)
    const [debt] = (await h.db.payment.list(brightSmiles.id)).filter(({ purpose }) => purpose === 'topup')
    expect(debt?.status).toBe('void')
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    await h.sweep()
    expect(amounts(campaign)).toEqual([15_000])
  })

  it.each<[string, (of: Campaign) => Promise<unknown>]>([
    ['is paused', (of) => h.run('ada', of.number, 'F')],
    ['buys no more by itself', (of) => h.call('ada', 'campaigns.stopContinualTopUp', { leadspeekID: of.number })],
  ])('asks nobody for further leads once it %s, also where they were begun before', async (_, stop) => {
    const owner = (of: Campaign) => ({ companyId: of.companyId, campaignId: of.id })
    // Between the look and the purchase; then between the purchase and its payment.
    const early = await running()
    await h.sell(early, 95)
    const { beginPurchase, askingForMore } = h.db.campaignBill
    const begun: boolean[] = []
    Object.assign(h.db.campaignBill, {
      beginPurchase: async (...asked: Parameters<typeof beginPurchase>) => {
        await stop(early)
        begun.push(await beginPurchase(...asked))
        return begun.at(-1)
      },
    })
    await topUpCampaign(h.services, owner(early))
    Object.assign(h.db.campaignBill, { beginPurchase })
    const late = await running()
    await h.sell(late, 95)
    Object.assign(h.db.campaignBill, {
      askingForMore: async () => {
        throw new Error('crashed')
      },
    })
    await expect(topUpCampaign(h.services, owner(late))).rejects.toThrow('crashed')
    Object.assign(h.db.campaignBill, { askingForMore })
    await stop(late)
    later(20 * MINUTE)
    await h.sweep()
    for (const campaign of [early, late]) {
      expect(amounts(campaign)).toEqual([15_000])
      expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
      expect(await h.meterOf(campaign)).toMatchObject({ bought: 100, gone: 95 })
    }
    expect(begun).toEqual([false])
  })

  it('CMP-57 stops when its leads are gone and it buys none by itself', async () => {
    const campaign = await running({ topUp: { mode: 'onetime', leads: 3 } })
    await deliver(campaign, 2)
    expect(await stateOf(campaign)).toEqual(['active', 'user'])
    await deliver(campaign, 1)
    expect(await stateOf(campaign)).toEqual(['stopped', 'topup_empty'])
    expect(amounts(campaign)).toEqual([450])
  })

  it('LED-20 a campaign that is paid once stops with its last lead', async () => {
    const campaign = await running({ term: 'One Time' })
    await deliver(campaign, 10)
    expect(await stateOf(campaign)).toEqual(['stopped', 'limit_total'])
  })

  it('PRE-11 PRE-12 PRE-13 PRE-14 says how it stands, is stopped, and goes on', async () => {
    const campaign = await running()
    const id = campaign.number
    const now = await h.call('cleo', 'campaigns.currentTopUp', { id })
    expect(now.body).toMatchObject({ topupoptions: 'continual', leadsbuy: 100, price: 1.5, total: 150, status: 'on' })
    const stopped = await h.call('cleo', 'campaigns.stopContinualTopUp', { leadspeekID: id })
    expect(stopped.body).toMatchObject({ continual: 'F' })
    await deliver(campaign, 95)
    expect(amounts(campaign)).toEqual([15_000])
    const { body } = await h.call('ada', 'campaigns.remainingBalanceLeads', { id })
    expect(body).toEqual({ remainingBalanceLeads: 5 })
    await h.call('ada', 'campaigns.stopContinualTopUp', { leadspeekID: id, stop_continual: 'F' })
    await h.drain()
    expect(amounts(campaign)).toEqual([15_000, 15_000])
    expect((await h.call('abe', 'campaigns.currentTopUp', { id })).status).toBe(404)
  })

  it('PRE-14 says so of every product, though the paths name one', async () => {
    const { number: id } = await h.campaign({}, 'locator')
    const before = await h.call('cleo', 'campaigns.currentTopUp', { id })
    const asBought = { topupoptions: 'continual', leadsbuy: 100, price: 1.5, total: 150, balance_leads: 0 }
    expect(before.body).toMatchObject({ ...asBought, status: 'on' })
    const { body } = await h.call('cleo', 'campaigns.stopContinualTopUp', { leadspeekID: id })
    expect(body).toMatchObject({ result: 'success', continual: 'F' })
    expect((await h.call('cleo', 'campaigns.currentTopUp', { id })).body.status).toBe('off')
    const left = await h.call('cleo', 'campaigns.remainingBalanceLeads', { id })
    expect(left.body).toEqual({ remainingBalanceLeads: 0 })
  })
})

describe('leads that are given back', () => {
  const estimate = async (of: Campaign, who: 'ada' | 'cleo' = 'cleo') =>
    h.call(who, 'campaigns.estimateRefundTopUp', { leadspeekID: of.number })
  const giveBack = (of: Campaign, refund_amount: number, who: 'ada' | 'cleo' = 'cleo') =>
    h.call(who, 'campaigns.refundTopUp', { leadspeekID: of.number, refund_amount })
  const refunds = (of: Campaign, account = h.accountId) => {
    const mine = h.stripe.list('payment_intent', account).filter(({ metadata }) => metadata.payment?.startsWith(of.id))
    return h.stripe
      .list('refund', account)
      .filter(({ payment_intent: id }) => mine.some((each) => each.id === id))
      .map(({ amount, status }) => [amount, status])
  }

  it('PRE-16 PRE-17 PRE-18 PRE-19 ENB-29 bring back what was paid for those that did not come, and the fee with it', async () => {
    const campaign = await running({ platformFeeCents: 10_000 })
    await h.sell(campaign, 40)
    const { body } = await estimate(campaign)
    expect(body).toMatchObject({ remaining_leads: 60, refund_amount: 90, non_refundable: 0 })
    expect(body.lots).toEqual([{ topup_id: 'topup-000001', leads_left: 60, price: 1.5 }])
    expect(body.refund_to).toEqual([expect.stringContaining('4242')])
    expect((await giveBack(campaign, 90)).status).toBe(422)
    await h.run('ada', campaign.number, 'F')
    expect((await giveBack(campaign, 91)).status).toBe(409)
    const done = await giveBack(campaign, 90)
    expect(done.body).toMatchObject({ result: 'success', status: 'done', remaining_leads: 0 })
    expect(refunds(campaign)).toEqual([[9_000, 'succeeded']])
    const fees = h.stripe.list('fee_refund').map(({ amount }) => amount)
    expect(fees).toContain(3_000)
    expect((await giveBack(campaign, 90)).status).toBe(422)
    expect((await giveBack(campaign, 0)).status).toBe(422)
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ isTopUpStopped: true })
    const bills = await h.db.campaignBill.list(campaign)
    expect(bills.find(({ why }) => why === 'refund')?.sums).toMatchObject({ clientPaysCents: -9_000, feeCents: -3_000 })
  })

  it('come back of a client that was removed since, and nothing is bought for it any more', async () => {
    const campaign = await running()
    await h.sell(campaign, 40)
    await h.run('ada', campaign.number, 'F')
    const gone = h.services.now()
    await h.db.company.update(campaign.companyId, { deletedAt: gone })
    const again = await h.call('ada', 'campaigns.stopContinualTopUp', {
      leadspeekID: campaign.number,
      stop_continual: 'F',
    })
    expect([again.status, again.body.message]).toEqual([409, 'This company was removed.'])
    expect((await estimate(campaign, 'ada')).body.refund_amount).toBe(90)
    expect((await giveBack(campaign, 90, 'ada')).body).toMatchObject({ status: 'done', remaining_leads: 0 })
    expect(refunds(campaign)).toEqual([[9_000, 'succeeded']])
    expect((await h.begin('ada', campaign)).body.message).toBe('This company was removed.')
    await h.db.company.update(campaign.companyId, { deletedAt: null })
  })

  it('takes the newest first, and starts again with leads of its own', async () => {
    const campaign = await running()
    await deliver(campaign, 95)
    await h.run('ada', campaign.number, 'F')
    const { body } = await estimate(campaign)
    expect(body.lots.map(({ leads_left: left }) => left)).toEqual([100, 5])
    expect((await giveBack(campaign, body.refund_amount)).body.status).toBe('done')
    expect(refunds(campaign).sort()).toEqual([
      [15_000, 'succeeded'],
      [750, 'succeeded'],
    ])
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 195, gone: 95 })
    expect(await h.sell(await h.fresh(campaign), 100)).toBe(100)
    await h.run('ada', campaign.number, 'F')
    expect((await estimate(campaign)).body).toMatchObject({ remaining_leads: 0, refund_amount: 0 })
  })

  it('go back once, whoever asks at the same time', async () => {
    const campaign = await running()
    await h.run('ada', campaign.number, 'F')
    const answers = await Promise.all([
      giveBack(campaign, 150),
      giveBack(campaign, 150, 'ada'),
      giveBack(campaign, 150),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refunds(campaign)).toEqual([[15_000, 'succeeded']])
  })

  it('are none that was sold at the same moment, also by a worker that is late', async () => {
    const campaign = await running()
    const [sold] = await Promise.all([h.sell(campaign, 40), h.run('ada', campaign.number, 'F')])
    const { remaining_leads: left, refund_amount: amount } = (await estimate(campaign)).body
    expect([left, amount]).toEqual([100 - sold, (100 - sold) * 1.5])
    const [late, { body }] = await Promise.all([h.sell(campaign, 20), giveBack(campaign, amount)])
    expect([late, body.status]).toEqual([0, 'done'])
    expect(await h.meterOf(campaign)).toMatchObject({ leads: sold, bought: sold, gone: sold })
    expect(refunds(campaign)).toEqual([[(100 - sold) * 150, 'succeeded']])
  })

  it('are there again where their money could not go', async () => {
    const campaign = await running()
    await h.run('ada', campaign.number, 'F')
    // Somebody gave a part of it back at the provider, which has not told us yet.
    const payment = await h.db.payment.find({ companyId: brightSmiles.id, key: `${campaign.id}-start-000001` })
    const { chargeId = '', accountId = '' } = { chargeId: payment?.chargeId ?? '', accountId: payment?.accountId ?? '' }
    await h.services.payments.refund({ key: `hand-${campaign.id}`, chargeId, accountId, amountCents: 100 })
    const { body } = await giveBack(campaign, 150)
    expect(body).toMatchObject({ status: 'failed', remaining_leads: 100 })
    expect(refunds(campaign)).toEqual([[100, 'succeeded']])
    await h.deliver()
    expect((await estimate(campaign)).body).toMatchObject({ remaining_leads: 100, refund_amount: 149 })
    expect((await giveBack(campaign, 149)).body).toMatchObject({ status: 'done', remaining_leads: 0 })
    expect(refunds(campaign).reduce((sum, [amount]) => sum + Number(amount), 0)).toBe(15_000)
  })

  it('go on by themselves after an answer was lost', async () => {
    const campaign = await running()
    await h.run('ada', campaign.number, 'F')
    h.stripe.fail('gateway after', { operation: 'POST /v1/refunds', times: 3 })
    const { body } = await giveBack(campaign, 150)
    expect(body.remaining_leads).toBe(0)
    h.stripe.clearFaults()
    later(10 * MINUTE)
    await h.sweep()
    expect(refunds(campaign)).toEqual([[15_000, 'succeeded']])
    const [refund] = await h.db.campaignBill.listRefunds(campaign)
    expect(refund?.parts.map(({ status }) => status)).toEqual(['done'])
    expect((await giveBack(campaign, 150)).status).toBe(422)
  })

  it('of a campaign that is not there stand in nobody else’s way', async () => {
    const campaign = await running()
    await h.run('ada', campaign.number, 'F')
    h.stripe.fail('gateway before', { operation: 'POST /v1/refunds', times: 3 })
    await giveBack(campaign, 150)
    h.stripe.clearFaults()
    later(10 * MINUTE)
    const isDue = async () =>
      (await h.db.campaignBill.listUnfinished(h.services.now(), 100)).some(
        ({ campaignId }) => campaignId === campaign.id,
      )
    expect(await isDue()).toBe(true)
    const reports: string[] = []
    const db: typeof h.db = {
      ...h.db,
      campaign: Object.assign(Object.create(h.db.campaign), { findFresh: async () => undefined }),
    }
    const report = (what: string) => void reports.push(what)
    const owner = { companyId: campaign.companyId, campaignId: campaign.id }
    expect(await topUpCampaign({ ...h.services, db, report }, owner)).toBe('gone')
    expect([await isDue(), reports]).toEqual([false, [expect.stringContaining('is not there')]])
    later(DAY)
    expect(await isDue()).toBe(true)
    await h.sweep()
    expect(refunds(campaign)).toEqual([[15_000, 'succeeded']])
  })

  it('bring an agency that is billed by hand its wholesale, and its client nothing', async () => {
    await h.db.company.update(northlight.id, { manualBill: true })
    const campaign = await running()
    await h.sell(campaign, 40)
    await h.run('ada', campaign.number, 'F')
    expect((await estimate(campaign)).status).toBe(403)
    expect((await giveBack(campaign, 90)).status).toBe(403)
    expect((await estimate(campaign, 'ada')).body.refund_amount).toBe(30)
    expect((await giveBack(campaign, 30, 'ada')).body.status).toBe('done')
    expect(refunds(campaign, '')).toEqual([[3_000, 'succeeded']])
  })

  it('bring back to a Data Wallet what it paid', async () => {
    await h.db.company.update(northlight.id, { manualBill: true })
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    const { cents } = await import('#shared/money/cents.ts')
    await h.db.ledger.payBack({
      id: `ret-test-${h.services.now()}`,
      companyId: northlight.id,
      amountCents: cents(20_000),
      at: h.services.now(),
      title: 'Credit',
      rule: 'Credit',
      facts: {},
    })
    const campaign = await running()
    expect((await h.db.ledger.get(northlight.id)).balanceCents).toBe(10_000)
    await h.run('ada', campaign.number, 'F')
    expect((await giveBack(campaign, 50, 'ada')).body.status).toBe('done')
    expect((await h.db.ledger.get(northlight.id)).balanceCents).toBe(15_000)
    // Its invoice says so, as one that a card paid does, however often the refund is gone on with.
    await h.sweep()
    const { body } = await h.call('ada', 'payments.invoices', { company_id: northlight.id, page: 1 })
    const invoice = body.data.find(({ paid_with: means }) => means === 'Data Wallet')
    expect(invoice).toMatchObject({ total: '100.00', refunded: '50.00', status: 'paid' })
    const payment = (await h.db.payment.list(northlight.id)).find(({ paidWith }) => paidWith === 'Data Wallet')
    expect(payment && (await writeInvoice(h.db, northlight, payment)).paper).toMatchObject({
      afterTotal: [{ label: 'Refund', amountCents: -5_000 }],
      notes: expect.arrayContaining(['$50.00 of it went back to the Data Wallet.']),
    })
    await h.db.billing.save(northlight.id, { billingMethod: 'credit_card' })
  })
})
