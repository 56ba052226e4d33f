// An answer is lost, and before anybody could look what became of it, the account that was asked is taken away from the platform: then
// nobody knows. It did not fail, nothing is asked for again, and as soon as somebody can look, it ends as it was: charged once.
import { beforeEach, describe, expect, it } from 'vitest'
import { stopCampaigns } from '#functions/domain/campaigns/stop.ts'
import { continueRefunds } from '#functions/domain/purchases/continue-refunds.ts'
import { refundLeads } from '#functions/domain/purchases/refund.ts'
import { settlePart } from '#functions/domain/purchases/settle-refund.ts'
import { endOwedRefund } from '#functions/domain/purchases/whole-refund.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { startPurchases } from '../billing/purchase-stage.ts'

const h = await startPurchases()
const { northlight, brightSmiles, root, users } = h.cast
const { accountId: account } = h
const CHARGE = 'POST /v1/payment_intents'
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)
const find = (key: string) => h.db.payment.find({ companyId: brightSmiles.id, key })
const isFailed = async () => (await h.db.company.get(brightSmiles.id)).paymentFailed
/** What was charged for a debt, in the account of the agency and in another. */
const charged = (key: string, of = account) =>
  h.stripe
    .list('payment_intent', of)
    .filter(({ metadata, status }) => metadata.payment === key && status === 'succeeded').length
const keys = { secretKey: 'sk_test_leadloom_local', webhookSecrets: ['whsec_leadloom_local'] }
const payAgain = () => h.call('cleo', 'payments.payAgain', { company_id: brightSmiles.id })
const unpaid = async () => (await h.call('olive', 'payments.listUnpaid', { company_id: root.id })).body.data
const settle = (more: { not_charged?: true } = {}) =>
  h.call('olive', 'payments.settleManually', { userID: users.cleo.id, ...more })
const failedMails = async () =>
  (await h.mailsTo(users.cleo.email)).filter(({ subject }) => /payment failed/i.test(subject)).length
const reconnect = async () => {
  h.stripe.byHand.reconnect(account)
  await h.call('ada', 'payments.checkConnectedAccount', { companyID: northlight.id })
}

/** Bills of the client: their answers are lost, with or without the money, and the account is gone before anybody looks. */
async function lose(keys: string[], how: 'gateway after' | 'gateway before' = 'gateway after'): Promise<void> {
  for (const key of keys) {
    h.stripe.fail(how, { operation: CHARGE })
    expect((await h.demand(brightSmiles, 9_000, key)).is).toBe('open')
  }
  h.stripe.clearFaults()
  h.stripe.byHand.disconnect(account)
  await h.call('ada', 'payments.checkConnectedAccount', { companyID: northlight.id })
  later(15 * MINUTE)
  expect(await h.retry()).toMatchObject({ open: keys.length, failed: 0, paid: 0, errors: [] })
}

beforeEach(async () => {
  later(10 * MINUTE)
  h.stripe.clearFaults()
})

