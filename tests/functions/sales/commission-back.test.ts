// Shares of a payment that goes back, before they are paid and after.
import { describe, expect, it } from 'vitest'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { payCommissions, payDue } from '#functions/domain/sales/commissions.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import { usedCreditKey } from '#shared/model/payment.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../payments/stage.ts'

const h = await harness()
const { northlight, users } = h.cast
const { saveCard, demand } = stageOf(h)
await saveCard('ada')

const deps = () => ({ ...h.services, db: h.db })
const rates = (companyID: string, more: object) =>
  h.call('olive', 'sales.assign', { companyID, salesRep: users.sam.id, ...more })
/** A sales person with an account that money can be passed to. */
async function connect(who: 'sam'): Promise<string> {
  await h.call(who, 'payments.createSalesConnectedAccount', {
    usrID: users[who].id,
    return_url: '/configuration/sales-connect-account',
  } as never)
  const { accountId } = await h.db.connectedAccount.get({ user: users[who].id })
  h.stripe.setAccount(accountId, 'complete')
  await h.call(who, 'payments.checkSalesConnectedAccount', { usrID: users[who].id } as never)
  return accountId
}
await connect('sam')
await rates(northlight.id, { salesRepRate: '10' })
const transfers = () => h.stripe.list('transfer').map(({ amount, destination }) => ({ amount, destination }))
let wanted = 0
async function paid(amountCents = 10_000) {
  const key = `commission-back-${++wanted}`
  expect((await demand(northlight, amountCents, key)).is).toBe('paid')
  return { companyId: northlight.id, key }
}
const later = (ms: number) => h.setClock(h.services.now() + ms)

