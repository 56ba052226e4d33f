// Leads that were bought and whose payment goes back at the provider: by hand, because a bank takes it, or because a refund of ours
// comes back. What is not used leaves the campaign once and comes back once, in any order.
import { beforeEach, describe, expect, it } from 'vitest'
import { creditExcluded } from '#functions/domain/exclusions/credit.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { continueRefunds } from '#functions/domain/purchases/continue-refunds.ts'
import { refundLeads } from '#functions/domain/purchases/refund.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { marginOf } from '#shared/money/margin.ts'
import { startPurchases } from './purchase-stage.ts'

const h = await startPurchases()
const { northlight, brightSmiles } = h.cast
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)
beforeEach(async () => {
  later(10 * MINUTE)
  h.stripe.clearFaults()
  h.mails.clear()
  await h.db.company.update(northlight.id, { manualBill: false, paymentFailed: false })
  const client = await h.db.company.get(brightSmiles.id)
  if (client.paymentFailed) await settleFailure(h.services, client, 'test')
  await h.saveCard('cleo', 'pm_card_visa', h.accountId)
})

const tell = (type: StripeEventName, objectId: string, accountId = h.accountId) =>
  handleStripeEvent(
    { ...h.services, paymentDeps: makePaymentDeps(h.services) },
    { eventId: 'evt_x', type, objectId, accountId },
  )
const paymentOf = async (of: Campaign, key = 'start-000001', companyId = brightSmiles.id) => {
  const payment = await h.db.payment.find({ companyId, key: `${of.id}-${key}` })
  if (!payment?.chargeId) throw new Error('It was not paid.')
  return { ...payment, chargeId: payment.chargeId }
}
/** Of the client's payment: the refund at the provider, and what of its fee went back. */
const refundOf = async (of: Campaign) => {
  const { chargeId } = await paymentOf(of)
  const [refund] = h.stripe.list('refund', h.accountId).filter(({ payment_intent: id }) => id === chargeId)
  if (!refund) throw new Error('Nothing went back.')
  return refund.id
}
const feesBack = async (of: Campaign) => {
  const { chargeId } = await paymentOf(of)
  const { fee } = await h.services.payments.readRefunds({ chargeId, accountId: h.accountId })
  return fee?.backCents
}
/** A running campaign that has bought 100 leads for 1.50 each. */
async function running(price: Parameters<typeof h.campaign>[0] = {}): Promise<Campaign> {
  const campaign = await h.campaign({ platformFeeCents: 0, periodFeeCents: 0, ...price })
  expect((await h.begin('ada', campaign)).status).toBe(200)
  return h.fresh(campaign)
}
const leftOf = async (of: Campaign) => {
  const { bought, gone } = await h.meterOf(of)
  return bought - gone
}
const stateOf = async (of: Campaign) => {
  const { status, statusReason } = await h.fresh(of)
  return [status, statusReason]
}
/** The lots in the books say the same as the meter. */
async function expectSound(of: Campaign): Promise<void> {
  const [meter, lots] = [await h.meterOf(of), await h.db.campaignBill.listLots(of)]
  const left = lots.map((lot) =>
    Math.max(0, lot.startsAt + lot.leads - lot.refunded - Math.max(lot.startsAt, meter.gone)),
  )
  expect(left.reduce((sum, each) => sum + each, 0)).toBe(meter.bought - meter.gone)
}
const mailsTo = async (who: 'ada' | 'cleo', subject: string) =>
  (await h.mailsTo(h.cast.users[who].email)).filter((mail) => mail.subject.includes(subject))