describe('a charge whose account is gone before anybody could look', () => {
  it('did not fail, and is charged once, by whoever asks first after the account is back', async () => {
    await lose(['once'])
    expect(await find('once')).toMatchObject({ status: 'open', failedAt: null, retries: 0, attempts: 1 })
    expect([await isFailed(), await failedMails()]).toEqual([false, 0])
    // Nobody who asks again, by hand or by itself, moves money.
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const company = await h.db.company.get(brightSmiles.id)
    const same = { company, key: 'once', purpose: 'invoice', amountCents: 9_000, description: 'Leads' }
    expect((await collect(h.services, same)).is).toBe('open')
    expect((await payAgain()).status).toBe(409)
    later(3 * DAY)
    expect(await h.retry()).toMatchObject({ open: 1, failed: 0 })
    await reconnect()
    expect(await isFailed()).toBe(false)
    // Three days later the provider has forgotten the key: all at once, by a person, the timetable and the bill itself.
    await Promise.all([payAgain(), payAgain(), h.retry(), collect(h.services, same)])
    expect(await find('once')).toMatchObject({ status: 'paid', unreachableSince: null })
    expect(charged('once')).toBe(1)
    expect(await unpaid()).toEqual([])
    expect((await h.db.payment.listToSettle(brightSmiles.id)).length).toBe(0)
    // What the provider tells of it late changes nothing.
    await h.deliver()
    expect([charged('once'), h.stripe.list('refund', account).length]).toEqual([1, 0])
  })

  it('stands in the list of operators with what to do, and on the invoice of its payer', async () => {
    await lose(['listed'])
    const [row] = await unpaid()
    expect(row).toMatchObject({
      company_name: brightSmiles.name,
      unknown: true,
      next_try_at: null,
      reason: expect.stringContaining(`the account ${account} is not connected any more`),
    })
    const { body } = await h.call('cleo', 'payments.invoices', { company_id: brightSmiles.id })
    const shown = body.data.find(({ description, status }) => description === 'Leads' && status === 'open')
    expect(shown).toMatchObject({ next_try_at: null, reason: expect.stringContaining('It is not known whether') })
    expect((await h.call('olive', 'payments.listUnpaid', { company_id: root.id })).body.data).toHaveLength(1)
    await reconnect()
    await h.retry(h.services.now())
    later(HOUR)
    await h.retry()
    expect([(await find('listed'))?.status, charged('listed'), await unpaid()]).toEqual(['paid', 1, []])
  })

  it('is asked for once more, under its own key, where nothing had arrived', async () => {
    await lose(['never'], 'gateway before')
    later(2 * DAY)
    await reconnect()
    expect((await payAgain()).body.result).toBe('success')
    expect([(await find('never'))?.status, charged('never'), await unpaid()]).toEqual(['paid', 1, []])
  })

  it('is charged once also where it was declined before, and its owner had pressed the button', async () => {
    await h.saveCard('cleo', 'pm_card_chargeCustomerFail', account)
    await h.demand(brightSmiles, 9_000, 'pressed')
    expect(await isFailed()).toBe(true)
    const { cardId } = await h.db.billing.get(brightSmiles.id)
    const card = h.stripe.get('payment_method', cardId, account)
    if (card) h.stripe.put('payment_method', { ...card, behaviour: 'pm_card_visa' }, account)
    h.stripe.fail('gateway after', { operation: CHARGE })
    expect((await payAgain()).body.result).toBe('open')
    h.stripe.byHand.disconnect(account)
    later(20 * MINUTE)
    expect((await payAgain()).body).toMatchObject({ result: 'open', message: expect.stringContaining('not known') })
    expect((await unpaid())[0]).toMatchObject({ unknown: true, next_try_at: null })
    h.stripe.byHand.reconnect(account)
    later(5 * DAY)
    await Promise.all([payAgain(), payAgain(), h.retry()])
    expect([(await find('pressed'))?.status, charged('pressed'), await isFailed()]).toEqual(['paid', 1, false])
    expect(await unpaid()).toEqual([])
    await h.saveCard('cleo', 'pm_card_visa', account)
  })

  it('ends where an operator settles it: no card is asked again, and a charge that turns up goes back', async () => {
    await lose(['settled'])
    expect((await settle()).body.result).toBe('success')
    expect([(await find('settled'))?.status, await unpaid()]).toEqual(['settled', []])
    await reconnect()
    later(HOUR)
    await h.retry()
    expect(charged('settled')).toBe(1)
    await h.deliver()
    expect(h.stripe.list('refund', account).map(({ amount, status }) => [amount, status])).toEqual([
      [9_000, 'succeeded'],
    ])
  })

  it('goes back where an operator settled it, also after the account was away for longer than events are kept', async () => {
    const before = h.stripe.list('refund', account).length
    await lose(['long-gone'])
    expect((await settle()).body.result).toBe('success')
    later(45 * DAY)
    // Nobody tells of it: there was nobody to tell when it was made, and no event is kept so long.
    await reconnect()
    await h.drain()
    const refunds = () => h.stripe.list('refund', account).slice(0, h.stripe.list('refund', account).length - before)
    expect([charged('long-gone'), (await find('long-gone'))?.status]).toEqual([1, 'settled'])
    expect(refunds().map(({ amount, status }) => [amount, status])).toEqual([[9_000, 'succeeded']])
    await h.deliver()
    await h.drain()
    expect(refunds()).toHaveLength(1)
  })

  it('is not known where it is taken away between two tries that the library makes by itself', async () => {
    const payments = openPayments({
      keys: { current: async () => keys, after: async () => undefined },
      url: h.stripe.url,
      timeoutMs: 5_000,
      retries: 1,
      now: h.services.now,
    })
    const { customerId, cardId } = await h.db.billing.get(brightSmiles.id)
    const key = `${brightSmiles.id}#between#1`
    h.stripe.fail('gateway after', { operation: CHARGE })
    const asked = payments.charge({
      key,
      accountId: account,
      customerId,
      paymentMethodId: cardId,
      amountCents: 900,
      description: 'Leads',
      metadata: { payment: 'between' },
    })
    const outcome = asked.then(
      ({ status }) => status,
      (error: Error) => error.name,
    )
    while (charged('between') === 0) await new Promise((done) => setTimeout(done, 5))
    h.stripe.byHand.disconnect(account)
    expect(await outcome).toBe('OutcomeUnknown')
    // Nothing was under way before: then it is certain that nothing was made.
    expect(
      await payments.charge({
        key: `${key}-2`,
        accountId: account,
        customerId,
        paymentMethodId: cardId,
        amountCents: 900,
        description: 'Leads',
        metadata: {},
      }),
    ).toMatchObject({ status: 'declined', code: 'account_not_ready' })
    h.stripe.byHand.reconnect(account)
  })
})

