// What a platform earned, from payments: by day, product and agency, and what a refund takes off again.
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { sumRevenue } from '#functions/domain/reports/revenue.ts'
import { DAY, dayIn, HOUR } from '#shared/dates.ts'
import { Payment, usedCreditKey } from '#shared/model/payment.ts'
import { cents } from '#shared/money/cents.ts'
import { revenueOf, rootRevenueOf, toRevenue } from '#shared/reports/revenue.ts'
import { ofGroup } from '#shared/reports/sums.ts'
import { type Harness, harness } from '../../support/harness.ts'

let h: Harness
/** Noon in Chicago; in the future, because tokens of the past are expired ones. */
const NOON = Date.UTC(2031, 11, 6, 18)
let made = 0

beforeAll(async () => {
  h = await harness()
  h.setClock(NOON)
})

const paymentOf = (companyId: string, more: Partial<Payment> = {}): Payment =>
  Payment.parse({
    companyId,
    key: `pay-${++made}`,
    purpose: 'invoice',
    about: 'leads',
    amountCents: 10_000,
    description: 'Leads',
    status: 'open',
    createdAt: NOON,
    ...more,
  })

async function pay(payment: Payment, at = NOON, chargeId = `ch_${payment.key}`): Promise<Payment> {
  const attempt = { key: `try-${payment.key}`, customerId: '', accountId: '', endsAt: at + HOUR }
  expect(await h.db.payment.begin(payment, attempt)).toBe(true)
  const begun = await h.db.payment.find(payment)
  expect(begun && (await h.db.payment.end(begun, { status: 'paid', chargeId, by: 'test', at }))).toBe(true)
  const paid = await h.db.payment.find(payment)
  if (!paid) throw new Error('The payment is gone.')
  return paid
}
async function sumUp(at = NOON + HOUR) {
  h.setClock(at)
  await h.runner.trigger('sumReports', at)
  await h.drain()
}
const ask = (who: Parameters<Harness['call']>[0], day = dayIn('America/Chicago', NOON)) =>
  h.call(who, 'reports.revenue', { startDate: day, endDate: day })

