// What arrives when a payment has ended already, and what ends while somebody is about to say that it failed.
import { afterEach, describe, expect, it } from 'vitest'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import type { PaymentIntent } from '#infra/local/doubles/stripe/objects.ts'
import { DAY } from '#shared/dates.ts'
import { CardsRun } from '#shared/jobs.ts'
import { harness } from '../../support/harness.ts'
import { runsOf } from '../pricing/runs.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, cardForm, connect, demand, retry, deliver, post } = stageOf(h)
const { northlight, copper, brightSmiles, users } = h.cast
h.setClock(h.services.now() + DAY)
const account = await connect('ada')
await h.call('cleo', 'payments.createCustomer', cardForm('cleo', h.stripe.card('pm_card_visa', account)))
await saveCard('abe')
await deliver()
const FAILS = 'pm_card_chargeCustomerFail'

const find = (companyId: string, key: string) => h.db.payment.find({ companyId, key })
const intentOf = (key: string, of = ''): PaymentIntent => {
  const found = h.stripe.list('payment_intent', of).find(({ metadata }) => metadata.payment === key)
  if (!found) throw new Error(`Nothing was charged for ${key}.`)
  return found
}
const refunds = (of = '') => h.stripe.list('refund', of).map(({ payment_intent, amount }) => [payment_intent, amount])
let events = 0
/** The provider tells of a charge, each time by two events. */
async function tell(intent: PaymentIntent, type = 'payment_intent.succeeded', of = ''): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const created = Math.floor(h.services.now() / 1000)
    const body = JSON.stringify({
      id: `evt_over_${++events}`,
      object: 'event',
      created,
      livemode: false,
      type,
      data: { object: intent },
      api_version: '2026-10-28.endive',
      pending_webhooks: 1,
      request: null,
      ...(of && { account: of }),
    })
    expect((await post(body, h.stripe.sign(body))).status).toBe(200)
    await h.drain()
  }
}
/** A charge of ours that succeeded under another attempt's key. */
function second(first: PaymentIntent, more: Partial<PaymentIntent> = {}, of = ''): PaymentIntent {
  const key = `${first.metadata.company}#${first.metadata.payment}#c-another`
  const twin = { ...first, id: `pi_second_${++events}`, metadata: { ...first.metadata, key }, ...more }
  h.stripe.put('payment_intent', { ...twin, status: 'succeeded', latest_charge: `ch_${twin.id}` }, of)
  return twin
}

describe('a second charge of a payment that has ended', () => {
  it('goes back, once, and the first one stays', async () => {
    await demand(copper, 5_000, 'twice')
    const first = intentOf('twice')
    const twin = second(first)
    await tell(twin)
    await tell(first)
    expect(refunds()).toEqual([[twin.id, 5_000]])
    expect((await find(copper.id, 'twice'))?.chargeId).toBe(first.id)
  })

  it('goes back in the account that made it, with the part that went to the platform', async () => {
    const { collect } = await import('#functions/domain/payments/collect.ts')
    await collect(h.services, {
      company: brightSmiles,
      key: 'fee',
      purpose: 'invoice',
      amountCents: 6_000,
      description: 'Leads',
      applicationFeeCents: 700,
    })
    const twin = second(intentOf('fee', account), {}, account)
    await tell(twin, 'payment_intent.succeeded', account)
    expect(refunds(account)).toEqual([[twin.id, 6_000]])
    expect(h.stripe.list('fee_refund').map(({ amount }) => amount)).toEqual([700])
  })

  it('goes back too when the debt was settled by hand', async () => {
    await saveCard('abe', FAILS)
    await demand(copper, 4_000, 'by-hand')
    await settleFailure(h.services, await h.db.company.get(copper.id), 'test')
    await saveCard('abe')
    const before = refunds().length
    const { customerId } = await h.db.billing.get(copper.id)
    const twin = second(intentOf('by-hand'), { customer: customerId })
    await tell(twin)
    expect(refunds().slice(0, refunds().length - before)).toEqual([[twin.id, 4_000]])
  })

  it.each<[string, Partial<PaymentIntent>]>([
    ["another customer's", { customer: 'cus_somebody' }],
    ['of another amount', { amount: 4_999 }],
    ["named after another payment's key", { metadata: { key: 'com_x#other#1' } }],
  ])('is none of ours when it is %s', async (name, more) => {
    const key = `foreign-${name.length}`
    await demand(copper, 5_000, key)
    const before = refunds()
    const first = intentOf(key)
    await tell(
      second(first, { ...more, metadata: { ...first.metadata, key: `${copper.id}#${key}#c-x`, ...more.metadata } }),
    )
    expect(refunds()).toEqual(before)
  })

  it('pays a payment that is still open, whichever of its attempts made it', async () => {
    await saveCard('abe', FAILS)
    await demand(copper, 3_000, 'older')
    const { customerId } = await h.db.billing.get(copper.id)
    await tell(second(intentOf('older'), { customer: customerId }))
    expect([(await find(copper.id, 'older'))?.status, (await h.db.company.get(copper.id)).paymentFailed]).toEqual([
      ...['paid', false],
    ])
    await saveCard('abe')
  })
})