describe('the start of a campaign whose account is gone before anybody could look', () => {
  it('says so to who presses again, and is charged once after the account is back', async () => {
    const campaign = await h.campaign()
    h.stripe.fail('gateway after', { operation: CHARGE })
    h.stripe.fail('gateway before', { operation: 'GET /v1/payment_intents', times: 20 })
    expect((await h.beginInVain('cleo', campaign)).status).toBe(503)
    h.stripe.clearFaults()
    h.stripe.byHand.disconnect(account)
    later(20 * MINUTE)
    const again = await h.beginInVain('cleo', campaign)
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('It is not known whether the start'),
    ])
    later(2 * DAY)
    await h.sweep()
    await h.retry()
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeDefined()
    await reconnect()
    await Promise.all([h.begin('cleo', campaign), h.begin('ada', campaign), h.sweep()])
    expect([h.paid(campaign).length, (await h.fresh(campaign)).status]).toEqual([1, 'active'])
    expect(await unpaid()).toEqual([])
  })

  it('is asked for anew where an operator says that nothing was charged', async () => {
    const campaign = await h.campaign()
    h.stripe.fail('gateway before', { operation: CHARGE })
    await h.begin('cleo', campaign)
    h.stripe.clearFaults()
    h.stripe.byHand.disconnect(account)
    later(20 * MINUTE)
    await h.begin('cleo', campaign)
    expect((await unpaid()).map(({ unknown }) => unknown)).toEqual([true])
    expect((await settle({ not_charged: true })).body.result).toBe('success')
    expect([await unpaid(), await isFailed(), await h.db.campaignBill.findPurchase(campaign)]).toEqual([
      [],
      false,
      undefined,
    ])
    await reconnect()
    expect((await h.begin('cleo', campaign)).status).toBe(200)
    expect(h.paid(campaign)).toHaveLength(1)
  })
})

