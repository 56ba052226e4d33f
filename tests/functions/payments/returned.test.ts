// Money that goes back at the provider by itself or by hand there, told by events that come twice, in any order, and before our own
// answer: invoices, payers and campaigns follow once, and nothing of another tenant does.
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChargeBack } from '#functions/data/payments/owed-refund.ts'
import { makeMail } from '#functions/domain/mail/make.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { backOf, endOwedRefund, giveWholeBack } from '#functions/domain/purchases/whole-refund.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect, cardForm, deliver } = stageOf(h)
const { northlight, copper, brightSmiles, campaigns } = h.cast
h.setClock(h.services.now() + DAY)
const account = await connect('ada')
const other = await connect('abe')
await h.call('cleo', 'payments.createCustomer', cardForm('cleo', h.stripe.card('pm_card_visa', account)))
await saveCard('ada')
await saveCard('abe')

const find = (key: string, companyId = brightSmiles.id) => h.db.payment.find({ companyId, key })
const isFailed = async (id = brightSmiles.id) => (await h.db.company.get(id)).paymentFailed
const campaign = () => h.db.campaign.get(brightSmiles.id, campaigns.smiles.id)
const tell = (type: StripeEventName, objectId: string, accountId = '') =>
  handleStripeEvent(
    { ...h.services, paymentDeps: makePaymentDeps(h.services) },
    { eventId: 'evt_x', type, objectId, accountId },
  )
const mailsTo = async (who: 'ada' | 'cleo' | 'olive' | 'abe', subject: string) =>
  (await h.mailsTo(h.cast.users[who].email)).filter((mail) => mail.subject.includes(subject))
const invoices = async (who: 'cleo' | 'ada', companyId: string) =>
  (await h.call(who, 'payments.invoices', { company_id: companyId })).body.data

let paid = 0
/** An invoice of $100.00 that the client's card pays into its agency's account, $40.00 of it to the platform. */
async function invoice() {
  h.setClock(h.services.now() + HOUR)
  const key = `inv-${++paid}`
  const company = await h.db.company.get(brightSmiles.id)
  const demand = { company, key, purpose: 'invoice', amountCents: 10_000, description: `Leads ${paid}` }
  expect((await collect(h.services, { ...demand, applicationFeeCents: 4_000 })).is).toBe('paid')
  const chargeId = (await find(key))?.chargeId ?? ''
  return { key, chargeId }
}

beforeEach(async () => {
  h.stripe.clearFaults()
  h.mails.clear()
  await h.db.company.update(brightSmiles.id, { paymentFailed: false })
  const now = await campaign()
  if (now.status === 'stopped') await h.db.campaignChange.setStatus(now, 'paused', 'user')
  await h.db.campaignChange.setStatus(await campaign(), 'active', 'user')
})

describe('a refund by hand at the provider', () => {
  it('is on the invoice, however often and in whatever order it is told of, and its payer hears of it once', async () => {
    const { key, chargeId } = await invoice()
    expect(await find(key)).toMatchObject({ accountId: account, refundedCents: 0 })
    const first = h.stripe.byHand.refund(chargeId, { amount: 2_500 }, account)
    const charge = h.stripe.get('payment_intent', chargeId, account)?.latest_charge ?? ''
    for (const type of ['charge.refunded', 'refund.created', 'refund.updated', 'charge.refunded'] as const)
      await tell(type, type === 'charge.refunded' ? charge : first.id, account)
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 2_500 })
    const rest = h.stripe.byHand.refund(chargeId, {}, account)
    await Promise.all([tell('refund.created', rest.id, account), tell('refund.created', first.id, account)])
    expect(await find(key)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    await h.drain()
    expect((await mailsTo('cleo', 'refunded')).map(({ text = '' }) => /\$\d+\.00/.exec(text)?.[0]).sort()).toEqual([
      '$25.00',
      '$75.00',
    ])
    expect((await invoices('cleo', brightSmiles.id))[0]).toMatchObject({ status: 'refunded', refunded: '100.00' })
    expect([await isFailed(), (await campaign()).status]).toEqual([false, 'active'])
    // One that its bank sent back went nowhere.
    h.stripe.byHand.endRefund(rest.id, account, 'lost_or_stolen_card')
    await tell('refund.failed', rest.id, account)
    await tell('refund.updated', rest.id, account)
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 2_500 })
    await h.drain()
    const [sentBack, ...more] = await mailsTo('cleo', 'came back')
    expect([sentBack?.text, more]).toEqual([expect.stringContaining('$75.00'), []])
  })

  it('that we asked for ourselves is on the invoice too, and is not told once more', async () => {
    const { key, chargeId } = await invoice()
    const part = { key: 'ours', chargeId, amountCents: 1_000, accountId: account }
    const { id } = await h.services.payments.refund(part)
    await tell('refund.created', id, account)
    expect(await find(key)).toMatchObject({ refundedCents: 1_000 })
    await h.drain()
    expect(await mailsTo('cleo', 'refunded')).toEqual([])
  })

  it('of a charge that came twice and went back leaves the invoice as it is', async () => {
    const { key, chargeId } = await invoice()
    const first = h.stripe.get('payment_intent', chargeId, account)
    if (!first) throw new Error('The charge is missing.')
    const twin = { ...first, id: 'pi_twin', latest_charge: 'ch_twin' }
    h.stripe.put('payment_intent', twin, account)
    const { id } = h.stripe.byHand.refund('pi_twin', {}, account)
    expect(await tell('refund.created', id, account)).toContain('nothing of ours')
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 0 })
  })
})