describe('a purchase that was refunded by hand at the provider', () => {
  it('loses the leads that are not used, once, buys no more, and has them back once if the refund fails', async () => {
    const campaign = await running()
    await h.sell(campaign, 40)
    const { chargeId } = await paymentOf(campaign)
    const { id } = h.stripe.byHand.refund(chargeId, {}, h.accountId)
    await Promise.all([tell('refund.created', id), tell('refund.updated', id), tell('refund.created', id)])
    await tell('charge.refunded', h.stripe.get('payment_intent', chargeId, h.accountId)?.latest_charge ?? '')
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 40, gone: 40 })
    await expectSound(campaign)
    expect(await h.sell(await h.fresh(campaign), 1)).toBe(0)
    expect(await stateOf(campaign)).toEqual(['stopped', 'topup_empty'])
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ isTopUpStopped: true })
    // What was used was given back on purpose: nobody owes it.
    expect((await h.db.company.get(brightSmiles.id)).paymentFailed).toBe(false)
    await h.drain()
    const [mail, ...more] = await mailsTo('cleo', 'refunded')
    expect([mail?.text, more.length]).toEqual([expect.stringMatching(/Unused leads taken off\D+60/), 0])
    const estimate = await h.call('cleo', 'campaigns.estimateRefundTopUp', { leadspeekID: campaign.number })
    expect(estimate.body).toMatchObject({ remaining_leads: 0, refund_amount: 0 })

    h.stripe.byHand.endRefund(id, h.accountId, 'lost_or_stolen_card')
    await Promise.all([tell('refund.failed', id), tell('refund.updated', id)])
    await tell('refund.failed', id)
    expect(await leftOf(campaign)).toBe(60)
    await expectSound(campaign)
    expect((await h.begin('ada', campaign)).status).toBe(200)
    expect(await h.sell(await h.fresh(campaign), 61)).toBe(60)
    expect(h.paid(campaign)).toHaveLength(1)
  })

  it('loses whole leads for a part, the newest first, while leads come', async () => {
    const campaign = await running({ topUp: { mode: 'continual', leads: 100 } })
    const { chargeId } = await paymentOf(campaign)
    const [first] = await Promise.all([
      (async () => {
        const { id } = h.stripe.byHand.refund(chargeId, { amount: 400 }, h.accountId)
        await tell('refund.created', id)
        return id
      })(),
      h.sell(campaign, 20),
    ])
    // 4.00 are two leads of 1.50; the rest of it is one more with the next 0.50.
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 98, gone: 20 })
    const second = h.stripe.byHand.refund(chargeId, { amount: 50 }, h.accountId)
    await tell('refund.created', second.id)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 97, gone: 20 })
    h.stripe.byHand.endRefund(first, h.accountId, 'declined')
    await tell('refund.failed', first)
    expect(await leftOf(campaign)).toBe(80)
    await expectSound(campaign)
    expect(await stateOf(campaign)).toEqual(['active', 'user'])
    // What is left of the payment is what goes back for what is left.
    await h.run('ada', campaign.number, 'F')
    const estimate = await h.call('cleo', 'campaigns.estimateRefundTopUp', { leadspeekID: campaign.number })
    expect(estimate.body).toMatchObject({ remaining_leads: 80, refund_amount: 120 })
  })

  it('takes nothing off for fees alone, and never what another purchase has paid', async () => {
    const campaign = await running({ platformFeeCents: 10_000 })
    await h.sell(campaign, 95)
    await h.sweep()
    const owner = { companyId: campaign.companyId, campaignId: campaign.id }
    const { topUpCampaign } = await import('#functions/domain/purchases/top-up.ts')
    await topUpCampaign(h.services, owner)
    expect(await h.meterOf(campaign)).toMatchObject({ bought: 200, gone: 95 })
    const { id } = h.stripe.byHand.refund((await paymentOf(campaign)).chargeId, {}, h.accountId)
    await tell('refund.created', id)
    expect(await leftOf(campaign)).toBe(100)
    await expectSound(campaign)
  })

  it('that is told of before our books say that it is paid gives the leads first', async () => {
    const campaign = await h.campaign({ platformFeeCents: 0, periodFeeCents: 0 })
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents', times: 3 })
    const pressed = h.begin('ada', campaign)
    const charge = () =>
      h.stripe.list('payment_intent', h.accountId).find(({ metadata }) => metadata.payment?.startsWith(campaign.id))
    await expect.poll(() => charge()?.status).toBe('succeeded')
    const { id } = h.stripe.byHand.refund(charge()?.id ?? '', { amount: 1_500 }, h.accountId)
    await tell('refund.created', id)
    expect((await pressed).status).toBeLessThan(500)
    expect(await leftOf(campaign)).toBe(90)
    await expectSound(campaign)
  })
})