describe('a refusal that comes too late', () => {
  afterEach(() => Reflect.deleteProperty(h.db.payment, 'decline'))

  it('leaves no company failed when the payment was settled a moment before', async () => {
    await saveCard('abe', FAILS)
    const { decline } = { decline: h.db.payment.decline }
    h.db.payment.decline = async (payment, key, said) => {
      const known = await find(payment.companyId, payment.key)
      if (known) await h.db.payment.end(known, { status: 'settled', chargeId: null, by: 'somebody', at: 1 })
      return decline(payment, key, said)
    }
    expect((await demand(copper, 2_000, 'late-no')).is).toBe('paid')
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(false)
  })

  it('leaves it failed while something else is owed', async () => {
    await demand(copper, 2_100, 'owed')
    const { decline } = { decline: h.db.payment.decline }
    h.db.payment.decline = async (payment, key, said) => {
      const known = await find(payment.companyId, payment.key)
      if (known) await h.db.payment.end(known, { status: 'settled', chargeId: null, by: 'somebody', at: 1 })
      return decline(payment, key, said)
    }
    await demand(copper, 2_200, 'late-no-2')
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(true)
    await settleFailure(h.services, await h.db.company.get(copper.id), 'test')
  })
})

describe('settling by hand what the provider knows more of', () => {
  /** A declined payment whose next try ended nobody knows how. */
  async function lost(key: string): Promise<PaymentIntent> {
    await saveCard('abe', FAILS)
    await demand(copper, 7_000, key)
    const { cardId } = await h.db.billing.get(copper.id)
    const kept = h.stripe.get('payment_method', cardId)
    if (kept) h.stripe.put('payment_method', { ...kept, behaviour: 'pm_card_visa' })
    h.setClock(h.services.now() + DAY + 1000)
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    await retry()
    await h.stripe.flush(async () => 200)
    h.setClock(h.services.now() + 5 * 60_000)
    return intentOf(key)
  }
  const settle = () => h.call('olive', 'payments.settleManually', { userID: users.abe.id })

  it('counts a card that paid after all as any payment, with its commission', async () => {
    await h.db.company.update(copper.id, { salesRepId: users.sam.id, commissionRates: { representative: 1_000 } })
    const intent = await lost('after-all')
    const sent: unknown[] = []
    const { send } = { send: h.services.queues.send }
    h.services.queues.send = async (...message) => {
      if (message[0] === 'payCommissions') sent.push(message[1])
      else await send(...message)
    }
    expect((await settle()).status).toBe(200)
    h.services.queues.send = send
    const payment = await find(copper.id, 'after-all')
    expect([payment?.status, payment?.chargeId]).toEqual(['paid', intent.id])
    expect(sent).toEqual([{ companyId: copper.id, key: 'after-all' }])
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(false)
  })

  it('waits while the provider is at work on it', async () => {
    const intent = await lost('at-work')
    h.stripe.put('payment_intent', { ...intent, status: 'processing' })
    const early = await settle()
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('still at work')])
    expect([(await find(copper.id, 'at-work'))?.status, (await h.db.company.get(copper.id)).paymentFailed]).toEqual([
      ...['open', true],
    ])
    h.stripe.put('payment_intent', { ...intent, status: 'canceled' })
    expect((await settle()).status).toBe(200)
    expect((await find(copper.id, 'at-work'))?.status).toBe('settled')
  })
})

