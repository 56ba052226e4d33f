// Choosing what charges are taken from asks the card once more, and so it is left to the company that pays.
import { describe, expect, it } from 'vitest'
import { HOUR } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect, demand } = stageOf(h)
const { northlight, brightSmiles } = h.cast
await saveCard('ada')
const account = await connect('ada')
const set = (who: 'ada' | 'cleo' | 'olive', company_id: string, billing_method: 'credit_card' | 'data_wallet') =>
  h.call(who, 'payments.setBillingMethod', { company_id, billing_method })
const tries = (key: string, within = '') =>
  h.stripe.list('payment_intent', within).filter(({ metadata }) => metadata.payment === key).length

describe('choosing what charges are taken from', () => {
  it('tries nothing where it stays as it is, whoever saves it', async () => {
    await saveCard('cleo', 'pm_card_chargeCustomerFail', account)
    await demand(brightSmiles, 5_000, 'client')
    expect(tries('client', account)).toBe(1)
    for (const who of ['ada', 'olive', 'cleo'] as const)
      for (let i = 0; i < 3; i++) expect((await set(who, brightSmiles.id, 'credit_card')).status).toBe(200)
    expect(tries('client', account)).toBe(1)
  })

  it('leaves what failed to the timetable where somebody above chooses, and tries it where the payer does', async () => {
    await saveCard('ada', 'pm_card_chargeCustomerFail')
    await demand(northlight, 5_000, 'agency')
    const begun = tries('agency')
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    expect((await set('olive', northlight.id, 'credit_card')).status).toBe(200)
    expect([(await h.db.billing.get(northlight.id)).billingMethod, tries('agency')]).toEqual(['credit_card', begun])
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    expect((await set('ada', northlight.id, 'credit_card')).status).toBe(200)
    expect(tries('agency')).toBe(begun + 1)
  })

  it('is bound together with the other tries of the card', async () => {
    for (let i = 0; i < 20; i++) await h.db.guard.count('card', northlight.id, HOUR, h.services.now())
    const begun = tries('agency')
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    expect((await set('ada', northlight.id, 'credit_card')).status).toBe(429)
    expect([(await h.db.billing.get(northlight.id)).billingMethod, tries('agency')]).toEqual(['data_wallet', begun])
  })
})