describe('a purchase whose payment a bank takes back', () => {
  it('loses its leads while it is disputed, and has them back once when that is won', async () => {
    const campaign = await running()
    await h.sell(campaign, 40)
    const { id } = h.stripe.byHand.dispute((await paymentOf(campaign)).chargeId, {}, h.accountId)
    await Promise.all([tell('charge.dispute.created', id), tell('charge.dispute.funds_withdrawn', id)])
    expect([await leftOf(campaign), await stateOf(campaign)]).toEqual([0, ['stopped', 'payment_failed']])
    await h.drain()
    const [mail] = await mailsTo('cleo', 'disputed')
    expect(mail?.text).toMatch(/Unused leads taken off\D+60/)
    h.stripe.byHand.moveDispute(id, 'won', h.accountId)
    await Promise.all([tell('charge.dispute.closed', id), tell('charge.dispute.funds_reinstated', id)])
    await tell('charge.dispute.created', id)
    expect([await leftOf(campaign), await stateOf(campaign)]).toEqual([60, ['paused', 'user']])
    expect(await h.db.campaignBill.findState(campaign)).toMatchObject({ isTopUpStopped: false })
    await expectSound(campaign)
  })

  it('loses them for good when that is lost, until an operator settles it as paid', async () => {
    const campaign = await running()
    await h.sell(campaign, 40)
    const { id } = h.stripe.byHand.dispute((await paymentOf(campaign)).chargeId, {}, h.accountId)
    h.stripe.byHand.moveDispute(id, 'lost', h.accountId)
    await tell('charge.dispute.closed', id)
    expect(await leftOf(campaign)).toBe(0)
    await settleFailure(h.services, await h.db.company.get(brightSmiles.id), 'test')
    await tell('charge.dispute.closed', id)
    expect([await leftOf(campaign), await stateOf(campaign)]).toEqual([60, ['paused', 'user']])
  })

  it('has them back although the worker that settled it crashed right after', async () => {
    const campaign = await running()
    const payment = await paymentOf(campaign)
    const { id } = h.stripe.byHand.dispute(payment.chargeId, {}, h.accountId)
    await tell('charge.dispute.created', id)
    await h.db.payment.settleDispute(payment, h.services.now())
    expect(await leftOf(campaign)).toBe(0)
    later(MINUTE)
    const { errors } = await retryDue(h.services, h.services.now())
    expect([errors, await leftOf(campaign), await stateOf(campaign)]).toEqual([[], 100, ['paused', 'user']])
  })

  it('keeps a lead that is credited meanwhile off its campaign as well, until it is paid again', async () => {
    const campaign = await running()
    await h.sell(campaign, 40)
    const { id } = h.stripe.byHand.dispute((await paymentOf(campaign)).chargeId, {}, h.accountId)
    await tell('charge.dispute.created', id)
    const now = h.services.now()
    const [lead] = await h.db.lead.list(campaign, { start: now - HOUR, end: now + 1 }, { limit: 1 })
    const list = new FormData()
    list.set('ClientCompanyID', brightSmiles.id)
    list.set('campaigntype', 'client')
    list.append('suppressionfile', new File([`email\n${lead?.person.email}\n`], 'late.csv'))
    const body = new Response(list)
    const rawBody = {
      contentType: body.headers.get('content-type') ?? '',
      bytes: Buffer.from(await body.arrayBuffer()),
    }
    const asked = { ClientCompanyID: brightSmiles.id, campaigntype: 'client' } as const
    const { status, body: uploaded } = await h.call('ada', 'exclusions.upload', asked, { rawBody })
    expect(status).toBe(200)
    await h.drain()
    await creditExcluded(h.services, { companyId: brightSmiles.id, uploadId: uploaded.jobID })
    expect([await leftOf(campaign), (await h.meterOf(campaign)).creditedLeads]).toEqual([0, 1])
    await expectSound(campaign)
    h.stripe.byHand.moveDispute(id, 'won', h.accountId)
    await tell('charge.dispute.closed', id)
    expect(await leftOf(campaign)).toBe(61)
    await expectSound(campaign)
  })

  it('of an agency that is billed by hand loses them, too', async () => {
    await h.db.company.update(northlight.id, { manualBill: true })
    const campaign = await running()
    const { chargeId } = await paymentOf(campaign, 'start-000001-agency', northlight.id)
    const { id } = h.stripe.byHand.refund(chargeId, { amount: 1_000 })
    await tell('refund.created', id, '')
    // 10.00 are 20 leads at the wholesale of 0.50.
    expect(await leftOf(campaign)).toBe(80)
  })
})

