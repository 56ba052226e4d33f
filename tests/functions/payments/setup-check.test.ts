import { describe, expect, it } from 'vitest'
import { SetupCheck } from '#shared/contracts/account/calls.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, cardForm } = stageOf(h)
const { users, northlight, copper } = h.cast
const check = (who: 'ada' | 'cleo' | 'abe' | 'olive', id = users[who].id, more = {}) =>
  h.call(who, 'account.checkSetup', { id, ...more })

describe('account.checkSetup', () => {
  it('PAY-001 answers every field of the set-up check without any payload', async () => {
    const { status, body } = await check('ada')
    expect([status, Object.keys(body).sort()]).toEqual([200, Object.keys(SetupCheck.shape).sort()])
  })

  it('SHL-024 says what the connected account may do, of an agency and to its clients', async () => {
    await h.db.company.update(northlight.id, { chargesEnabled: false })
    const limited = { charges_enabled: false, payouts_enabled: true }
    expect((await check('ada')).body).toMatchObject(limited)
    expect((await check('cleo')).body).toMatchObject(limited)
    await h.db.company.update(northlight.id, { chargesEnabled: true })
    expect((await check('ada')).body).toMatchObject({ charges_enabled: true, payouts_enabled: true })
  })

  it('PAY-030 refuses a person of another tenant', async () => {
    expect((await check('ada', users.carl.id)).status).toBe(403)
    expect((await check('ada', users.cleo.id)).status).toBe(200)
    expect((await check('olive', users.carl.id)).status).toBe(200)
  })

  it('PAY-031 computes what is set up, whatever the caller says', async () => {
    await h.db.company.update(northlight.id, { paymentFailed: true })
    const lies = { setupcomplete: 'T', accessmodule: '', accessmodule_agency: '', paymentStatusFailed: false }
    expect((await check('ada', users.ada.id, lies)).body).toMatchObject({
      paymentStatusFailed: true,
      accessmodule_agency: 'paymentfailed',
    })
    const list = {
      companyId: northlight.id,
      group: 'none',
      idsys: 'none',
      type: 'none',
      module: 'none',
      sort: 'none',
      order: 'none',
      search: 'none',
    } as const
    const refused = await h.call('ada', 'companies.list', list)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'A payment failed. Settle it under Card Setting to go on.',
    ])
    await h.db.company.update(northlight.id, { paymentFailed: false })
    expect((await h.call('ada', 'companies.list', list)).status).toBe(200)
  })

  it('PAY-002 tells of a card as soon as one is saved', async () => {
    await h.db.user.update(users.abe.id, { hasCard: false })
    expect((await check('abe')).body).toMatchObject({ creditcardsetup: false, setupcomplete: 'F' })
    await saveCard('abe')
    expect((await check('abe')).body).toMatchObject({ creditcardsetup: true, setupcomplete: 'T' })
  })
})

describe('the charge of an agency’s set-up', () => {
  const first = (token: string, coupon_code?: string) =>
    h.call('ada', 'payments.createCustomer', {
      ...cardForm('ada', h.stripe.card(token)),
      ...(coupon_code !== undefined && { coupon_code }),
    })
  const charged = () =>
    h.stripe
      .list('payment_intent')
      .filter(({ metadata, status }) => metadata.purpose === 'onboarding' && status === 'succeeded')
  const usesOf = async () => (await h.db.coupon.find(h.cast.root.id, 'HALF'))?.uses

  it('ONB-16 ONB-17 ONB-19 is taken once when the first card is saved, less a coupon, and a card that does not pay stops it', async () => {
    await h.call('olive', 'pricing.setOnboarding', { CompanyID: northlight.id, amount: '100', enable_coupon: 'T' })
    await h.call('olive', 'pricing.createCoupon', {
      code: 'HALF',
      type: 'percent',
      value: '50',
      max_uses: 5,
      expiry: '',
    })
    expect((await check('ada')).body.agencyonboarding).toMatchObject({ status: 'T', enable_coupon: 'T' })
    const wrong = await first('pm_card_visa', 'NOPE')
    expect([wrong.status, wrong.body.message]).toEqual([422, 'Coupon is not valid'])
    const declined = await first('pm_card_chargeCustomerFail', 'half')
    expect([declined.status, declined.body.message, await usesOf()]).toEqual([422, 'Your card was declined.', 0])
    expect((await h.db.billing.get(northlight.id)).cardId).toBe('')
    expect((await h.db.company.get(northlight.id)).isOnboardCharged).toBe(false)
    const { status } = await first('pm_card_visa', 'half')
    expect([status, charged().map(({ amount }) => amount), await usesOf()]).toEqual([200, [5_000], 1])
    expect((await h.db.company.get(northlight.id)).isOnboardCharged).toBe(true)
    await saveCard('ada', 'pm_card_mastercard')
    expect(charged()).toHaveLength(1)
  })

  it('ONB-17 is not taken of an agency that is excluded', async () => {
    await h.call('olive', 'pricing.setOnboarding', { CompanyID: copper.id, amount: '100', enable_coupon: 'F' })
    await h.db.company.update(copper.id, { excludesOnboardCharge: true })
    const before = charged().length
    await saveCard('abe', 'pm_card_mastercard')
    expect(charged()).toHaveLength(before)
  })
})
