import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'

type Options = { amount?: string; coupons?: 'T' | 'F' }

/** A platform of its own for each story: an agency saves its first card only once. */
async function open({ amount = '100', coupons = 'T' }: Options = {}) {
  const h = await harness()
  const { cardForm } = paymentStage(h)
  const { northlight, root } = h.cast
  const set = { CompanyID: northlight.id, amount, enable_coupon: coupons }
  await h.call('olive', 'pricing.setOnboarding', set)
  const coupon = { code: 'HALF', type: 'percent', value: '50', max_uses: 3 } as const
  await h.call('olive', 'pricing.createCoupon', coupon)
  const save = (kind = 'pm_card_visa', coupon_code?: string, charge_now?: number) =>
    h.call('ada', 'payments.createDirectCustomer', {
      ...cardForm('ada', h.stripe.card(kind, '')),
      ...(coupon_code !== undefined && { coupon_code }),
      ...(charge_now !== undefined && { charge_now }),
    })
  const charges = () =>
    h.stripe
      .list('payment_intent')
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount: cents }) => cents)
  const uses = async () => (await h.db.coupon.find(root.id, 'HALF'))?.uses
  const isCharged = async () => (await h.db.company.get(northlight.id)).isOnboardCharged
  return { h, northlight, root, save, charges, uses, isCharged }
}

