import { describe, expect, it } from 'vitest'
import { payCommissions, payDue } from '#functions/domain/sales/commissions.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../payments/stage.ts'

const h = await harness()
const { northlight, copper, users } = h.cast
const { saveCard, demand } = stageOf(h)
await saveCard('ada')

const deps = () => ({ ...h.services, db: h.db })
const rates = (companyID: string, more: object) =>
  h.call('olive', 'sales.assign', {
    companyID,
    salesRep: users.sam.id,
    salesAE: users.ellen.id,
    salesRef: users.rita.id,
    ...more,
  })
/** A sales person with an account that money can be passed to. */
async function connect(who: 'sam' | 'ellen' | 'rita'): Promise<string> {
  await h.call(who, 'payments.createSalesConnectedAccount', {
    usrID: users[who].id,
    return_url: '/configuration/sales-connect-account',
  } as never)
  const { accountId } = await h.db.connectedAccount.get({ user: users[who].id })
  h.stripe.setAccount(accountId, 'complete')
  await h.call(who, 'payments.checkSalesConnectedAccount', { usrID: users[who].id } as never)
  return accountId
}
const transfers = () => h.stripe.list('transfer').map(({ amount, destination }) => ({ amount, destination }))
let wanted = 0
async function paid(amountCents = 10_000) {
  const key = `commission-invoice-${++wanted}`
  expect((await demand(northlight, amountCents, key)).is).toBe('paid')
  return { companyId: northlight.id, key }
}
const later = (ms: number) => h.setClock(h.services.now() + ms)