describe('what is told of a card that is gone', () => {
  const told = async () => ({
    customer: (await h.db.company.get(brightSmiles.id)).customerPaymentId !== '',
    person: (await h.db.user.get(users.cleo.id)).hasCard,
    setup: (await h.call('cleo', 'account.checkSetup', { id: users.cleo.id })).body.creditcardsetup,
  })

  it('is taken back with the account that kept it, for every client of the agency', async () => {
    expect(await told()).toEqual({ customer: true, person: true, setup: true })
    // Anybody who is billed by hand needs no account for what runs.
    await h.db.company.update(northlight.id, { manualBill: true })
    const messages: CardsRun[] = []
    const { send } = h.services.queues
    h.services.queues.send = async (...sent) => {
      if (sent[0] === 'hideCards') messages.push(CardsRun.parse(sent[1]))
      else await send(...sent)
    }
    const { status } = await h.call('ada', 'payments.resetPaymentConnection', { companyID: northlight.id })
    h.services.queues.send = send
    expect(status).toBe(200)
    // A worker does it, a page at a time: an agency may have thousands of clients.
    expect(messages.map(({ tag }) => tag)).toEqual(['card_active', 'card_failed'])
    const runs = await runsOf(h)
    for (const message of messages) expect(await runs.work(message, 'hideCards')).toBe(true)
    expect(await told()).toEqual({ customer: false, person: false, setup: false })
  })

  it('stays where its owner saved another one in the next account, however late the first is taken off', async () => {
    const before = h.db.billing.get
    const next = await connect('ada')
    const card = h.stripe.card('pm_card_visa', next)
    expect((await h.call('cleo', 'payments.createCustomer', cardForm('cleo', card))).status).toBe(200)
    const { hideCardsBelow } = await import('#functions/domain/payments/card-copies.ts')
    const late = {
      agencyId: northlight.id,
      accountId: account,
      tag: 'card_active',
      after: null,
    } as const
    await hideCardsBelow(h.services, late)
    expect(await told()).toEqual({ customer: true, person: true, setup: true })
    // And where it was saved between the look and the change.
    let looks = 0
    h.db.billing.get = async (id) => ({ ...(await before(id)), ...(looks++ === 0 && { accountId: account }) })
    await hideCardsBelow(h.services, late)
    h.db.billing.get = before
    expect(await told()).toEqual({ customer: true, person: true, setup: true })
    await expect(hideCardsBelow(h.services, { ...late, accountId: next })).rejects.toThrow('not given up yet')
    expect(await told()).toEqual({ customer: true, person: true, setup: true })
    await h.call('ada', 'payments.resetPaymentConnection', { companyID: northlight.id })
    await hideCardsBelow(h.services, { ...late, accountId: next })
    expect(await told()).toEqual({ customer: false, person: false, setup: false })
  })

  it('stays so when the card in the next account is refused', async () => {
    const next = await connect('ada')
    await h.db.user.update(users.cleo.id, { hasCard: true })
    const declined = h.stripe.card('pm_card_chargeDeclined', next)
    expect((await h.call('cleo', 'payments.createCustomer', cardForm('cleo', declined))).status).toBe(422)
    expect(await told()).toEqual({ customer: false, person: false, setup: false })
  })
})