describe('leads that are given back', () => {
  const refunds = (of: Campaign) => {
    const mine = new Set(
      h.stripe
        .list('payment_intent', account)
        .flatMap(({ id, metadata }) => (metadata.payment?.startsWith(of.id) ? [id] : [])),
    )
    return h.stripe.list('refund', account).flatMap(({ payment_intent: of, amount }) => (mine.has(of) ? [amount] : []))
  }
  async function paused(): Promise<Campaign> {
    const campaign = await h.campaign({ topUp: { mode: 'onetime', leads: 100 } })
    expect((await h.begin('cleo', campaign)).status).toBe(200)
    await h.run('ada', campaign.number, 'F')
    return h.fresh(campaign)
  }
  const giveBack = (of: Campaign) =>
    h.call('cleo', 'campaigns.refundTopUp', { leadspeekID: of.number, refund_amount: 150 })
  const parts = async (of: Campaign) => (await h.db.campaignBill.listRefunds(of)).map((each) => each.parts[0]?.status)

  it('are not there again while nobody knows whether their money went, and it goes once', async () => {
    const campaign = await paused()
    h.stripe.fail('gateway after', { operation: 'POST /v1/refunds' })
    await giveBack(campaign)
    h.stripe.clearFaults()
    h.stripe.byHand.disconnect(account)
    for (let day = 0; day < 3; day++) {
      later(DAY)
      await h.sweep()
    }
    expect([await parts(campaign), (await h.meterOf(campaign)).bought]).toEqual([['open'], 0])
    await reconnect()
    later(DAY)
    await Promise.all([h.sweep(), continueRefunds(h.services, await h.fresh(campaign))])
    await h.sweep()
    expect([await parts(campaign), refunds(campaign)]).toEqual([['done'], [15_000]])
  })

  const listed = async () =>
    (await h.call('olive', 'payments.listUnpaid', { company_id: root.id })).body.refunds?.filter(
      ({ company_name: name }) => name === brightSmiles.name,
    ) ?? []
  const end = (of: Campaign, more: { by_hand?: true } = {}, who: 'olive' | 'ada' | 'sam' = 'olive') =>
    h.call(who, 'payments.endRefund', { leadspeekID: of.number, refund: 1, part: 0, ...more })
  /** A refund whose answer is lost, with or without the money, and whose account is gone before anybody could look. */
  async function unknown(how: 'gateway after' | 'gateway before'): Promise<Campaign> {
    const campaign = await paused()
    h.stripe.fail(how, { operation: 'POST /v1/refunds' })
    await giveBack(campaign)
    h.stripe.clearFaults()
    h.stripe.byHand.disconnect(account)
    expect(await listed()).toEqual([])
    later(DAY)
    await h.sweep()
    return campaign
  }

  it('stand among what operators see to, since when and how much, until somebody can look', async () => {
    const campaign = await unknown('gateway after')
    const [row] = await listed()
    expect(row).toMatchObject({
      leadspeekID: campaign.number,
      campaign_name: campaign.name,
      agency_name: northlight.name,
      refund: 1,
      part: 0,
      amount: '150.00',
      fee_amount: '50.00',
      since: new Date(h.services.now()).toISOString(),
      reason: expect.stringContaining(`the account ${account} is not connected any more`),
    })
    for (const who of ['ada', 'sam'] as const) expect((await end(campaign, {}, who)).status).toBe(403)
    later(DAY)
    expect((await end(campaign)).body.status).toBe('open')
    // It stands there since it was not known first, and is looked at again by itself.
    expect(await listed()).toEqual([row])
    await reconnect()
    expect((await end(campaign)).body.status).toBe('done')
    expect([await listed(), await parts(campaign), refunds(campaign)]).toEqual([[], ['done'], [15_000]])
    expect((await end(campaign, { by_hand: true })).status).toBe(409)
    expect((await end(campaign)).body.status).toBe('done')
  })

  it('stand there too where the account is gone before the fee went, which goes as soon as it is back', async () => {
    const campaign = await paused()
    const gone = { status: 'unreachable' as const, id: '', code: '', reason: 'The account is not connected.' }
    const payments = new Proxy(h.services.payments, {
      get: (all, name) => (name === 'refundFee' ? async () => gone : Reflect.get(all, name)),
    })
    await refundLeads({ ...h.services, payments }, campaign, { amountCents: 15_000, by: 'test', isClient: true })
    expect([await parts(campaign), refunds(campaign)]).toEqual([['open'], [15_000]])
    expect(await listed()).toMatchObject([{ leadspeekID: campaign.number, fee_amount: '50.00' }])
    expect((await end(campaign)).body.status).toBe('done')
    expect([await listed(), refunds(campaign)]).toEqual([[], [15_000]])
    const fees = h.stripe.list('fee_refund').filter(({ metadata }) => String(metadata?.key).includes(campaign.id))
    expect(fees.map(({ amount }) => amount)).toEqual([5_000])
  })

  it('are over where an operator saw to it by hand: nothing is asked for any more, and nothing told of it changes that', async () => {
    const campaign = await unknown('gateway before')
    const [first, second] = await Promise.all([end(campaign, { by_hand: true }), end(campaign, { by_hand: true })])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    expect([await listed(), await parts(campaign), (await h.meterOf(campaign)).bought]).toEqual([[], ['done'], 0])
    const [paper] = (await h.db.campaignBill.list(campaign)).filter(({ why }) => why === 'refund')
    expect(paper?.sums).toMatchObject({ clientPaysCents: -15_000, feeCents: -5_000 })
    expect((await h.db.campaignBill.listRefunds(campaign))[0]?.parts[0]).toMatchObject({ settledBy: users.olive.id })
    await reconnect()
    later(DAY)
    await h.sweep()
    await continueRefunds(h.services, await h.fresh(campaign))
    expect(refunds(campaign)).toEqual([])
  })

  it('are over too where the worker crashed while the agency was paid its own part, which it gets once', async () => {
    // Retail below wholesale: the agency paid the rest from its own card.
    const price = { perLeadCentiCents: 3_000, platformFeeCents: 0, periodFeeCents: 0 }
    const campaign = await h.campaign({ ...price, topUp: { mode: 'onetime', leads: 100 } })
    expect((await h.begin('cleo', campaign)).status).toBe(200)
    await h.run('ada', campaign.number, 'F')
    h.stripe.fail('gateway before', { operation: 'POST /v1/refunds' })
    await h.call('cleo', 'campaigns.refundTopUp', { leadspeekID: campaign.number, refund_amount: 30 })
    h.stripe.clearFaults()
    h.stripe.byHand.disconnect(account)
    later(DAY)
    await h.sweep()
    const crashing: typeof h.db = {
      ...h.db,
      campaignBill: Object.assign(Object.create(h.db.campaignBill), {
        saveRefund: () => Promise.reject(new Error('crashed')),
      }),
    }
    const settling = { number: 1, index: 0, by: users.olive.id }
    await settlePart({ ...h.services, db: crashing }, await h.fresh(campaign), settling).catch(() => undefined)
    await reconnect()
    later(DAY)
    await h.sweep()
    const [part] = (await h.db.campaignBill.listRefunds(campaign))[0]?.parts ?? []
    expect(part).toMatchObject({ status: 'done', settledBy: users.olive.id })
    const toAgency = h.stripe.list('refund').filter(({ metadata }) => String(metadata?.key).includes(campaign.id))
    expect([refunds(campaign), toAgency.map(({ amount }) => amount)]).toEqual([[], [part?.agencyCents]])
    expect([part?.agencyCents, (await h.meterOf(campaign)).bought]).toEqual([expect.any(Number), 0])
    expect(part?.agencyCents).toBeGreaterThan(0)
  })

  it('are not settled where somebody can look by now: it ends as it is found, and the money goes once', async () => {
    const campaign = await unknown('gateway before')
    h.stripe.byHand.reconnect(account)
    expect((await end(campaign, { by_hand: true })).status).toBe(409)
    expect([await listed(), await parts(campaign), refunds(campaign)]).toEqual([[], ['done'], [15_000]])
    await h.call('ada', 'payments.checkConnectedAccount', { companyID: northlight.id })
  })

  it('are there again where nothing had been asked before', async () => {
    const campaign = await paused()
    h.stripe.byHand.disconnect(account)
    expect((await giveBack(campaign)).body).toMatchObject({ status: 'failed', remaining_leads: 100 })
    await reconnect()
    expect((await giveBack(campaign)).body).toMatchObject({ status: 'done', remaining_leads: 0 })
    expect(refunds(campaign)).toEqual([15_000])
  })
})