describe('a refund of ours', () => {
  const giveBack = (of: Campaign, refund_amount: number) =>
    h.call('ada', 'campaigns.refundTopUp', { leadspeekID: of.number, refund_amount })
  const partsOf = async (of: Campaign) =>
    (await h.db.campaignBill.listRefunds(of)).flatMap(({ parts }) => parts.map(({ status }) => status))

  it('that the bank takes its time for gives the leads back once if it fails, and the fee stays where it is', async () => {
    await h.saveCard('cleo', 'pm_card_pendingRefund', h.accountId)
    const campaign = await running()
    await h.sell(campaign, 40)
    await h.run('ada', campaign.number, 'F')
    expect((await giveBack(campaign, 90)).body).toMatchObject({ status: 'open', remaining_leads: 0 })
    expect([await partsOf(campaign), await feesBack(campaign)]).toEqual([['open'], 0])
    // It is not asked about every few minutes.
    expect(await h.db.campaignBill.listUnfinished(h.services.now() + HOUR, 10)).toEqual([])
    const id = await refundOf(campaign)
    h.stripe.byHand.endRefund(id, h.accountId, 'lost_or_stolen_card')
    await Promise.all([tell('refund.failed', id), tell('refund.failed', id)])
    await tell('refund.updated', id)
    expect([await partsOf(campaign), await feesBack(campaign), await leftOf(campaign)]).toEqual([['failed'], 0, 60])
    await expectSound(campaign)
    expect((await h.begin('ada', campaign)).status).toBe(200)
  })

  it('that the bank takes its time for gives the fee back when it arrives', async () => {
    await h.saveCard('cleo', 'pm_card_pendingRefund', h.accountId)
    const campaign = await running()
    await h.run('ada', campaign.number, 'F')
    expect((await giveBack(campaign, 150)).body.status).toBe('open')
    const id = await refundOf(campaign)
    later(5 * DAY)
    h.stripe.byHand.endRefund(id, h.accountId)
    await tell('refund.updated', id)
    await tell('refund.updated', id)
    expect([await partsOf(campaign), await feesBack(campaign), await leftOf(campaign)]).toEqual([['done'], 5_000, 0])
    // It counts on a day that is not over: those before are added up.
    const bills = await h.db.campaignBill.list(campaign)
    expect(bills.find(({ why }) => why === 'refund')?.createdAt).toBe(h.services.now())
  })

  it('that had arrived and comes back later gives the leads back once, and the agency owes what it had got', async () => {
    const campaign = await running()
    await h.sell(campaign, 40)
    await h.run('ada', campaign.number, 'F')
    expect((await giveBack(campaign, 90)).body.status).toBe('done')
    expect(await feesBack(campaign)).toBe(3_000)
    const id = await refundOf(campaign)
    h.stripe.byHand.endRefund(id, h.accountId, 'expired_or_canceled_card')
    await Promise.all([tell('refund.failed', id), tell('refund.updated', id)].map((each) => each.catch(() => 'again')))
    await tell('refund.failed', id)
    expect([await partsOf(campaign), await leftOf(campaign)]).toEqual([['failed'], 60])
    await expectSound(campaign)
    const owed = await h.db.payment.find({
      companyId: northlight.id,
      key: `${campaign.id}-refund-000001-1-back-agency`,
    })
    expect(owed).toMatchObject({ status: 'paid', amountCents: 3_000 })
    const bills = await h.db.campaignBill.list(campaign)
    const refunds = bills.filter(({ why }) => why === 'refund')
    expect(refunds.reduce((sum, { sums }) => sum + sums.wholesaleCents, 0)).toBe(0)
    // The client paid all of it, as if nothing had ever gone back: nothing of it is the agency's to ask for by hand.
    expect(marginOf([await paymentOf(campaign)], bills)).toMatchObject({ marginCents: 5_000, byHandCents: 0 })
  })

  it.each([
    ['before the fee goes', 0],
    ['while the fee goes', 3_000],
  ] as const)('that comes back %s leaves no fee with an agency that nobody asks for it', async (when, feeCents) => {
    const campaign = await running()
    await h.sell(campaign, 40)
    await h.run('ada', campaign.number, 'F')
    const { payments } = h.services
    /** The bank sends it back, and another worker hears of that, while this one is at work. */
    const sentBack = async () => {
      const id = await refundOf(campaign)
      h.stripe.byHand.endRefund(id, h.accountId, 'expired_or_canceled_card')
      await tell('refund.failed', id)
    }
    const watched: typeof payments = {
      ...payments,
      refund: async (request) => {
        const gone = await payments.refund(request)
        if (when === 'before the fee goes') await sentBack()
        return gone
      },
      refundFee: async (request) => {
        if (when === 'while the fee goes') await sentBack()
        return payments.refundFee(request)
      },
    }
    const asked = { amountCents: 9_000, by: 'test', isClient: true }
    await refundLeads({ ...h.services, payments: watched }, await h.fresh(campaign), asked)
    expect([await partsOf(campaign), await feesBack(campaign), await leftOf(campaign)]).toEqual([
      ['failed'],
      feeCents,
      60,
    ])
    await expectSound(campaign)
    const owed = await h.db.payment.find({
      companyId: northlight.id,
      key: `${campaign.id}-refund-000001-1-back-agency`,
    })
    expect([owed?.status, owed?.amountCents ?? 0]).toEqual([feeCents > 0 ? 'paid' : undefined, feeCents])
    const papers = (await h.db.campaignBill.list(campaign)).filter(({ why }) => why === 'refund')
    expect(papers.reduce((sum, { sums }) => sum + sums.wholesaleCents, 0)).toBe(0)
  })
})