describe('reports.revenue', () => {
  it('LED-28 LED-29 adds up what was paid on the days, in all, by product and by agency', async () => {
    const { northlight, copper, brightSmiles } = h.cast
    const earned = { local: { wholesaleCents: 4_000, rootCents: 600 } }
    await pay(paymentOf(brightSmiles.id, { applicationFeeCents: 4_000, earned, campaignId: 'cmp_1' }))
    await pay(
      paymentOf(copper.id, { amountCents: 5_000, earned: { b2b: { wholesaleCents: 5_000, rootCents: 1_000 } } }),
    )
    await pay(paymentOf(northlight.id, { about: 'true-up', amountCents: 2_500 }))
    await pay(paymentOf(northlight.id, { purpose: 'onboarding', about: 'other', amountCents: 9_900 }))
    // Credit that was used, and counted, before its top-up was disputed.
    await pay(paymentOf(copper.id, { key: usedCreditKey('dp_1'), about: 'other', amountCents: 3_300 }))
    // Another day, and one that nobody paid.
    await pay(paymentOf(copper.id, { amountCents: 700 }), NOON - DAY)
    const open = paymentOf(copper.id)
    await h.db.payment.begin(open, { key: 'try', customerId: '', accountId: '', endsAt: NOON + HOUR })
    await sumUp()

    const { status, body } = await ask('olive')
    expect(status).toBe(200)
    const { by_product, by_agency, by_day, ...all } = body.data
    expect(all).toEqual({
      retail: 100,
      wholesale: 90,
      root_cost: 16,
      root_revenue: 90 + 25 + 99 - 16,
      onboarding: 99,
      developer_fee: 0,
      true_up: 25,
      refunds: 0,
    })
    expect(by_product).toMatchObject({ local: { wholesale: 40, root_cost: 6 }, b2b: { wholesale: 50, root_cost: 10 } })
    expect(by_agency.map((row) => [row.company_name, row.wholesale, row.root_revenue])).toEqual([
      [northlight.name, 40, 40 - 6 + 25 + 99],
      [copper.name, 50, 40],
    ])
    expect(by_day).toEqual([{ date: '2031-12-06', retail: 100, wholesale: 90, root_revenue: 198 }])

    // Again, late, and by two at once: nothing is counted twice.
    await Promise.all([sumUp(NOON + 2 * HOUR), sumUp(NOON + 2 * HOUR)])
    expect((await ask('olive')).body.data).toEqual(body.data)
  })

  it('takes off what went back, on the day of the payment', async () => {
    const { harbor } = h.cast
    const day = NOON + 3 * DAY
    h.setClock(day)
    const paid = await pay(
      paymentOf(harbor.id, {
        applicationFeeCents: 2_000,
        earned: { locator: { wholesaleCents: 2_000, rootCents: 0 } },
        createdAt: day,
      }),
      day,
    )
    await sumUp(day + HOUR)
    const on = () => ask('olive', dayIn('America/Chicago', day))
    expect((await on()).body.data).toMatchObject({ wholesale: 20, refunds: 0, root_revenue: 20 })
    h.setClock(day + 2 * DAY)
    expect(await h.db.payment.setRefunded(paid, paid.chargeId ?? '', 5_000)).toBe(true)
    await sumUp(day + 2 * DAY + HOUR)
    expect((await on()).body.data).toMatchObject({ wholesale: 20, refunds: 10, root_revenue: 10 })
  })

  it('is counted for all others where one company cannot be, whose days stay marked', async () => {
    const { copper, harbor } = h.cast
    const day = NOON + 25 * DAY
    h.setClock(day)
    const bad = await pay(paymentOf(harbor.id, { applicationFeeCents: 100, createdAt: day }), day)
    await pay(paymentOf(copper.id, { amountCents: 1_234, createdAt: day }), day)
    const key = { pk: `C#${harbor.id}#PAYMENTS`, sk: bad.key }
    const table = { client: h.services.table.client, TableName: h.services.table.name }
    const setAmount = (amount: unknown) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.TableName,
          Key: key,
          UpdateExpression: 'SET amountCents = :a',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':a': amount },
        }),
      )
    // As a row that a later version cannot read.
    await setAmount('much')
    const at = day + HOUR
    h.setClock(at)
    const errors: unknown[] = []
    await sumRevenue(h.services, at, 500, errors)
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(harbor.id) })])
    const on = async () => (await ask('olive', dayIn('America/Chicago', day))).body.data
    expect(await on()).toMatchObject({ wholesale: 12.34 })
    const marked = async () => (await h.db.daySums.listDue('REVENUE', at, 500)).map(({ owner }) => owner)
    expect(await marked()).toEqual([harbor.id])
    // Once it can be read it is counted.
    await setAmount(bad.amountCents)
    await sumUp(at)
    expect(await on()).toMatchObject({ retail: 100, wholesale: 13.34 })
    expect(await marked()).toEqual([])
  })

  it('takes an invoice of a Data Wallet that went back whole off once', async () => {
    const { harbor, northlight } = h.cast
    const day = NOON + 9 * DAY
    h.setClock(day)
    const campaignId = h.cast.campaigns.harbor.id
    const earned = { local: { wholesaleCents: 3_000, rootCents: 0 } }
    const about = { clientId: harbor.id, campaignId, purpose: 'start', amountCents: 3_000, createdAt: day, earned }
    const paid = await pay(paymentOf(northlight.id, { ...about, paidWith: 'Data Wallet' }), day)
    const back = {
      id: 'back-1',
      companyId: northlight.id,
      amountCents: cents(3_000),
      at: day,
      title: 'Back',
      rule: 'Back',
    }
    await h.db.daySums.markRevenue({ companyId: northlight.id, at: day }, day)
    expect(await h.db.ledger.payBack({ ...back, facts: { Invoice: paid.key } })).toBe(true)
    const on = async () => (await ask('olive', dayIn('America/Chicago', day))).body.data
    await sumUp(day + HOUR)
    expect(await on()).toMatchObject({ wholesale: 30, refunds: 30, root_revenue: 0 })
    expect(await h.db.payment.setRefunded(paid, paid.chargeId ?? '', 3_000)).toBe(true)
    await sumUp(day + 2 * HOUR)
    expect(await on()).toMatchObject({ wholesale: 30, refunds: 30, root_revenue: 0 })
  })

  it('takes off what goes back years later, and tells agencies apart then; a day whose parts are forgotten stays', async () => {
    const { northlight, copper } = h.cast
    const long = NOON + 20 * DAY
    const date = dayIn('America/Chicago', long)
    h.setClock(long)
    await pay(paymentOf(northlight.id, { amountCents: 4_000, createdAt: long }), long)
    const paid = await pay(paymentOf(copper.id, { amountCents: 1_000, createdAt: long }), long)
    await sumUp(long + HOUR)
    const on = async () => (await ask('olive', date)).body.data
    expect(await on()).toMatchObject({ wholesale: 50, root_revenue: 50 })
    const { root } = h.cast
    const { client, name } = h.services.table
    const parts = [root.id, northlight.id, copper.id].flatMap((owner) =>
      [northlight.id, copper.id].map((part) => ({ pk: `C#${owner}#PARTS#REVENUE`, sk: `${date}#${part}` })),
    )
    /** Takes back so much of the second payment when the table has forgotten what has run out by then. */
    const takeBack = async (backCents: number, at: number) => {
      for (const Key of parts) {
        const { Item } = await client.send(new GetCommand({ TableName: name, Key }))
        if (Item && Item.ttl * 1000 <= at) await client.send(new DeleteCommand({ TableName: name, Key }))
      }
      h.setClock(at)
      expect(await h.db.payment.setRefunded(paid, paid.chargeId ?? '', backCents)).toBe(true)
      await sumUp(at + HOUR)
    }
    await takeBack(300, long + 401 * DAY)
    const before = await on()
    expect(before).toMatchObject({ wholesale: 50, refunds: 3, root_revenue: 47 })
    expect(before.by_agency.map(({ company_name, root_revenue }) => [company_name, root_revenue])).toEqual([
      [northlight.name, 40],
      [copper.name, 7],
    ])
    await takeBack(1_000, long + 3661 * DAY)
    expect((await on()).by_day).toEqual(before.by_day)
  })

  it.each(['ada', 'cleo', 'sam', 'otto'] as const)('LED-29 refuses %s', async (who) => {
    expect((await ask(who)).status).toBe(403)
  })
})

