// Shares of a payment that goes back before they are paid.
import { describe, expect, it } from 'vitest'
import { payCommissions, payDue } from '#functions/domain/payments/commissions.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
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
})