describe('the onboarding charge', () => {
  it('ONB-17 is taken once, when the first card is saved', async () => {
    const { save, charges, isCharged } = await open()
    expect((await save()).status).toBe(200)
    expect([charges(), await isCharged()]).toEqual([[10_000], true])
    expect((await save('pm_card_mastercard')).status).toBe(200)
    expect(charges()).toEqual([10_000])
  })

  it('ONB-17 says that it is over where a card was saved before there was one', async () => {
    const { h, northlight, root, save, charges } = await open()
    const set = (amount: string) => h.call('olive', 'pricing.setOnboarding', { CompanyID: northlight.id, amount })
    const settingname = 'agencyonboardingcustom' as const
    const asked = { companyID: northlight.id, companyRootID: root.id, settingname }
    const isOver = async () => (await h.call('olive', 'pricing.getOnboarding', asked)).body.is_over
    expect(await isOver()).toBe('F')
    await set('0')
    expect((await save()).status).toBe(200)
    await set('80')
    expect((await save('pm_card_mastercard')).status).toBe(200)
    expect([charges(), await isOver()]).toEqual([[], 'T'])
  })

  it('is no more than was shown: one that was raised meanwhile charges nothing and keeps no card', async () => {
    const { h, northlight, save, charges, isCharged } = await open()
    const shown = 100
    await h.call('olive', 'pricing.setOnboarding', { CompanyID: northlight.id, amount: '250', enable_coupon: 'T' })
    const refused = await save('pm_card_visa', undefined, shown)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('$250.00')])
    expect([charges(), await isCharged(), (await h.db.billing.get(northlight.id)).cardId]).toEqual([[], false, ''])
    expect((await save('pm_card_visa', undefined, 250)).status).toBe(200)
    expect(charges()).toEqual([25_000])
  })

  it('is no more than was shown with a coupon that is made anew with less, either', async () => {
    const { h, northlight, root, save, charges, isCharged } = await open()
    const look = async () =>
      (await h.call('ada', 'pricing.getCoupon', { company_id: northlight.id, coupon_code: 'HALF' })).body.data
        .final_amount
    expect(await look()).toBe('50')
    const known = await h.db.coupon.find(root.id, 'HALF')
    expect((await h.call('olive', 'pricing.removeCoupon', { code: known?.code ?? '' })).status).toBe(200)
    const less = { code: 'HALF', type: 'percent', value: '25', max_uses: 3 } as const
    expect((await h.call('olive', 'pricing.createCoupon', less)).status).toBe(200)
    const refused = await save('pm_card_visa', 'HALF', 50)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('$75.00')])
    expect([charges(), await isCharged(), (await h.db.billing.get(northlight.id)).cardId]).toEqual([[], false, ''])
    expect(await look()).toBe('75')
    expect((await save('pm_card_visa', 'HALF', 75)).status).toBe(200)
    expect(charges()).toEqual([7_500])
  })

  it('is no more than was shown where a dearer one of the same card waits for its owner', async () => {
    const { h, charges, uses, isCharged } = await open()
    const form = paymentStage(h).cardForm('ada', h.stripe.card('pm_card_authenticationRequired', ''))
    const post = (more: object) => h.call('ada', 'payments.createDirectCustomer', { ...form, ...more })
    const asked = (await post({})).body
    h.stripe.authenticate(asked.client_secret, '', true)
    // The card is theirs; now its bank asks about the charge of the whole sum, and they turn to their coupon instead.
    const whole = (await post({ token: asked.setup_id, charge_now: 100 })).body
    expect(whole.result).toBe('action')
    const half = { token: asked.setup_id, charge_now: 50, coupon_code: 'HALF' }
    const other = (await post(half)).body
    expect([other.result, other.client_secret === whole.client_secret, charges()]).toEqual(['action', false, []])
    h.stripe.authenticate(other.client_secret, '', true)
    expect((await post(half)).status).toBe(200)
    expect([charges(), await isCharged(), await uses()]).toEqual([[5_000], true, 1])
  })

  it('ONB-17 ONB-19 stops the set-up when the card does not pay, and no use of the coupon counts', async () => {
    const { save, charges, isCharged, uses } = await open()
    const refused = await save('pm_card_chargeCustomerFail', 'half')
    expect([refused.status, refused.body.message]).toEqual([422, 'Your card was declined.'])
    expect([charges(), await isCharged(), await uses()]).toEqual([[], false, 0])
    expect((await save('pm_card_visa', 'half')).status).toBe(200)
    expect([charges(), await isCharged(), await uses()]).toEqual([[5_000], true, 1])
  })

  it('ONB-17 is less what the coupon takes off, and nothing where half a dollar is left', async () => {
    const { h, save, charges, isCharged } = await open({ amount: '1' })
    await h.call('olive', 'pricing.createCoupon', { code: 'CENTS', type: 'amount', value: '0.5', max_uses: 1 })
    expect((await save('pm_card_visa', 'CENTS')).status).toBe(200)
    expect([charges(), await isCharged()]).toEqual([[], true])
  })

  it('does not let codes of coupons be guessed without end by a card that is entered once', async () => {
    const { h, northlight, charges } = await open()
    const card = paymentStage(h).cardForm('ada', h.stripe.card('pm_card_authenticationRequired', ''))
    const asked = (await h.call('ada', 'payments.createDirectCustomer', card)).body
    h.stripe.authenticate(asked.client_secret, '', true)
    const guess = (coupon_code: string) =>
      h.call('ada', 'payments.createDirectCustomer', { ...card, token: asked.setup_id, coupon_code })
    const statuses = []
    for (let round = 0; round < 31; round++) statuses.push((await guess(`GUESS${round}`)).status)
    expect(statuses).toEqual([...Array(30).fill(422), 429])
    expect([(await guess('HALF')).status, charges()]).toEqual([429, []])
    // What is looked up before it is used counts as well.
    const looked = await h.call('ada', 'pricing.getCoupon', { company_id: northlight.id, coupon_code: 'HALF' })
    expect(looked.status).toBe(429)
  })

  it('ONB-15 refuses a card with a coupon that is not valid, and keeps none', async () => {
    const { h, northlight, save, charges } = await open()
    const refused = await save('pm_card_visa', 'NOSUCH')
    expect([refused.status, refused.body.message]).toEqual([422, 'Coupon is not valid'])
    expect([charges(), (await h.db.billing.get(northlight.id)).cardId]).toEqual([[], ''])
  })

  it('ONB-04 ONB-17 is not taken where it is 0, or where the agency is excluded', async () => {
    const free = await open({ amount: '0' })
    expect((await free.save()).status).toBe(200)
    expect(free.charges()).toEqual([])
  })

  it('ONB-17 ONB-18 is not taken from an excluded agency', async () => {
    const { h, northlight, save, charges } = await open()
    await h.db.company.update(northlight.id, { excludesOnboardCharge: true })
    expect((await save()).status).toBe(200)
    expect(charges()).toEqual([])
  })
})