describe('what a payment brings', () => {
  it('is all of it, no matter what it was for', () => {
    const cases = [
      paymentOf('c', { amountCents: 1_234, earned: { local: { wholesaleCents: 1_000, rootCents: 10 } } }),
      paymentOf('c', { amountCents: 1_234 }),
      paymentOf('c', { amountCents: 1_234, about: 'true-up' }),
      paymentOf('c', { amountCents: 1_234, purpose: 'onboarding' }),
      paymentOf('c', { amountCents: 1_234, purpose: 'developer' }),
    ]
    for (const payment of cases) {
      const { wholesale, trueUp, onboarding, developerFee } = toRevenue(ofGroup(revenueOf(payment, 'agency'), 'all'))
      expect(wholesale + trueUp + onboarding + developerFee).toBe(1_234)
    }
  })

  it('is nothing any more once all of it went back, but for what the leads cost', () => {
    const earned = { local: { wholesaleCents: 400, rootCents: 60 } }
    for (const [payer, more] of [
      ['client', { applicationFeeCents: 400, amountCents: 999 }],
      ['agency', { amountCents: 400 }],
    ] as const) {
      const payment = paymentOf('c', { ...more, earned, status: 'refunded', refundedCents: more.amountCents })
      expect(rootRevenueOf(toRevenue(ofGroup(revenueOf(payment, payer), 'all')))).toBe(-60)
    }
  })
})