describe('a whole charge that goes back and that its bank sends back at that very moment', () => {
  type Refund = typeof h.services.payments.refund
  /** `between`: what happens after the provider's answer and before our books have it. */
  async function giveBack(between: (refundId: string, back: ChargeBack) => Promise<unknown>) {
    await h.call('cleo', 'payments.saveCard', cardForm('cleo', h.stripe.card('pm_card_pendingRefund', account)))
    const { key, chargeId } = await invoice()
    const payment = await find(key)
    if (!payment) throw new Error('The invoice is missing.')
    const back = backOf(payment, { chargeId, accountId: account, paymentKey: key })
    let asked = 0
    const refund: Refund = async (request) => {
      const gone = await h.services.payments.refund(request)
      if (asked++ === 0) await between(gone.id, back)
      return gone
    }
    const payments = new Proxy(h.services.payments, {
      get: (all, name) => (name === 'refund' ? refund : Reflect.get(all, name)),
    })
    const is = await giveWholeBack({ ...h.services, payments }, back)
    return { key, chargeId, back, is }
  }
  const owed = (chargeId: string) => h.db.owedRefund.find({ companyId: brightSmiles.id, chargeId })
  const fail = (id: string) => h.stripe.byHand.endRefund(id, account, 'lost_or_stolen_card')

  it('is paid, and stands among what is to go back', async () => {
    const { key, chargeId, is } = await giveBack(async (id) => {
      fail(id)
      await tell('refund.failed', id, account)
    })
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 0 })
    expect([is, await owed(chargeId)]).toMatchObject(['waits', { reason: expect.stringContaining('sent') }])
    expect(await h.db.owedRefund.findOf(northlight.rootId, chargeId)).toBeDefined()
  })

  it('stands there also where who heard of it wrote last', async () => {
    const { key, chargeId, is } = await giveBack(async (id, back) => {
      fail(id)
      const { note } = { note: h.db.owedRefund.note }
      // The one that had seen it on its way forgets it before the other one has written.
      h.db.owedRefund.note = async (...noted) => {
        h.db.owedRefund.note = note
        const seen = await owed(back.chargeId)
        if (seen) await h.db.owedRefund.forget(seen)
        return note(...noted)
      }
      await tell('refund.failed', id, account)
    })
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 0 })
    expect([is, await owed(chargeId)]).toMatchObject(['waits', { reason: expect.stringContaining('sent') }])
  })

  it('is refunded as long as it is on its way, and stays so once an operator saw to it, whatever is told later', async () => {
    await h.drain()
    h.mails.clear()
    const { key, chargeId, is } = await giveBack(async () => undefined)
    expect([is, await owed(chargeId), await find(key)]).toMatchObject(['gone', undefined, { status: 'refunded' }])
    const { id } = h.stripe.list('refund', account)[0] ?? { id: '' }
    await h.drain()
    // It may fail yet.
    expect((await mailsTo('cleo', 'is being refunded')).map(({ text }) => text)).toEqual([
      expect.stringContaining('on its way'),
    ])
    fail(id)
    await tell('refund.failed', id, account)
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 0 })
    await h.drain()
    expect((await mailsTo('cleo', 'came back')).map(({ text }) => text)).toEqual([expect.stringContaining('$100.00')])
    const root = await h.db.company.get(northlight.rootId)
    expect(await endOwedRefund(h.services, root, { chargeId, by: 'usr_olive' })).toMatchObject({ is: 'settled' })
    expect(await find(key)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    await tell('refund.updated', id, account)
    expect(await find(key)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
  })
})

