// The charge of a set-up when its answer is lost, when the bank wants its owner, and when nobody comes back.
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'

const DECLINES = 'pm_card_chargeCustomerFail'
const ASKS = 'pm_card_authenticationRequired'

/** A platform of its own for each story: an agency saves its first card only once. */
async function open() {
  const h = await harness()
  const { cardForm, retry, deliver } = paymentStage(h)
  const { northlight } = h.cast
  await h.call('olive', 'pricing.setOnboarding', { CompanyID: northlight.id, amount: '100', enable_coupon: 'F' })
  const post = (token: string) => h.call('ada', 'payments.createDirectCustomer', cardForm('ada', token))
  const save = (kind = 'pm_card_visa') => post(h.stripe.card(kind, ''))
  const made = () => h.stripe.list('payment_intent').map(({ status, amount }) => [status, amount])
  const succeeded = () => made().filter(([status]) => status === 'succeeded')
  const agency = async () => {
    const { paymentFailed, isOnboardCharged } = await h.db.company.get(northlight.id)
    return { paymentFailed, isOnboardCharged, card: (await h.db.billing.get(northlight.id)).cardLast4 }
  }
  const payment = () => h.db.payment.find({ companyId: northlight.id, key: 'onboarding' })
  const later = (ms: number) => h.setClock(h.services.now() + ms)
  /** A card whose bank asks already when it is kept: answers the token that comes again, and what it asks of the payment. */
  const askForPayment = async () => {
    const setup = await save(ASKS)
    h.stripe.authenticate(setup.body.client_secret, '', true)
    const asked = await post(setup.body.setup_id)
    return { ...asked.body, status: asked.status, token: setup.body.setup_id }
  }
  return { h, post, save, made, succeeded, agency, payment, later, retry, deliver, askForPayment }
}

describe('an attempt whose end nobody learnt', () => {
  it('is only looked up: a refusal marks no agency as failed, and another card pays then', async () => {
    const { h, save, made, agency, payment, later, retry, succeeded } = await open()
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    expect((await save(DECLINES)).status).toBe(422)
    later(5 * MINUTE)
    await retry()
    expect([await agency(), await payment()]).toEqual([
      { paymentFailed: false, isOnboardCharged: false, card: '' },
      undefined,
    ])
    expect(made()).toHaveLength(1)
    expect((await save()).status).toBe(200)
    expect([succeeded(), await agency()]).toEqual([
      [['succeeded', 10_000]],
      { paymentFailed: false, isOnboardCharged: true, card: '4242' },
    ])
  })

  it('is forgotten when it never reached the provider: the timetable charges nothing by itself', async () => {
    const { h, save, made, agency, payment, later, retry, succeeded } = await open()
    h.stripe.fail('gateway before', { operation: 'POST /v1/payment_intents' })
    expect((await save()).status).toBe(422)
    // Anybody who tries at once is told to wait: the first may still be on its way.
    const early = await save()
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('under way')])
    later(5 * MINUTE)
    await retry()
    expect([made(), (await agency()).paymentFailed, await payment()]).toEqual([[], false, undefined])
    expect((await save()).status).toBe(200)
    expect(succeeded()).toEqual([['succeeded', 10_000]])
  })

  it('is paid when the money moved, and the card is kept without another charge', async () => {
    const { h, save, later, retry, payment, succeeded, agency } = await open()
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    expect((await save()).status).toBe(422)
    later(5 * MINUTE)
    await retry()
    expect((await payment())?.status).toBe('paid')
    expect((await save('pm_card_mastercard')).status).toBe(200)
    expect([succeeded(), await agency()]).toEqual([
      [['succeeded', 10_000]],
      { paymentFailed: false, isOnboardCharged: true, card: '4444' },
    ])
  })

  it('is waited for as long as the provider is at work on it, and never asked for anew', async () => {
    const { h, save, made, later, retry, payment, agency } = await open()
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    await save()
    const [intent] = h.stripe.list('payment_intent')
    if (!intent) throw new Error('Nothing was asked for.')
    h.stripe.put('payment_intent', { ...intent, status: 'processing' })
    later(5 * MINUTE)
    const again = await save('pm_card_mastercard')
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('under way')])
    expect(await retry()).toMatchObject({ open: 1, errors: [] })
    expect([made(), (await payment())?.status, (await agency()).card]).toEqual([[['processing', 10_000]], 'open', ''])
    h.stripe.put('payment_intent', intent)
    expect((await save('pm_card_mastercard')).status).toBe(200)
    expect(made()).toEqual([['succeeded', 10_000]])
  })
})