describe('a whole charge that is to go back', () => {
  const charges = async () => (await h.call('olive', 'payments.listUnpaid', { company_id: root.id })).body.charges ?? []
  const refundsTold = async () =>
    (await h.call('olive', 'account.home', {})).body.attention.filter(({ kind }) => kind === 'refunds_unknown')
  const paymentOf = async (of: Campaign) => {
    const [mine] = (await h.db.payment.list(brightSmiles.id)).filter(({ campaignId }) => campaignId === of.id)
    if (!mine?.chargeId) throw new Error('Nothing was paid.')
    return { ...mine, chargeId: mine.chargeId }
  }
  const went = (chargeId: string) =>
    h.stripe.list('refund', account).filter(({ payment_intent: of }) => of === chargeId).length
  const end = (charge: string, more: { by_hand?: true } = {}, who: 'olive' | 'ada' | 'sam' = 'olive') =>
    h.call(who, 'payments.endOwedRefund', { company_id: root.id, charge, ...more })
  /** A start that was paid and cannot be made any more; its account is gone before anybody could give its money back. */
  async function owed() {
    const campaign = await h.campaign()
    h.stripe.fail('gateway after', { operation: CHARGE, times: 3 })
    h.stripe.fail('gateway before', { operation: 'GET /v1/payment_intents', times: 20 })
    await h.beginInVain('ada', campaign).catch(() => undefined)
    h.stripe.clearFaults()
    await h.archive('ada', campaign.number)
    later(20 * MINUTE)
    await h.retry()
    expect((await paymentOf(campaign)).status).toBe('paid')
    h.stripe.byHand.disconnect(account)
    await h.sweep()
    return campaign
  }

  it('stands among what operators see to and on their first page, frees its campaign, and goes once', async () => {
    const campaign = await owed()
    const { chargeId, description } = await paymentOf(campaign)
    const [row] = await charges()
    expect(row).toMatchObject({
      charge: chargeId,
      company_name: brightSmiles.name,
      agency_name: northlight.name,
      description,
      amount: '300.00',
      fee_amount: '100.00',
      reason: expect.stringContaining(`the account ${account} is not connected any more`),
    })
    expect(await refundsTold()).toMatchObject([{ total: 1, at: row?.since }])
    expect(await h.db.campaignBill.findPurchase(campaign)).toBeUndefined()
    for (const who of ['ada', 'sam'] as const) expect((await end(chargeId, {}, who)).status).toBe(403)
    const ofOthers = endOwedRefund(h.services, { id: 'com_other' }, { chargeId })
    await expect(ofOthers).rejects.toThrow('not found')
    expect((await end(chargeId)).body.status).toBe('open')
    later(DAY)
    expect((await h.retry()).errors).toEqual([])
    expect(await charges()).toEqual([row])
    await reconnect()
    later(DAY)
    await Promise.all([h.retry(), h.retry()])
    expect([await charges(), await refundsTold(), went(chargeId)]).toEqual([[], [], 1])
    expect(await paymentOf(campaign)).toMatchObject({ status: 'refunded', refundedCents: 30_000 })
    expect((await end(chargeId)).status).toBe(404)
  })

  it('is over where an operator saw to it by hand: nothing is asked for any more', async () => {
    const campaign = await owed()
    const { chargeId } = await paymentOf(campaign)
    const both = await Promise.all([end(chargeId, { by_hand: true }), end(chargeId, { by_hand: true })])
    expect(both.map(({ status }) => status).sort()[0]).toBe(200)
    expect(both.map(({ status }) => status).sort()[1]).toBeGreaterThanOrEqual(404)
    expect([await charges(), await refundsTold()]).toEqual([[], []])
    expect((await paymentOf(campaign)).status).toBe('refunded')
    await reconnect()
    later(DAY)
    await h.retry()
    expect((await end(chargeId, { by_hand: true })).status).toBe(404)
    expect(went(chargeId)).toBe(0)
  })

  it('that came twice is begun in the books, so it goes back although its worker died', async () => {
    const { keepOne } = await import('#functions/domain/payments/record.ts')
    await h.demand(brightSmiles, 9_000, 'doubled')
    const kept = await find('doubled')
    if (!kept) throw new Error('It is not there.')
    const { customerId, cardId } = await h.db.billing.get(brightSmiles.id)
    const charge = await h.services.payments.charge({
      key: `${brightSmiles.id}#doubled#second`,
      accountId: account,
      customerId,
      paymentMethodId: cardId,
      amountCents: 9_000,
      description: 'Twice',
      metadata: { kind: 'payment', company: brightSmiles.id, payment: 'doubled', purpose: 'invoice' },
    })
    if (charge.status !== 'succeeded') throw new Error('It was not paid.')
    h.stripe.fail('gateway before', { operation: 'POST /v1/refunds', times: 9 })
    await expect(keepOne(h.services, kept, { id: charge.id, accountId: account })).rejects.toThrow()
    h.stripe.clearFaults()
    expect([await charges(), went(charge.id)]).toEqual([[], 0])
    later(10 * MINUTE)
    expect((await h.retry()).errors).toEqual([])
    expect([went(charge.id), (await find('doubled'))?.status]).toEqual([1, 'paid'])
    // Its bank sends it back: it is to go back still, and somebody has to see to it.
    const [refund] = h.stripe.list('refund', account).filter(({ payment_intent: of }) => of === charge.id)
    h.stripe.byHand.endRefund(refund?.id ?? '', account, 'lost_or_stolen_card')
    await h.deliver()
    expect(await charges()).toMatchObject([
      { charge: charge.id, reason: expect.stringContaining('sent the money back') },
    ])
    expect((await end(charge.id, { by_hand: true })).status).toBe(200)
    await h.deliver()
    expect(await charges()).toEqual([])
  })
})

// The last one: it leaves the account behind.
describe('an agency that has opened another account', () => {
  it('asks for nothing that nobody knows, until an operator says how it was', async () => {
    await lose(['moved', 'kept'], 'gateway before')
    await stopCampaigns(h.services, northlight, 'user')
    expect((await h.call('ada', 'payments.resetPaymentConnection', { companyID: northlight.id })).status).toBe(200)
    const other = await h.connect('ada')
    expect(other).not.toBe(account)
    expect((await h.saveCard('cleo', 'pm_card_visa', other)).status).toBe(200)
    later(2 * DAY)
    await h.retry()
    expect([charged('moved', other), charged('kept', other), await isFailed()]).toEqual([0, 0, false])
    expect(await unpaid()).toHaveLength(2)
    expect((await settle({ not_charged: true })).body.result).toBe('success')
    expect(await unpaid()).toMatchObject([{ next_try_at: expect.any(String) }, { next_try_at: expect.any(String) }])
    expect([await isFailed(), (await settle({ not_charged: true })).status]).toEqual([true, 409])
    expect((await payAgain()).body.result).toBe('success')
    expect([charged('moved', other), charged('kept', other), await isFailed()]).toEqual([1, 1, false])
    expect(await unpaid()).toEqual([])
  })
})