describe('sales commissions', () => {
  it('SAL-18 pay nothing at a rate of 0, which is what every agency begins with', async () => {
    const payment = await paid()
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 0, waiting: 0 })
    expect(transfers()).toEqual([])
    const { body } = await h.call('olive', 'sales.commission', { companyID: northlight.id })
    expect(body).toEqual({ salesRepRate: '0', salesAERate: '0', salesRefRate: '0', unpaid: [], taken_back: [] })
  })

  it('SAL-18 pass ten per cent of a paid invoice of $100 on to the representative, once however often it is asked', async () => {
    const account = await connect('sam')
    expect((await rates(northlight.id, { salesRepRate: '10' })).status).toBe(200)
    const payment = await paid()
    const answers = await Promise.all([1, 2, 3].map(() => payCommissions(deps(), payment)))
    await payCommissions(deps(), payment)
    expect(answers.some((answer) => answer?.paid === 1)).toBe(true)
    expect(transfers()).toEqual([{ amount: 1000, destination: account }])
    const [row] = await h.db.commission.list(payment.companyId, payment.key)
    expect(row).toMatchObject({
      status: 'paid',
      amountCents: 1000,
      basisPoints: 1000,
      transferId: expect.stringMatching(/^tr_/),
    })
  })

  it('keep the rate that held when the payment was made', async () => {
    const payment = await paid(5000)
    await payCommissions(deps(), payment)
    await rates(northlight.id, { salesRepRate: '50' })
    await payCommissions(deps(), payment)
    const rows = await h.db.commission.list(payment.companyId, payment.key)
    expect(rows.map(({ amountCents }) => amountCents)).toEqual([500])
    await rates(northlight.id, { salesRepRate: '10' })
  })

  it('find a transfer whose answer was lost, instead of making another', async () => {
    const before = transfers().length
    const payment = await paid()
    h.stripe.fail('gateway after', { operation: 'POST /v1/transfers', times: 9 })
    await expect(payCommissions(deps(), payment)).rejects.toThrow()
    h.stripe.clearFaults()
    expect(transfers()).toHaveLength(before + 1)
    // Nobody asks again while the first may still be at work; two days later the provider has forgotten the key.
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 0, waiting: 1 })
    later(2 * DAY)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(transfers()).toHaveLength(before + 1)
    expect((await h.db.commission.list(payment.companyId, payment.key))[0]?.status).toBe('paid')
  })

  it('try again what the provider did not take', async () => {
    const before = transfers().length
    const payment = await paid()
    h.stripe.fail(500, { operation: 'POST /v1/transfers', times: 9 })
    await expect(payCommissions(deps(), payment)).rejects.toThrow()
    h.stripe.clearFaults()
    later(10 * MINUTE)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(transfers()).toHaveLength(before + 1)
  })

  it('wait for an account that is not there yet, and keep nobody else from theirs', async () => {
    await rates(northlight.id, { salesAERate: '2.5' })
    const before = transfers().length
    const payment = await paid()
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 1, waiting: 1 })
    const account = await connect('ellen')
    later(DAY + MINUTE)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(transfers()).toHaveLength(before + 2)
    expect(transfers()).toContainEqual({ amount: 250, destination: account })
  })

  it('are found again although the account that got them is gone by then', async () => {
    await rates(northlight.id, { salesAERate: '0' })
    const before = transfers().length
    const payment = await paid()
    h.stripe.fail('gateway after', { operation: 'POST /v1/transfers' })
    await expect(payCommissions(deps(), payment)).rejects.toThrow()
    expect(transfers()).toHaveLength(before + 1)
    // The provider knows the account no more, and says so with a 400 or 404 wherever it is named.
    const holder = { user: users.sam.id }
    const kept = await h.db.connectedAccount.get(holder)
    const account = h.stripe.get('account', kept.accountId)
    if (!account) throw new Error('There is no account.')
    h.stripe.put('account', { ...account, id: 'acct_elsewhere' })
    await h.db.connectedAccount.unlink(holder, kept)
    later(10 * MINUTE)
    expect(await payDue(deps())).toEqual({ paid: 1, waiting: 0 })
    expect(transfers()).toHaveLength(before + 1)
    await connect('sam')
  })

  it('wait behind an account that the provider refuses, say why to operators, and go on with another one', async () => {
    const before = transfers().length
    const gone = (await h.db.connectedAccount.get({ user: users.sam.id })).accountId
    const payment = await paid()
    // Its owner may not be paid, and the platform has not heard of it yet.
    const account = h.stripe.get('account', gone)
    if (!account) throw new Error('There is no account.')
    h.stripe.put('account', { ...account, capabilities: { ...account.capabilities, transfers: 'inactive' } })
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 0, waiting: 1 })
    const { body } = await h.call('olive', 'sales.commission', { companyID: northlight.id })
    expect(body.unpaid).toEqual([
      {
        sales: 'representative',
        amount: '10.00',
        created_at: h.services.now(),
        is_tried: true,
        reason: 'Your destination account needs the capability transfers.',
      },
    ])
    // A definite answer is kept under its key for a day: the next try has another one.
    h.stripe.put('account', account)
    later(DAY - MINUTE)
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 1, waiting: 0 })
    expect(transfers()).toHaveLength(before + 1)
    expect((await h.call('olive', 'sales.commission', { companyID: northlight.id })).body.unpaid).toEqual([])
  })

  it('end after 90 days without an account that takes them, and the operator sees which and why', async () => {
    await rates(northlight.id, { salesRefRate: '1' })
    const payment = await paid()
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 1, waiting: 1 })
    for (let day = 0; day < 89; day += 11) {
      later(11 * DAY)
      expect(await payDue(deps())).toEqual({ paid: 0, waiting: day + 11 < 90 ? 1 : 0 })
    }
    const unpaid = async () => (await h.call('olive', 'sales.commission', { companyID: northlight.id })).body.unpaid
    expect(await unpaid()).toMatchObject([
      {
        sales: 'referrer',
        amount: '1.00',
        is_tried: false,
        reason: 'The sales person has no account that can be paid to.',
      },
    ])
    expect(await h.db.commission.listDue(h.services.now() + 400 * DAY)).toEqual([])
    await connect('rita')
    expect(await payCommissions(deps(), payment)).toEqual({ paid: 1, waiting: 0 })
    await rates(northlight.id, { salesRefRate: '0' })
  })

  it('come with every payment of an agency that has a rate, before its books say so', async () => {
    const sent: unknown[] = []
    const { queues } = h.services
    h.services.queues = {
      ...queues,
      send: async (job, message, more) => {
        if (job === 'payCommissions') sent.push(message)
        else await queues.send(job, message, more)
      },
    }
    const end = h.db.payment.end
    h.db.payment.end = () => Promise.reject(new Error('The worker died.'))
    await expect(demand(northlight, 7000, 'commission-crash')).rejects.toThrow('The worker died.')
    h.db.payment.end = end
    h.services.queues = queues
    expect(sent).toEqual([{ companyId: northlight.id, key: 'commission-crash' }])
    // The message that came too early asks again, and finds the payment once it is there.
    expect(await payCommissions(deps(), { companyId: northlight.id, key: 'commission-crash' })).toBeUndefined()
  })

  it('are set by operators, in per cent that make sense', async () => {
    expect((await rates(copper.id, { salesRepRate: '60', salesAERate: '40.01' })).body.fields).toEqual({
      salesRepRate: 'Commissions cannot be more than 100% together.',
    })
    expect((await rates(copper.id, { salesRepRate: 'ten' })).status).toBe(422)
    expect((await h.call('sam', 'sales.commission', { companyID: northlight.id })).status).toBe(403)
    expect((await h.call('ada', 'sales.commission', { companyID: northlight.id })).status).toBe(403)
  })
})
