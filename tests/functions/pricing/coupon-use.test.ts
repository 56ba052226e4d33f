// A coupon that may be used once: its use goes with the payment that it made less, and comes back with one that came to nothing.
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'

const ASKS = 'pm_card_authenticationRequired'
const CHARGE = 'POST /v1/payment_intents'

/** A platform of its own for each story: an agency saves its first card only once. */
async function open() {
  const h = await harness()
  const { cardForm, retry, deliver } = paymentStage(h)
  const { northlight, copper, root } = h.cast
  for (const { id } of [northlight, copper])
    await h.call('olive', 'pricing.setOnboarding', { CompanyID: id, amount: '100', enable_coupon: 'T' })
  await h.call('olive', 'pricing.createCoupon', { code: 'ONCE', type: 'percent', value: '50', max_uses: 1 })
  const post = (token: string, coupon_code = 'ONCE', who: 'ada' | 'abe' = 'ada') =>
    h.call(who, 'payments.createDirectCustomer', { ...cardForm(who, token), coupon_code })
  const card = (kind = 'pm_card_visa') => h.stripe.card(kind, '')
  const uses = async () => ({
    counted: (await h.db.coupon.find(root.id, 'ONCE'))?.uses,
    isOwn: await h.db.coupon.hasUsed({ rootId: root.id, code: 'ONCE', companyId: northlight.id }),
  })
  const payment = () => h.db.payment.find({ companyId: northlight.id, key: 'onboarding' })
  const later = (ms: number) => h.setClock(h.services.now() + ms)
  /** The set-up waits for the bank. Answers what it asks, and the token that comes again. */
  const askOwner = async () => {
    const setup = await post(card(ASKS))
    h.stripe.authenticate(setup.body.client_secret, '', true)
    const { body } = await post(setup.body.setup_id)
    expect(body.result).toBe('action')
    return { secret: body.client_secret, token: setup.body.setup_id }
  }
  return { h, northlight, root, post, card, uses, payment, later, retry, deliver, askOwner }
}

describe('the use of a coupon', () => {
  it('ONB-17 comes back when nobody confirmed the payment, once, and somebody else may have it', async () => {
    const { h, post, card, uses, payment, later, retry, askOwner } = await open()
    await askOwner()
    expect(await uses()).toEqual({ counted: 1, isOwn: true })
    expect((await post(card(), 'ONCE', 'abe')).body.message).toBe('Coupon is not valid')
    later(5 * MINUTE)
    await retry()
    await retry()
    expect([await payment(), await uses()]).toEqual([undefined, { counted: 0, isOwn: false }])
    expect((await post(card(), 'ONCE', 'abe')).status).toBe(200)
    expect((await uses()).counted).toBe(1)
    expect(h.stripe.list('payment_intent').map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 5_000],
      ['canceled', 5_000],
    ])
  })

  it('stays with the payment that it made less', async () => {
    const { h, post, uses, askOwner } = await open()
    const { secret, token } = await askOwner()
    h.stripe.authenticate(secret, '', true)
    expect((await post(token)).body.result).toBe('success')
    expect(await uses()).toEqual({ counted: 1, isOwn: true })
  })

  it('comes back where the provider never heard of the payment, or another card is tried without a coupon', async () => {
    const { h, post, card, uses, later, payment } = await open()
    h.stripe.fail('gateway before', { operation: CHARGE })
    expect((await post(card())).status).toBe(422)
    expect(await uses()).toEqual({ counted: 1, isOwn: true })
    later(5 * MINUTE)
    expect((await post(card(), '')).status).toBe(200)
    expect([(await payment())?.amountCents, await uses()]).toEqual([10_000, { counted: 0, isOwn: false }])
  })

  it('is counted once when another card is tried with the same coupon', async () => {
    const { post, card, uses, payment, askOwner } = await open()
    await askOwner()
    expect((await post(card())).status).toBe(200)
    expect([(await payment())?.amountCents, await uses()]).toEqual([5_000, { counted: 1, isOwn: true }])
  })

  it('is taken with the payment or not at all, and given back with it or not at all', async () => {
    const { h, northlight, root, uses, payment, later, retry, askOwner } = await open()
    const use = { rootId: root.id, code: 'ONCE', companyId: northlight.id }
    await askOwner()
    const known = await payment()
    const back = await h.db.coupon.givingBack(use)
    // Somebody else has the payment in hand: it stays, and so does the use.
    expect(known && (await h.db.payment.drop(known, 'another', back))).toBe(false)
    expect(await uses()).toEqual({ counted: 1, isOwn: true })
    later(5 * MINUTE)
    await retry()
    // Anybody who read before that and comes late gives nothing back once more.
    expect(known?.attempt && (await h.db.payment.drop(known, known.attempt.key, back))).toBe(false)
    expect(await uses()).toEqual({ counted: 0, isOwn: false })
    const taking = await h.db.coupon.taking(use, h.services.now())
    await h.db.coupon.take({ ...use, companyId: 'com_other' }, h.services.now())
    const attempt = { key: 'x', customerId: '', accountId: '', endsAt: 0 }
    expect(known && (await h.db.payment.begin({ ...known, attempt: null }, attempt, taking))).toBe(false)
    expect([await payment(), (await uses()).counted]).toEqual([undefined, 1])
  })

  it('does not keep a payment that came to nothing when the coupon is gone', async () => {
    const { h, payment, later, retry, askOwner } = await open()
    await askOwner()
    await h.call('olive', 'pricing.removeCoupon', { code: 'ONCE' })
    later(5 * MINUTE)
    expect((await retry()).errors).toEqual([])
    expect(await payment()).toBeUndefined()
  })
})