describe('a request that the provider answered with a failure of its own', () => {
  it('is another request when the same card is saved again', async () => {
    const { h, save, post, later, made } = await open()
    const setup = await save(ASKS)
    h.stripe.authenticate(setup.body.client_secret, '', true)
    h.stripe.fail('500 kept', { operation: 'POST /v1/payment_intents' })
    expect((await post(setup.body.setup_id)).status).toBe(422)
    later(5 * MINUTE)
    expect((await post(setup.body.setup_id)).body.result).toBe('action')
    expect(made()).toEqual([['requires_action', 10_000]])
  })
})

describe('a card whose bank wants its owner', () => {
  it('ONB-17 pays as soon as they confirmed, once', async () => {
    const { h, askForPayment, post, made, agency, deliver } = await open()
    const asked = await askForPayment()
    expect([asked.status, asked.result, asked.setup_id]).toEqual([200, 'action', asked.token])
    expect(made()).toEqual([['requires_action', 10_000]])
    // Early, or twice: the same question.
    expect((await post(asked.token)).body.client_secret).toBe(asked.client_secret)
    h.stripe.authenticate(asked.client_secret, '', true)
    expect((await post(asked.token)).body.result).toBe('success')
    await deliver()
    expect((await post(asked.token)).status).toBe(200)
    expect([made(), await agency()]).toEqual([
      [['succeeded', 10_000]],
      { paymentFailed: false, isOnboardCharged: true, card: '3184' },
    ])
  })

  it('ONB-17 is paid by the event too, and the card is kept by whoever comes back', async () => {
    const { h, askForPayment, save, made, payment, agency, deliver } = await open()
    const asked = await askForPayment()
    h.stripe.authenticate(asked.client_secret, '', true)
    await deliver()
    expect((await payment())?.status).toBe('paid')
    expect((await save()).status).toBe(200)
    expect([made(), (await agency()).card]).toEqual([[['succeeded', 10_000]], '4242'])
  })

  it('ends when they say no, with a sentence that says what to do, and another card pays at once', async () => {
    const { h, askForPayment, post, save, made, agency } = await open()
    const asked = await askForPayment()
    h.stripe.authenticate(asked.client_secret, '', false)
    const refused = await post(asked.token)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'The payment was not confirmed. Nothing was charged. Try again, or use another card.',
    ])
    expect([made(), await agency()]).toEqual([
      [['canceled', 10_000]],
      { paymentFailed: false, isOnboardCharged: false, card: '' },
    ])
    expect((await save()).status).toBe(200)
    expect((await agency()).isOnboardCharged).toBe(true)
  })

  it('is given up for another card: what waited is closed first, so that it cannot be paid as well', async () => {
    const { h, askForPayment, save, made, agency } = await open()
    const asked = await askForPayment()
    expect((await save()).status).toBe(200)
    expect(made().sort()).toEqual([
      ['canceled', 10_000],
      ['succeeded', 10_000],
    ])
    expect(() => h.stripe.authenticate(asked.client_secret, '', true)).toThrow('nothing to authenticate')
    expect((await agency()).card).toBe('4242')
  })

  it('is taken back when nobody came back, and no agency is marked as failed', async () => {
    const { askForPayment, later, retry, made, agency, payment } = await open()
    await askForPayment()
    later(5 * MINUTE)
    await retry()
    expect([made(), await payment(), (await agency()).paymentFailed]).toEqual([
      [['canceled', 10_000]],
      undefined,
      false,
    ])
  })
})