describe('the part of an agency that is refused although its client has its money', () => {
  const giveBack = { amountCents: 9_000, by: 'test', isClient: true }
  const refused = { status: 'failed' as const, id: '', code: 'balance_insufficient', reason: 'The balance is too low.' }
  /** Fees are refused. */
  const refusing = () => {
    const payments = new Proxy(h.services.payments, {
      get: (all, name) => (name === 'refundFee' ? async () => refused : Reflect.get(all, name)),
    })
    return { ...h.services, payments }
  }
  const partOf = async (of: Campaign) => (await h.db.campaignBill.listRefunds(of))[0]?.parts[0]
  const papersOf = async (of: Campaign) => (await h.db.campaignBill.list(of)).filter(({ why }) => why === 'refund')
  const wholesaleBack = async (of: Campaign) =>
    (await papersOf(of)).reduce((sum, { sums }) => sum + sums.wholesaleCents, 0)
  const listed = async (of: Campaign) =>
    (await h.call('olive', 'payments.listUnpaid', { company_id: h.cast.root.id })).body.refunds?.filter(
      ({ leadspeekID }) => leadspeekID === of.number,
    ) ?? []
  const end = (of: Campaign, more: { by_hand?: true } = {}) =>
    h.call('olive', 'payments.endRefund', { leadspeekID: of.number, refund: 1, part: 0, ...more })
  const counterBill = (of: Campaign) =>
    h.db.payment.find({ companyId: northlight.id, key: `${of.id}-refund-000001-1-back-agency` })
  async function clientsMoneyComesBack(of: Campaign): Promise<void> {
    const id = await refundOf(of)
    h.stripe.byHand.endRefund(id, h.accountId, 'expired_or_canceled_card')
    await tell('refund.failed', id)
  }
  /** 60 leads went back to the client, and their fee of 30.00 was refused. */
  async function owed(price: Parameters<typeof h.campaign>[0] = {}): Promise<Campaign> {
    const campaign = await running(price)
    await h.sell(campaign, 40)
    await h.run('ada', campaign.number, 'F')
    await refundLeads(refusing(), await h.fresh(campaign), giveBack)
    expect([(await partOf(campaign))?.status, await feesBack(campaign), await wholesaleBack(campaign)]).toEqual([
      'done',
      0,
      0,
    ])
    return campaign
  }

  it('stands among what operators see to, and on no bill, until it went, which it does once', async () => {
    const campaign = await owed()
    expect(await listed(campaign)).toMatchObject([
      { company_name: northlight.name, amount: '30.00', fee_amount: '0.00', refund: 1, part: 0 },
    ])
    const [row] = await listed(campaign)
    expect(row?.reason).toMatch(/The client has its money.+The balance is too low.+four times a day/s)
    const home = await h.call('olive', 'account.home', {})
    expect(home.body.attention.map(({ kind }) => kind)).toContain('refunds_unknown')
    // Refused again, and nobody else's sweep asks for it at the same time.
    const refusedAgain = refusing()
    await Promise.all([1, 2].map(async () => continueRefunds(refusedAgain, await h.fresh(campaign))))
    expect([await feesBack(campaign), (await listed(campaign)).length]).toEqual([0, 1])
    later(7 * HOUR)
    await Promise.all([end(campaign), h.sweep()])
    expect([await feesBack(campaign), await wholesaleBack(campaign), await listed(campaign)]).toEqual([
      3_000,
      -3_000,
      [],
    ])
    await clientsMoneyComesBack(campaign)
    // It has its fee by now, so it owes that as ever.
    expect(await counterBill(campaign)).toMatchObject({ status: 'paid', amountCents: 3_000 })
    expect(await wholesaleBack(campaign)).toBe(0)
    await expectSound(campaign)
  })

  it('is asked of no agency that never got it, where the money of the client comes back', async () => {
    const campaign = await owed()
    const clients = { ...refusing(), paymentDeps: makePaymentDeps(h.services) }
    const id = await refundOf(campaign)
    h.stripe.byHand.endRefund(id, h.accountId, 'expired_or_canceled_card')
    const event = {
      eventId: 'evt_x',
      type: 'refund.failed' as const,
      objectId: id,
      accountId: h.accountId,
    }
    await handleStripeEvent(clients, event)
    expect([(await partOf(campaign))?.status, await leftOf(campaign), await counterBill(campaign)]).toEqual([
      'failed',
      60,
      undefined,
    ])
    expect([await feesBack(campaign), await wholesaleBack(campaign), await listed(campaign)]).toEqual([0, 0, []])
    await expectSound(campaign)
  })

  it('is over where an operator paid it by hand: it is not asked for in that moment, and owed where the money comes back', async () => {
    const campaign = await owed()
    const [first, second] = await Promise.all([end(campaign, { by_hand: true }), end(campaign, { by_hand: true })])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    later(DAY)
    await h.sweep()
    await continueRefunds(h.services, await h.fresh(campaign))
    expect([await feesBack(campaign), await listed(campaign), await wholesaleBack(campaign)]).toEqual([0, [], -3_000])
    await clientsMoneyComesBack(campaign)
    expect(await counterBill(campaign)).toMatchObject({ status: 'paid', amountCents: 3_000 })
    expect(await wholesaleBack(campaign)).toBe(0)
  })

  it('goes once wherever the worker crashes that asks for it anew', async () => {
    for (const at of ['noteRefund', 'saveRefund'] as const)
      for (const when of ['before', 'after'] as const) {
        const campaign = await owed()
        const books = h.db.campaignBill
        const crashing = Object.assign(Object.create(books), {
          [at]: async (...asked: Parameters<typeof books.saveRefund>) => {
            if (when === 'after') await (books[at] as (...asked: unknown[]) => Promise<unknown>)(...asked)
            throw new Error('crashed')
          },
        })
        await expect(
          continueRefunds({ ...h.services, db: { ...h.db, campaignBill: crashing } }, await h.fresh(campaign)),
        ).rejects.toThrow('crashed')
        // Its payer's money comes back before anybody goes on: who hears of that ends the try first.
        if (at === 'noteRefund' && when === 'after') await clientsMoneyComesBack(campaign)
        later(7 * HOUR)
        await h.sweep()
        await continueRefunds(h.services, await h.fresh(campaign))
        const isBack = (await partOf(campaign))?.status === 'failed'
        expect([await feesBack(campaign), await wholesaleBack(campaign)]).toEqual([3_000, isBack ? 0 : -3_000])
        expect((await counterBill(campaign))?.amountCents).toBe(isBack ? 3_000 : undefined)
        expect(await listed(campaign)).toEqual([])
      }
  })

  it('that its own card had got and sent back is seen to by operators, and asked of it by nobody', async () => {
    // Retail below wholesale: the agency paid the rest from its own card.
    const campaign = await running({ perLeadCentiCents: 3_000 })
    await h.run('ada', campaign.number, 'F')
    await refundLeads(h.services, await h.fresh(campaign), { amountCents: 3_000, by: 'test', isClient: true })
    const part = await partOf(campaign)
    expect(part).toMatchObject({ status: 'done', clientCents: 3_000 })
    const paid = await paymentOf(campaign, 'start-000001-agency', northlight.id)
    const [own] = h.stripe.list('refund').filter(({ payment_intent: id }) => id === paid.chargeId)
    expect(own?.amount).toBe(part?.agencyCents)
    const before = await wholesaleBack(campaign)
    h.stripe.byHand.endRefund(own?.id ?? '', '', 'expired_or_canceled_card')
    await tell('refund.failed', own?.id ?? '', '')
    await tell('refund.failed', own?.id ?? '', '')
    expect(await listed(campaign)).toMatchObject([
      { company_name: northlight.name, reason: expect.stringContaining('would send it back again') },
    ])
    expect(await wholesaleBack(campaign)).toBe(before + (part?.agencyCents ?? 0))
    later(7 * HOUR)
    await h.sweep()
    expect((await end(campaign)).body).toMatchObject({
      status: 'open',
      message: expect.stringContaining('another way'),
    })
    expect((await end(campaign, { by_hand: true })).status).toBe(200)
    await tell('refund.failed', own?.id ?? '', '')
    expect([await listed(campaign), await wholesaleBack(campaign)]).toEqual([[], before])
    expect(h.stripe.list('refund').filter(({ payment_intent: id }) => id === paid.chargeId)).toHaveLength(1)
  })
})
