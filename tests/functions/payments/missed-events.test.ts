// What the payment provider could not tell, or told nobody: it is asked for, and worked on as if it had been told, once.
import { beforeEach, describe, expect, it } from 'vitest'
import { collect } from '#functions/domain/payments/collect.ts'
import { hearMissedEvents } from '#functions/domain/payments/events/missed.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect, cardForm, deliver } = stageOf(h)
const { northlight, brightSmiles } = h.cast
h.setClock(h.services.now() + DAY)
const account = await connect('ada')
await h.call('cleo', 'payments.createCustomer', cardForm('cleo', h.stripe.card('pm_card_visa', account)))
await saveCard('ada')

const find = (key: string, companyId = brightSmiles.id) => h.db.payment.find({ companyId, key })
const ask = () => h.runner.trigger('findMissedEvents', h.services.now())

let paid = 0
/** An invoice that somebody's card has paid. */
async function invoice(companyId = brightSmiles.id) {
  h.setClock(h.services.now() + HOUR)
  const key = `missed-${++paid}`
  const company = await h.db.company.get(companyId)
  const asked = { company, key, purpose: 'invoice', amountCents: 10_000, description: `Leads ${paid}` }
  expect((await collect(h.services, asked)).is).toBe('paid')
  return { key, chargeId: (await find(key, companyId))?.chargeId ?? '' }
}

beforeEach(async () => {
  await deliver()
  await h.drain()
  for (const { id } of [northlight, brightSmiles]) await h.db.company.update(id, { paymentFailed: false })
})

describe('an event that our endpoint never took', () => {
  it('is found within a day, of an account and of the platform’s own, and worked on once', async () => {
    const ofClient = await invoice()
    const ofAgency = await invoice(northlight.id)
    h.stripe.byHand.refund(ofClient.chargeId, { amount: 2_500 }, account)
    h.stripe.byHand.dispute(ofAgency.chargeId)
    expect(await find(ofClient.key)).toMatchObject({ refundedCents: 0 })
    await ask()
    await h.drain()
    expect(await find(ofClient.key)).toMatchObject({ refundedCents: 2_500 })
    expect((await find(ofAgency.key, northlight.id))?.dispute).toMatchObject({ state: 'open' })
    const again = await Promise.all([{}, { agencyId: northlight.id }].map((run) => hearMissedEvents(h.services, run)))
    expect(again).toEqual([expect.stringMatching(/^0 of [1-9]/), expect.stringMatching(/^0 of [1-9]/)])
  })

  it('is looked for on every page of what was missed', async () => {
    const { key, chargeId } = await invoice()
    h.stripe.byHand.refund(chargeId, { amount: 100 }, account)
    for (let i = 0; i < 120; i++) h.stripe.setAccount(account, 'complete')
    await ask()
    await h.drain()
    expect(await find(key)).toMatchObject({ refundedCents: 100 })
  })

  it('is none of an agency without an account', async () => {
    expect(await hearMissedEvents(h.services, { agencyId: h.cast.copper.id })).toBe('no account')
  })
})

describe('what happened in an account while its owner had taken it away', () => {
  it('is in the books once the account is back, although nobody was told', async () => {
    const { key, chargeId } = await invoice()
    const other = await invoice()
    h.stripe.byHand.disconnect(account)
    await deliver()
    await h.drain()
    expect((await h.db.connectedAccount.get({ company: northlight.id })).state).toBe('failed')
    h.stripe.byHand.dispute(chargeId, {}, account)
    h.stripe.byHand.refund(other.chargeId, {}, account)
    await deliver()
    await ask()
    await h.drain()
    expect([(await find(key))?.dispute, (await find(other.key))?.refundedCents]).toEqual([null, 0])
    h.stripe.byHand.reconnect(account)
    await deliver()
    await h.drain()
    expect((await find(key))?.dispute).toMatchObject({ state: 'open' })
    expect(await find(other.key)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    expect((await h.db.company.get(brightSmiles.id)).paymentFailed).toBe(true)
  })

  it('is in the books also where it was away for longer than events are kept', async () => {
    const [refunded, disputed] = [await invoice(), await invoice()]
    h.stripe.byHand.disconnect(account)
    await deliver()
    await h.drain()
    h.setClock(h.services.now() + DAY)
    h.stripe.byHand.refund(refunded.chargeId, { amount: 700 }, account)
    h.stripe.byHand.dispute(disputed.chargeId, {}, account)
    h.setClock(h.services.now() + 45 * DAY)
    h.stripe.byHand.reconnect(account)
    await deliver()
    await h.drain()
    expect(await find(refunded.key)).toMatchObject({ refundedCents: 700 })
    expect((await find(disputed.key))?.dispute).toMatchObject({ state: 'open' })
    expect((await h.db.connectedAccount.get({ company: northlight.id })).awaySince).toBe(null)
  })

  it('is heard of as well where it is back before we know that it was away', async () => {
    const { key, chargeId } = await invoice()
    h.stripe.byHand.disconnect(account)
    h.stripe.byHand.refund(chargeId, {}, account)
    h.setClock(h.services.now() + 45 * DAY)
    h.stripe.byHand.reconnect(account)
    await deliver()
    await h.drain()
    expect(await find(key)).toMatchObject({ status: 'refunded' })
  })

  it('is heard of where a person looks at the account first, also what was told in the instant in which it went', async () => {
    const { key, chargeId } = await invoice()
    h.stripe.byHand.refund(chargeId, {}, account)
    h.stripe.byHand.disconnect(account)
    await deliver()
    await h.drain()
    expect(await find(key)).toMatchObject({ refundedCents: 0 })
    h.stripe.byHand.reconnect(account)
    const look = await h.call('ada', 'payments.checkConnectedAccount', { companyID: northlight.id })
    expect(look.body).toMatchObject({ data: { status: 'completed' } })
    await h.drain()
    expect(await find(key)).toMatchObject({ status: 'refunded' })
  })
})
