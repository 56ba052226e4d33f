// What an agency pays once for the developer API: with its agreement, once for each time that the mode was switched on.
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'

async function open() {
  const h = await harness()
  const { northlight, root, users } = h.cast
  const { saveCard, retry } = paymentStage(h)
  const setFee = (amount: string) =>
    h.call('olive', 'settings.save', { companyID: root.id, comsetname: 'developerfee', comsetval: { amount } })
  await setFee('150')
  const switchMode = (isOn: boolean) =>
    h.db.company.update(
      northlight.id,
      isOn
        ? { apiMode: true, apiModeAt: h.services.now() }
        : { apiMode: false, hasApiKey: false, hasDeveloperAgreement: false },
    )
  await switchMode(true)
  const agree = (more: { charge_now?: number } = {}) =>
    h.call('ada', 'developer.agree', {
      user_id: users.ada.id,
      is_marketing_services_agreement_developer: 'T',
      company_name: northlight.name,
      company_id: northlight.id,
      location_menu: 'Developer',
      document_type: 'developer',
      ...more,
    })
  const made = () => h.stripe.list('payment_intent').map(({ status, amount }) => [status, amount])
  const agency = async () => {
    const { hasDeveloperAgreement, paymentFailed } = await h.db.company.get(northlight.id)
    return { hasDeveloperAgreement, paymentFailed }
  }
  /** A card that is good when it is kept, and does not pay. */
  const keepPoorCard = async () => {
    await saveCard('ada')
    const { customerId } = await h.db.billing.get(northlight.id)
    const paymentMethodId = h.stripe.card('pm_card_chargeCustomerFail')
    const setup = await h.services.payments.setUpCard({ key: 'poor', customerId, paymentMethodId, metadata: {} })
    if (setup.status !== 'saved') throw new Error('The card was not kept.')
    await h.db.billing.save(northlight.id, { cardId: setup.card.id })
  }
  /** A card whose bank asks at its charges too. */
  const keepAskingCard = async () => {
    const setup = await saveCard('ada', 'pm_card_authenticationRequired')
    h.stripe.authenticate(setup.body.client_secret, '', true)
    const kept = await saveCard('ada', setup.body.setup_id)
    if (kept.status !== 200) throw new Error('The card was not kept.')
  }
  return { h, setFee, switchMode, agree, made, agency, keepPoorCard, keepAskingCard, saveCard, retry }
}

const accepted = { hasDeveloperAgreement: true, paymentFailed: false }
const notAccepted = { hasDeveloperAgreement: false, paymentFailed: false }

describe('the fee of the developer API', () => {
  it('AGL-67 DEV-007 is charged with the agreement, once, and again after the mode was off', async () => {
    const { h, agree, made, agency, saveCard, switchMode } = await open()
    await saveCard('ada')
    const terms = await h.call('ada', 'developer.agreement', { company_id: h.cast.northlight.id })
    expect(terms.body.first_time_charge).toBe(150)
    const text = await h.call('ada', 'documents.get', { name: 'marketing-services-agreement-developer' })
    expect(text.body.html).toContain('$150.00')
    expect((await Promise.all([agree(), agree()])).map(({ status }) => status)).toContain(200)
    expect((await agree()).status).toBe(200)
    expect([made(), await agency()]).toEqual([[['succeeded', 15_000]], accepted])
    await switchMode(false)
    h.setClock(h.services.now() + MINUTE)
    await switchMode(true)
    expect((await agree()).status).toBe(200)
    expect(made()).toHaveLength(2)
    const revenue = await h.db.payment.list(h.cast.northlight.id)
    expect(revenue.filter(({ purpose }) => purpose === 'developer')).toHaveLength(2)
  })

  it('AGL-67 a card that does not pay accepts nothing, marks no agency, and another one pays then', async () => {
    const { agree, made, agency, keepPoorCard, saveCard } = await open()
    await keepPoorCard()
    const refused = await agree()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('declined')])
    expect(await agency()).toEqual(notAccepted)
    await saveCard('ada', 'pm_card_mastercard')
    expect((await agree()).status).toBe(200)
    expect([made().filter(([status]) => status === 'succeeded'), await agency()]).toEqual([
      [['succeeded', 15_000]],
      accepted,
    ])
  })

  it('that was raised since it was shown charges nothing; one that is under way stays what it was', async () => {
    const { agree, made, agency, setFee, keepAskingCard, h } = await open()
    await keepAskingCard()
    await setFee('900')
    const refused = await agree({ charge_now: 150 })
    expect([refused.status, refused.body.message, await agency()]).toEqual([
      409,
      expect.stringContaining('$900.00'),
      notAccepted,
    ])
    expect(made()).toEqual([])
    await setFee('150')
    const asked = await agree({ charge_now: 150 })
    await setFee('900')
    h.stripe.authenticate(asked.body.confirmation?.client_secret ?? '', '', true)
    expect((await agree({ charge_now: 150 })).body.result).toBe('success')
    expect([made(), await agency()]).toEqual([[['succeeded', 15_000]], accepted])
  })

  it('a lost answer is looked up, and nothing is charged twice', async () => {
    const { h, agree, made, agency, saveCard, retry } = await open()
    await saveCard('ada')
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    expect((await agree()).status).toBe(409)
    expect(await agency()).toEqual(notAccepted)
    h.setClock(h.services.now() + 5 * MINUTE)
    await retry()
    expect((await agree()).status).toBe(200)
    expect([made(), await agency()]).toEqual([[['succeeded', 15_000]], accepted])
  })

  it('the bank asks the owner, who confirms and accepts again', async () => {
    const { h, agree, made, agency, keepAskingCard } = await open()
    await keepAskingCard()
    const asked = await agree()
    expect([asked.status, asked.body.result, await agency()]).toEqual([200, 'action', notAccepted])
    await h.drain()
    const period = { tenantId: h.cast.northlight.id, from: 0, to: h.services.now() + 1 }
    expect((await h.db.auditLog.latest(period, 1)).map(({ description }) => description)).toEqual([
      'Asked the bank to confirm the fee of the developer mode for Northlight',
    ])
    h.stripe.authenticate(asked.body.confirmation?.client_secret ?? '', '', true)
    expect((await agree()).body.result).toBe('success')
    expect([made(), await agency()]).toEqual([[['succeeded', 15_000]], accepted])
  })

  it('without a card it says where to add one, and a fee of nothing needs none', async () => {
    const { agree, made, agency, setFee } = await open()
    const refused = await agree()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Card Setting')])
    await setFee('0')
    expect((await agree()).status).toBe(200)
    expect([made(), await agency()]).toEqual([[], accepted])
  })

  it('is set by operators of the platform alone, as nothing or more than the least that a card pays', async () => {
    const { h, setFee } = await open()
    const { northlight, root } = h.cast
    expect((await setFee('0.50')).status).toBe(422)
    expect((await setFee('abc')).status).toBe(422)
    const own = { companyID: northlight.id, comsetname: 'developerfee', comsetval: { amount: '1' } } as const
    expect((await h.call('ada', 'settings.save', own)).status).toBe(403)
    // There is one fee: set at an agency it would be read by nobody.
    expect((await h.call('olive', 'settings.save', own)).status).toBe(403)
    const read = { settingname: 'developerfee', idSys: root.id } as const
    expect((await h.call('ada', 'settings.get', { companyID: northlight.id, ...read })).status).toBe(403)
    expect((await h.call('olive', 'settings.get', { companyID: root.id, ...read })).body.data).toEqual({
      amount: '150',
    })
  })
})
