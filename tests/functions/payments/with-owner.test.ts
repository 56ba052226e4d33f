// What a company owes, and a card whose bank asks its owner at every payment: saved by hand it may ask, by itself it may not.
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, demand, retry, deliver } = stageOf(h)
const { copper } = h.cast
const FAILS = 'pm_card_chargeCustomerFail'
const ASKS = 'pm_card_authenticationRequired'
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)

let debts = 0
/** Owes 20 dollars that the card on file did not pay. */
async function owe(): Promise<string> {
  later(2 * HOUR)
  await saveCard('abe', FAILS)
  const key = `owed-${++debts}`
  expect((await demand(copper, 2_000, key)).is).toBe('failed')
  return key
}
/** Saves a card whose bank asks already when it is kept; answers the token that comes again, and what it asks next. */
async function saveAsking() {
  const setup = await saveCard('abe', ASKS)
  h.stripe.authenticate(setup.body.client_secret, '', true)
  const asked = await saveCard('abe', setup.body.setup_id)
  return { token: setup.body.setup_id, ...asked.body }
}
const charges = (key: string) =>
  h.stripe
    .list('payment_intent')
    .filter(({ metadata }) => metadata.payment === key)
    .map(({ status }) => status)
const state = async (key: string) => {
  const payment = await h.db.payment.find({ companyId: copper.id, key })
  return {
    status: payment?.status,
    isFailed: (await h.db.company.get(copper.id)).paymentFailed,
    reason: payment?.reason,
  }
}
beforeEach(async () => {
  const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
  later(10 * MINUTE)
  const company = await h.db.company.get(copper.id)
  if (company.paymentFailed) await settleFailure(h.services, company, 'test')
})

describe('a card that is saved to pay what is owed, and whose bank asks', () => {
  it('CRD-10 pays as soon as its owner confirmed, once, and sets the company free', async () => {
    const key = await owe()
    const asked = await saveAsking()
    expect([asked.result, asked.setup_id]).toEqual(['action', asked.token])
    expect((await saveCard('abe', asked.token)).body.client_secret).toBe(asked.client_secret)
    h.stripe.authenticate(asked.client_secret, '', true)
    expect((await saveCard('abe', asked.token)).body.result).toBe('success')
    await deliver()
    expect(await state(key)).toMatchObject({ status: 'paid', isFailed: false })
    expect(charges(key).filter((status) => status === 'succeeded')).toHaveLength(1)
  })

  it('is asked for one debt after the other', async () => {
    const [one, two] = [await owe(), `owed-${++debts}`]
    await demand(copper, 3_000, two)
    let { client_secret: secret, token } = await saveAsking()
    for (const left of [1, 0]) {
      h.stripe.authenticate(secret, '', true)
      const { body } = await saveCard('abe', token)
      expect(body.result).toBe(left ? 'action' : 'success')
      secret = body.client_secret
    }
    expect([(await state(one)).status, (await state(two)).status]).toEqual(['paid', 'paid'])
  })

  it('pays by the event alone when the browser is gone after it confirmed', async () => {
    const key = await owe()
    const { client_secret: secret } = await saveAsking()
    h.stripe.authenticate(secret, '', true)
    await deliver()
    expect(await state(key)).toMatchObject({ status: 'paid', isFailed: false })
  })

  it('is kept although its owner says no: the debt stays, with words that say what to do', async () => {
    const key = await owe()
    const { client_secret: secret, token } = await saveAsking()
    h.stripe.authenticate(secret, '', false)
    expect((await saveCard('abe', token)).body).toMatchObject({ result: 'success', card: { last4: '3184' } })
    expect(await state(key)).toMatchObject({
      status: 'open',
      isFailed: true,
      reason:
        'The payment was not confirmed. Nothing was charged. Save the card again to confirm it, or use another one.',
    })
    expect(charges(key)).toContain('canceled')
    await saveCard('abe')
    expect(await state(key)).toMatchObject({ status: 'paid', isFailed: false })
  })

  it('asks of a debt that was refused no second time with the same card: the next one has its turn', async () => {
    const [one, two] = [await owe(), `owed-${++debts}`]
    await demand(copper, 3_000, two)
    const first = await saveAsking()
    h.stripe.authenticate(first.client_secret, '', false)
    const { body: next } = await saveCard('abe', first.token)
    expect([next.result, next.client_secret !== first.client_secret]).toEqual(['action', true])
    h.stripe.authenticate(next.client_secret, '', true)
    expect((await saveCard('abe', first.token)).body.result).toBe('success')
    expect([(await state(one)).status, (await state(two)).status]).toEqual(['open', 'paid'])
  })

  it('is one try of a card, however often its owner comes back from the bank', async () => {
    const { token } = await (async () => {
      await owe()
      return saveAsking()
    })()
    for (let i = 0; i < 25; i++) expect((await saveCard('abe', token)).status).toBe(200)
  })

  it('CRD-10 pays the oldest debts at once and has a worker pay the others', async () => {
    const keys = [await owe()]
    for (let i = 0; i < 6; i++) {
      keys.push(`owed-${++debts}`)
      await demand(copper, 1_000, keys.at(-1))
    }
    expect((await saveCard('abe')).body.result).toBe('success')
    const states = async () => Promise.all(keys.map(async (key) => (await state(key)).status))
    expect((await states()).filter((each) => each === 'paid')).toHaveLength(5)
    await h.drain()
    expect(await states()).toEqual(Array(7).fill('paid'))
    expect((await h.db.company.get(copper.id)).paymentFailed).toBe(false)
  })

  it('gives way to another card at once, and cannot pay as well afterwards', async () => {
    const key = await owe()
    const { client_secret: secret } = await saveAsking()
    expect((await saveCard('abe')).body.result).toBe('success')
    expect((await state(key)).status).toBe('paid')
    expect(() => h.stripe.authenticate(secret, '', true)).toThrow('nothing to authenticate')
  })

  it('is taken back when nobody came back, and the planned tries stay as they were', async () => {
    const key = await owe()
    const { token } = await saveAsking()
    later(5 * MINUTE)
    await retry()
    expect(await state(key)).toMatchObject({ status: 'open', isFailed: true })
    const payment = await h.db.payment.find({ companyId: copper.id, key })
    expect([payment?.attempt, payment?.retries, charges(key).at(0)]).toEqual([null, 0, 'canceled'])
    expect(token).toMatch(/^seti_/)
  })

  it('is a decline with its own words where nobody is at the screen', async () => {
    const key = await owe()
    const { client_secret: secret, token } = await saveAsking()
    h.stripe.authenticate(secret, '', false)
    await saveCard('abe', token)
    later(DAY + HOUR)
    await retry()
    expect(await state(key)).toMatchObject({
      status: 'open',
      isFailed: true,
      reason: expect.stringContaining("The card's bank asks its owner to confirm the payment."),
    })
    const open = charges(key).filter((status) => status === 'requires_action')
    expect(open).toEqual([])
  })
})