describe('sales commissions', () => {
  it('are not paid of a payment that went back before, and wait while it is disputed', async () => {
    const before = transfers().length
    const chargeOf = async ({ companyId, key }: { companyId: string; key: string }) => {
      const payment = await h.db.payment.find({ companyId, key })
      if (!payment?.chargeId) throw new Error('It was not paid.')
      return { payment, chargeId: payment.chargeId }
    }
    const dispute = async (of: { companyId: string; key: string }, state: 'open' | 'lost' | 'won') => {
      const { payment, chargeId } = await chargeOf(of)
      const facts = { id: `dp_${of.key}`, state, reason: 'fraudulent', amountCents: 10_000, dueAt: null, at: 1 }
      await h.db.payment.setDispute(payment, chargeId, facts, { rootId: northlight.rootId, since: 1 })
    }
    const statusOf = async ({ companyId, key }: { companyId: string; key: string }) =>
      (await h.db.commission.list(companyId, key)).map(({ status, reason }) => [status, reason])
    const refunded = await paid()
    const { payment, chargeId } = await chargeOf(refunded)
    await h.db.payment.setRefunded(payment, chargeId, 10_000)
    expect(await payCommissions(deps(), refunded)).toEqual({ paid: 0, waiting: 0 })
    const half = await paid()
    const found = await chargeOf(half)
    await h.db.payment.setRefunded(found.payment, found.chargeId, 5_000)
    expect(await payCommissions(deps(), half)).toEqual({ paid: 1, waiting: 0 })
    expect(transfers()[0]?.amount).toBe(500)

    const [lost, won] = [await paid(), await paid()]
    for (const each of [lost, won]) {
      await dispute(each, 'open')
      expect(await payCommissions(deps(), each)).toEqual({ paid: 0, waiting: 1 })
      expect(await statusOf(each)).toEqual([['open', 'The payment that it is a share of is disputed.']])
    }
    await dispute(lost, 'lost')
    await dispute(won, 'won')
    later(DAY + MINUTE)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(await statusOf(lost)).toEqual([['over', 'The payment that it is a share of went back.']])
    expect((await statusOf(won)).map(([status]) => status)).toEqual(['paid'])
    expect(transfers()).toHaveLength(before + 2)
    for (const each of [lost, won]) await dispute(each, 'won')
  })

  it('are none of credit that is paid anew after its top-up was disputed: what it had paid had its shares', async () => {
    const key = usedCreditKey('dp_1')
    expect((await demand(northlight, 10_000, key)).is).toBe('paid')
    expect(await payCommissions(deps(), { companyId: northlight.id, key })).toEqual({ paid: 0, waiting: 0 })
    expect(await h.db.commission.list(northlight.id, key)).toEqual([])
  })

  const chargeOf = async (of: { companyId: string; key: string }) => {
    const payment = await h.db.payment.find(of)
    if (!payment?.chargeId) throw new Error('It was not paid.')
    return { payment, chargeId: payment.chargeId }
  }
  const refundOf = async (of: { companyId: string; key: string }, cents: number) => {
    const { payment, chargeId } = await chargeOf(of)
    await h.db.payment.setRefunded(payment, chargeId, cents)
  }
  const share = async ({ companyId, key }: { companyId: string; key: string }) => {
    const [row] = await h.db.commission.list(companyId, key)
    if (!row) throw new Error('Nobody gets a share.')
    const transfer = h.stripe.list('transfer').find(({ id }) => id === row.transferId)
    return { row, back: transfer?.amount_reversed }
  }
  const tell = (type: StripeEventName, objectId: string) =>
    handleStripeEvent(
      { ...h.services, paymentDeps: makePaymentDeps(h.services) },
      { eventId: 'evt_x', type, objectId, accountId: '' },
    )
  const passedOn = async () => {
    const of = await paid()
    expect(await payCommissions(deps(), of)).toEqual({ paid: 1, waiting: 0 })
    // Nobody is at work on it any more.
    later(10 * MINUTE)
    return of
  }

  it('come back in proportion of what goes back of their payment, each part once, never more than was passed on', async () => {
    const of = await passedOn()
    for (const [refunded, back] of [
      [2_500, 250],
      [2_509, 251],
      [10_000, 1_000],
    ] as const) {
      await refundOf(of, refunded)
      await Promise.all([1, 2, 3].map(() => payCommissions(deps(), of)))
      later(10 * MINUTE)
      await payDue(deps())
      await payCommissions(deps(), of)
      const { row, back: atProvider } = await share(of)
      expect([row.status, row.backCents, atProvider, row.dueAt]).toEqual(['paid', back, back, ''])
    }
    const { body } = await h.call('olive', 'sales.commission', { companyID: northlight.id })
    expect(body.taken_back).toMatchObject([{ sales: 'representative', amount: '10.00', back: '10.00', reason: '' }])
  })

  it('come back once where the answer of the provider was lost', async () => {
    const of = await passedOn()
    await refundOf(of, 4_000)
    h.stripe.fail('gateway after', { operation: 'POST /v1/transfers/{id}/reversals', times: 9 })
    await expect(payCommissions(deps(), of)).rejects.toThrow()
    h.stripe.clearFaults()
    expect((await share(of)).back).toBe(400)
    expect(await payCommissions(deps(), of)).toEqual({ paid: 0, waiting: 1 })
    later(2 * DAY)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(await share(of)).toMatchObject({ back: 400, row: { backCents: 400, dueAt: '' } })
  })

  it('come back of a refund that is made while they are passed on, also when that stops half-way', async () => {
    const of = await paid()
    const stop = () => Promise.reject(new Error('stopped'))
    const commission = new Proxy(h.db.commission, {
      get: (real, name) => (name === 'rest' || name === 'putOffBack' ? stop : Reflect.get(real, name)),
    })
    const stopping = { ...h.db, commission }
    await expect(payCommissions({ ...deps(), db: stopping }, of)).rejects.toThrow('stopped')
    await refundOf(of, 5_000)
    // Who hears of the refund finds it in hand.
    expect(await payCommissions(deps(), of)).toEqual({ paid: 0, waiting: 1 })
    later(2 * DAY)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(await share(of)).toMatchObject({ back: 500, row: { backCents: 500, dueAt: '' } })
  })

  it('say why they do not come back, and are tried again each day', async () => {
    const of = await passedOn()
    await refundOf(of, 10_000)
    h.stripe.fail('500 kept', { operation: 'POST /v1/transfers/{id}/reversals', times: 1 })
    await expect(payCommissions(deps(), of)).rejects.toThrow()
    h.stripe.clearFaults()
    later(2 * HOUR)
    expect(await payDue(deps())).toEqual({ paid: 0, waiting: 1 })
    const told = async () =>
      (await h.call('olive', 'sales.commission', { companyID: northlight.id })).body.taken_back.at(-1)
    expect(await told()).toMatchObject({ back: '0.00', reason: expect.stringMatching(/./), is_tried: true })
    later(DAY + MINUTE)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(await told()).toMatchObject({ back: '10.00', reason: '', is_tried: false })
  })

  it('come back when a refund is made at the provider, and when a dispute is lost there', async () => {
    const [refunded, disputed] = [await passedOn(), await passedOn()]
    const { id: refundId } = h.stripe.byHand.refund((await chargeOf(refunded)).chargeId, { amount: 3_000 })
    await tell('refund.created', refundId)
    await h.drain()
    expect((await share(refunded)).back).toBe(300)
    const { id } = h.stripe.byHand.dispute((await chargeOf(disputed)).chargeId)
    await tell('charge.dispute.created', id)
    await h.drain()
    expect((await share(disputed)).back).toBe(0)
    h.stripe.byHand.moveDispute(id, 'lost')
    await tell('charge.dispute.closed', id)
    await tell('charge.dispute.closed', id)
    await h.drain()
    expect((await share(disputed)).back).toBe(1_000)
  })
})