describe('a whole charge that goes back after somebody gave a part of it back by hand', () => {
  it.each([2_500, 10_000])('gives back what is left of it and no operator has to see to it (%i)', async (byHand) => {
    const { key, chargeId } = await invoice()
    h.stripe.byHand.refund(chargeId, { amount: byHand }, account)
    const payment = await find(key)
    if (!payment) throw new Error('The invoice is missing.')
    const back = backOf(payment, { chargeId, accountId: account, paymentKey: key })
    expect(await giveWholeBack(h.services, back)).toBe('gone')
    expect(await giveWholeBack(h.services, back)).toBe('gone')
    const { parts } = await h.services.payments.readRefunds({ chargeId, accountId: account })
    expect(parts.map(({ amountCents }) => amountCents)).toEqual([10_000 - byHand, byHand].filter((each) => each > 0))
    expect(await find(key)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    expect(await h.db.owedRefund.find({ companyId: brightSmiles.id, chargeId })).toBeUndefined()
  })
})

describe('a dispute', () => {
  it('marks its payer, stops its campaigns and tells both sides with the deadline, once; what is won is as it was', async () => {
    const { key, chargeId } = await invoice()
    const { id, evidence_details } = h.stripe.byHand.dispute(chargeId, { reason: 'product_not_received' }, account)
    for (const type of ['charge.dispute.funds_withdrawn', 'charge.dispute.created'] as const)
      await Promise.all([tell(type, id, account), tell(type, id, account)])
    expect(await find(key)).toMatchObject({
      status: 'paid',
      dispute: { id, state: 'open', amountCents: 10_000, dueAt: (evidence_details.due_by ?? 0) * 1000 },
    })
    expect([await isFailed(), await campaign()]).toMatchObject([
      true,
      { status: 'stopped', statusReason: 'payment_failed' },
    ])
    await h.drain()
    const [told, ...more] = await mailsTo('ada', 'disputed')
    expect([told?.text, more.length]).toEqual([expect.stringContaining('did not receive what they paid for'), 0])
    expect(told?.text).toContain('Answer by')
    expect(await mailsTo('cleo', 'disputed')).toHaveLength(1)
    expect((await invoices('cleo', brightSmiles.id))[0]).toMatchObject({
      status: 'disputed',
      dispute: { state: 'open', amount: '100.00' },
    })
    const { body } = await h.call('cleo', 'payments.getCard', { company_id: brightSmiles.id })
    expect(body.failed).toMatchObject([{ amount: '100.00', next_try_at: null, disputed: true }])
    // No card is asked for it again by itself.
    const charges = h.stripe.list('payment_intent', account).length
    await h.call('cleo', 'payments.saveCard', cardForm('cleo', h.stripe.card('pm_card_mastercard', account)))
    await h.drain()
    expect([h.stripe.list('payment_intent', account).length, await isFailed()]).toEqual([charges, true])

    h.stripe.byHand.moveDispute(id, 'won', account)
    for (const type of ['charge.dispute.funds_reinstated', 'charge.dispute.closed'] as const)
      await Promise.all([tell(type, id, account), tell(type, id, account)])
    expect([await isFailed(), await campaign()]).toMatchObject([false, { status: 'paused' }])
    // One that was late says nothing new.
    await tell('charge.dispute.created', id, account)
    expect([await isFailed(), (await find(key))?.dispute?.state]).toEqual([false, 'won'])
    await h.drain()
    expect(await mailsTo('ada', 'dispute')).toHaveLength(2)
    expect(await mailsTo('cleo', 'arrived')).toHaveLength(1)
    expect((await invoices('cleo', brightSmiles.id))[0]).toMatchObject({ status: 'paid', dispute: { state: 'won' } })
  })

  it('that is lost is owed until an operator settles it, and stays settled', async () => {
    const { key, chargeId } = await invoice()
    const { id } = h.stripe.byHand.dispute(chargeId, {}, account)
    await tell('charge.dispute.created', id, account)
    h.stripe.byHand.moveDispute(id, 'lost', account)
    await tell('charge.dispute.closed', id, account)
    expect([await isFailed(), (await find(key))?.dispute?.state]).toEqual([true, 'lost'])
    const settled = await settleFailure(h.services, await h.db.company.get(brightSmiles.id), 'test')
    expect(settled).toEqual({ count: 1, amountCents: 10_000 })
    expect([await isFailed(), (await campaign()).status]).toEqual([false, 'paused'])
    await tell('charge.dispute.closed', id, account)
    expect(await isFailed()).toBe(false)
    expect((await invoices('cleo', brightSmiles.id))[0]?.status).toBe('settled')
  })

  it('about which a bank only asks takes nothing and stops nothing; it may become one', async () => {
    const { key, chargeId } = await invoice()
    const { id } = h.stripe.byHand.dispute(chargeId, { isInquiry: true }, account)
    await tell('charge.dispute.created', id, account)
    expect([await isFailed(), (await find(key))?.dispute?.state]).toEqual([false, 'inquiry'])
    await h.drain()
    expect(await mailsTo('ada', 'bank asks')).toHaveLength(1)
    h.stripe.byHand.moveDispute(id, 'needs_response', account)
    await tell('charge.dispute.updated', id, account)
    expect([await isFailed(), (await campaign()).status]).toEqual([true, 'stopped'])
    h.stripe.byHand.moveDispute(id, 'won', account)
    await tell('charge.dispute.closed', id, account)
    expect(await isFailed()).toBe(false)
  })

  it('is ended well by whoever looks last, also when a look was overtaken', async () => {
    const { key, chargeId } = await invoice()
    const { id } = h.stripe.byHand.dispute(chargeId, {}, account)
    const { getDispute } = h.services.payments
    let looks = 0
    // The bank decides while the worker is at it.
    const overtaken = async (ask: { objectId: string; accountId?: string | undefined }) => {
      const said = await getDispute(ask)
      if (++looks === 2) {
        h.stripe.byHand.moveDispute(id, 'won', account)
        await tell('charge.dispute.closed', id, account)
      }
      return said
    }
    const payments = new Proxy(h.services.payments, {
      get: (all, name) => (name === 'getDispute' ? overtaken : Reflect.get(all, name)),
    })
    const deps = { ...h.services, payments, paymentDeps: makePaymentDeps(h.services) }
    const event = { eventId: 'evt_y', type: 'charge.dispute.created', objectId: id, accountId: account }
    await handleStripeEvent(deps, event)
    expect([await isFailed(), (await find(key))?.dispute?.state]).toEqual([false, 'won'])
    expect((await campaign()).status).toBe('paused')
  })

  it('may be the first that tells of its payment', async () => {
    h.setClock(h.services.now() + HOUR)
    const company = await h.db.company.get(copper.id)
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    const demand = { company, key: 'unheard', purpose: 'invoice', amountCents: 5_000, description: 'Leads' }
    expect((await collect(h.services, demand)).is).toBe('open')
    const intent = h.stripe.list('payment_intent').find(({ metadata }) => metadata.payment === 'unheard')
    const { id } = h.stripe.byHand.dispute(intent?.id ?? '')
    await tell('charge.dispute.created', id)
    expect(await find('unheard', copper.id)).toMatchObject({
      status: 'paid',
      chargeId: intent?.id,
      accountId: '',
      dispute: { state: 'open' },
    })
    expect(await isFailed(copper.id)).toBe(true)
    await h.drain()
    expect((await mailsTo('olive', 'disputed')).length + (await mailsTo('abe', 'disputed')).length).toBeGreaterThan(0)
    h.stripe.byHand.moveDispute(id, 'won')
    await deliver()
    expect(await isFailed(copper.id)).toBe(false)
  })

  it("changes nothing of a tenant by the events of another one's account", async () => {
    const { key, chargeId } = await invoice()
    const own = h.stripe.get('payment_intent', chargeId, account)
    if (!own) throw new Error('The charge is missing.')
    // The same in every word, in an account that is not its agency's; and in the platform's own.
    for (const place of [other, '']) {
      h.stripe.put('payment_intent', { ...own, latest_charge: `ch_${place}` }, place)
      const { id } = h.stripe.byHand.dispute(own.id, { amount: 5_000 }, place)
      expect(await tell('charge.dispute.created', id, place)).toContain('nothing of ours')
      h.stripe.byHand.moveDispute(id, 'won', place)
      const refund = h.stripe.byHand.refund(own.id, { amount: 1_000 }, place)
      expect(await tell('refund.created', refund.id, place)).toContain('nothing of ours')
    }
    expect(await find(key)).toMatchObject({ status: 'paid', refundedCents: 0, dispute: null })
    expect([await isFailed(), (await campaign()).status]).toEqual([false, 'active'])
    expect(await tell('charge.dispute.created', 'du_nobody', account)).toContain('nothing of ours')
    expect(await tell('refund.created', 're_nobody', account)).toContain('nothing of ours')
  })
})

describe('a payout that failed', () => {
  it('is told to the people of its agency once, with the reason', async () => {
    const { id } = h.stripe.byHand.failPayout(account, 12_500)
    await Promise.all([tell('payout.failed', id, account), tell('payout.failed', id, account)])
    await deliver()
    const mails = await mailsTo('ada', 'payout')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('The bank account has been closed.')
    expect(mails[0]?.text).toContain('$125.00')
    expect(mails[0]?.text).toContain('/configuration/general-setting?tab=payment')
    expect(await tell('payout.failed', id, other)).toContain('nothing of ours')
    expect(await tell('payout.failed', id)).toContain('nothing of ours')
  })

  it('leads sales people to their own account, not to settings that they do not have', async () => {
    const { root, users } = h.cast
    const made = await makeMail(
      { ...h.services, platform: { scheme: 'http', domain: 'localhost' } },
      {
        tenantId: root.id,
        mail: 'payoutFailed',
        facts: { userId: users.sam.id, amount: '$5.00', reason: 'The bank account has been closed.' },
      },
    )
    expect(made?.to).toBe(users.sam.email)
    expect(made?.text).toContain('/configuration/sales-connect-account')
    expect(made?.text).not.toContain('/configuration/general-setting')
  })
})

describe('an account that takes no cards any more', () => {
  const move = async (step: 'rejected' | 'complete') => {
    h.stripe.setAccount(account, step)
    await Promise.all([tell('account.updated', account, account), tell('account.updated', account, account)])
  }

  it('stops what its clients pay through it and says so once, and frees it when it works again', async () => {
    await move('rejected')
    expect(await campaign()).toMatchObject({ status: 'stopped', statusReason: 'payment_failed' })
    expect([await isFailed(), await isFailed(northlight.id)]).toEqual([false, false])
    await move('rejected')
    await deliver()
    expect(await mailsTo('ada', 'takes no cards')).toHaveLength(1)
    await move('complete')
    expect(await campaign()).toMatchObject({ status: 'paused' })
    // A second time is told again.
    await h.db.campaignChange.setStatus(await campaign(), 'active', 'user')
    h.setClock(h.services.now() + HOUR)
    await move('rejected')
    await deliver()
    expect(await mailsTo('ada', 'takes no cards')).toHaveLength(2)
    await move('complete')
  })

  it('frees nothing of a client that failed to pay itself', async () => {
    await h.db.company.update(brightSmiles.id, { paymentFailed: true })
    await move('rejected')
    await move('complete')
    expect(await campaign()).toMatchObject({ status: 'stopped', statusReason: 'payment_failed' })
  })

  it('is noticed when its owner takes it away from the platform', async () => {
    h.stripe.byHand.disconnect(account)
    await deliver()
    expect(await campaign()).toMatchObject({ status: 'stopped', statusReason: 'payment_failed' })
    expect(await h.db.company.get(northlight.id)).toMatchObject({ connection: 'failed', chargesEnabled: false })
  })
})
