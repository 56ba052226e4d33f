// Money that goes back, through the gateway and over HTTP: parts of a charge, exact parts of its fee, and lost answers.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { startStripe } from '#infra/local/doubles/stripe.ts'
import { DAY } from '#shared/dates.ts'

let now = Date.parse('2027-03-01T12:00:00Z')
const double = await startStripe({ file: null, now: () => now })
afterAll(() => double.stop())
const payments = openPayments({
  keys: fixedSecret({ secretKey: double.secretKey, webhookSecrets: [double.webhookSecret] }),
  url: double.url,
  timeoutMs: 2500,
  retries: 0,
  now: () => now,
})
const metadata = {}
const { id: accountId } = await payments.createAccount({
  key: 'account',
  email: 'agency@example.com',
  name: 'Agency',
  takesCards: true,
  metadata,
})
double.setAccount(accountId, 'complete')
const holder = { name: 'Client', email: 'client@example.com' }
const { id: customerId } = await payments.createCustomer({ key: 'customer', accountId, holder, metadata })
const kept = await payments.setUpCard({
  key: 'card',
  accountId,
  customerId,
  paymentMethodId: 'pm_card_visa',
  metadata,
})
if (kept.status !== 'saved') throw new Error('The card was not kept.')

let charges = 0
/** The id of a charge of $100.00 in the agency's account, of which the platform takes $40.00. */
async function charged(paymentMethodId = kept.status === 'saved' ? kept.card.id : ''): Promise<string> {
  const charge = await payments.charge({
    key: `charge-${++charges}`,
    accountId,
    customerId,
    paymentMethodId,
    amountCents: 10_000,
    applicationFeeCents: 4_000,
    description: 'Leads',
    metadata,
  })
  if (charge.status !== 'succeeded') throw new Error('The card did not pay.')
  return charge.id
}
const REFUND = 'POST /v1/refunds'
const FEE = 'POST /v1/application_fees'
const read = (chargeId: string) => payments.readRefunds({ chargeId, accountId })
const sums = async (chargeId: string) => {
  const { backCents, fee, parts } = await read(chargeId)
  return { back: backCents, fee: fee?.backCents, parts: parts.map(({ key, amountCents }) => [key, amountCents]) }
}

beforeEach(() => double.clearFaults())

describe('a refund', () => {
  it('is a part of a charge, once for each key, and none of its fee unless that is said', async () => {
    const chargeId = await charged()
    const part = { key: 'r-1', chargeId, amountCents: 2_500, accountId }
    const first = await payments.refund(part)
    expect(first).toMatchObject({ status: 'succeeded', id: expect.stringMatching(/^re_/) })
    expect(await payments.refund(part)).toEqual(first)
    await payments.refund({ ...part, key: 'r-2', amountCents: 500 })
    expect(await sums(chargeId)).toEqual({
      back: 3_000,
      fee: 0,
      parts: [
        ['r-2', 500],
        ['r-1', 2_500],
      ],
    })
  })

  it('stays one after the provider forgot its idempotency key', async () => {
    const chargeId = await charged()
    const part = { key: 'r-late', chargeId, amountCents: 2_500, accountId }
    const first = await payments.refund(part)
    now += 2 * DAY
    expect(await payments.refund(part)).toEqual(first)
    expect((await sums(chargeId)).back).toBe(2_500)
  })

  it.each(['lost after', 'gateway after'] as const)(
    'is found again when its answer was lost (%s)',
    { timeout: 20_000 },
    async (fault) => {
      const chargeId = await charged()
      const part = { key: `r-${fault}`, chargeId, amountCents: 2_500, accountId }
      double.fail(fault, { operation: REFUND })
      await expect(payments.refund(part)).rejects.toThrow('did not answer')
      expect((await sums(chargeId)).back).toBe(2_500)
      now += 2 * DAY
      expect(await payments.refund(part)).toMatchObject({ status: 'succeeded' })
      expect((await sums(chargeId)).back).toBe(2_500)
    },
  )

  it('goes on under another key where the provider keeps an error of its own under the first', async () => {
    const chargeId = await charged()
    const part = { key: 'r-kept', chargeId, amountCents: 2_500, accountId }
    double.fail('500 kept', { operation: REFUND })
    await expect(payments.refund(part)).rejects.toThrow('did not answer')
    expect(await payments.refund(part)).toMatchObject({ status: 'succeeded' })
    expect(await sums(chargeId)).toMatchObject({ back: 2_500, parts: [['r-kept', 2_500]] })
  })

  it('is refused when more is asked for than is left, and has happened when all of it went back', async () => {
    const chargeId = await charged()
    await payments.refund({ key: 'o-1', chargeId, amountCents: 9_000, accountId })
    const over = await payments.refund({ key: 'o-2', chargeId, amountCents: 1_001, accountId })
    expect(over).toMatchObject({ status: 'failed', reason: expect.stringContaining('greater than unrefunded amount') })
    await payments.refund({ key: 'o-3', chargeId, amountCents: 1_000, accountId })
    const more = await payments.refund({ key: 'o-4', chargeId, amountCents: 1, accountId })
    expect(more).toMatchObject({ status: 'failed', code: 'charge_already_refunded' })
    expect(await payments.refund({ key: 'o-5', chargeId, amountCents: 10_000, accountId })).toEqual({
      status: 'succeeded',
      id: '',
    })
    expect((await sums(chargeId)).back).toBe(10_000)
  })

  it('takes as much of the fee along as of the charge, and the last part what is left of it', async () => {
    const chargeId = await charged()
    for (const [index, amountCents] of [3_333, 3_333, 3_334].entries())
      await payments.refund({ key: `p-${index}`, chargeId, amountCents, accountId, withFee: true })
    expect(await sums(chargeId)).toMatchObject({ back: 10_000, fee: 4_000 })
    const fees = double.list('fee_refund').slice(0, 3)
    expect(fees.map(({ amount }) => amount)).toEqual([1_334, 1_333, 1_333])
  })

  it('may be on its way for a while, and a bank may send it back', async () => {
    const slow = await charged('pm_card_pendingRefund')
    const part = { key: 'slow', chargeId: slow, amountCents: 2_000, accountId }
    const pending = await payments.refund(part)
    expect(pending.status).toBe('pending')
    expect((await sums(slow)).back).toBe(2_000)
    double.byHand.endRefund(pending.id, accountId, 'lost_or_stolen_card')
    expect(await payments.refund(part)).toMatchObject({ status: 'failed', code: 'lost_or_stolen_card' })
    expect((await sums(slow)).back).toBe(0)
  })

  it('is refused in an account that is not connected any more', async () => {
    const gone = await payments.refund({ key: 'gone', chargeId: 'pi_1', amountCents: 1, accountId: 'acct_gone' })
    expect(gone).toMatchObject({ status: 'unreachable', code: 'account_not_ready' })
  })
})

describe('a refund of the fee', () => {
  it('is exactly what is asked for, once for each key, and takes nothing of the charge', async () => {
    const chargeId = await charged()
    const part = { key: 'f-1', chargeId, accountId, feeCents: 1_001 }
    const first = await payments.refundFee(part)
    expect(first).toMatchObject({ status: 'succeeded', id: expect.stringMatching(/^fr_/) })
    now += 2 * DAY
    expect(await payments.refundFee(part)).toEqual(first)
    const { fee, backCents } = await read(chargeId)
    expect([backCents, fee?.amountCents, fee?.backCents]).toEqual([0, 4_000, 1_001])
    const charge = double.list('charge', accountId)[0]
    expect(charge?.application_fee).toBe(fee?.id)
    expect(double.get('application_fee', fee?.id ?? '')).toMatchObject({
      account: accountId,
      charge: charge?.id,
      amount_refunded: 1_001,
      refunded: false,
    })
  })

  it('is found again when its answer was lost', async () => {
    const chargeId = await charged()
    const part = { key: 'f-lost', chargeId, accountId, feeCents: 700 }
    double.fail('gateway after', { operation: FEE })
    await expect(payments.refundFee(part)).rejects.toThrow('did not answer')
    now += 2 * DAY
    expect(await payments.refundFee(part)).toMatchObject({ status: 'succeeded' })
    expect((await read(chargeId)).fee?.backCents).toBe(700)
  })

  it('is refused when more is asked for than is left of it', async () => {
    const chargeId = await charged()
    await payments.refundFee({ key: 'f-most', chargeId, accountId, feeCents: 3_999 })
    const over = await payments.refundFee({ key: 'f-over', chargeId, accountId, feeCents: 2 })
    expect(over).toMatchObject({ status: 'failed', reason: expect.stringContaining('greater than') })
    await payments.refundFee({ key: 'f-last', chargeId, accountId, feeCents: 1 })
    expect(await payments.refundFee({ key: 'f-more', chargeId, accountId, feeCents: 1 })).toMatchObject({
      status: 'failed',
    })
    expect(double.list('application_fee')[0]).toMatchObject({ refunded: true, amount_refunded: 4_000 })
  })

  it('is refused where no fee was taken', async () => {
    const free = await payments.charge({
      key: 'free',
      accountId,
      customerId,
      paymentMethodId: kept.status === 'saved' ? kept.card.id : '',
      amountCents: 5_000,
      description: 'Leads',
      metadata,
    })
    expect(free.status).toBe('succeeded')
    const chargeId = free.status === 'succeeded' ? free.id : ''
    expect(await payments.refundFee({ key: 'f-none', chargeId, accountId, feeCents: 1 })).toMatchObject({
      code: 'no_fee',
    })
    expect((await read(chargeId)).fee).toBeUndefined()
  })
})

describe('what happens there by hand', () => {
  it('is read as it stands: refunds and disputes of a payment, payouts that failed', async () => {
    const chargeId = await charged()
    const refund = double.byHand.refund(chargeId, { amount: 1_000 }, accountId)
    const { latest_charge } = double.get('payment_intent', chargeId, accountId) ?? {}
    for (const objectId of [refund.id, latest_charge ?? ''])
      expect(await payments.paymentOf({ objectId, accountId })).toBe(chargeId)
    expect((await read(chargeId)).parts).toMatchObject([{ key: '', amountCents: 1_000 }])

    const { id } = double.byHand.dispute(chargeId, { isInquiry: true, reason: 'unrecognized' }, accountId)
    const look = () => payments.getDispute({ objectId: id, accountId })
    expect(await look()).toMatchObject({ chargeId, amountCents: 9_000, state: 'inquiry', reason: 'unrecognized' })
    double.byHand.moveDispute(id, 'needs_response', accountId)
    expect(await look()).toMatchObject({ state: 'open', dueAt: expect.any(Number) })
    expect(await payments.refund({ key: 'disputed', chargeId, amountCents: 500, accountId })).toMatchObject({
      status: 'failed',
      code: 'charge_disputed',
    })
    double.byHand.moveDispute(id, 'won', accountId)
    expect((await look())?.state).toBe('won')
    expect(() => double.byHand.moveDispute(id, 'lost', accountId)).toThrow('already closed')

    const { id: objectId } = double.byHand.failPayout(accountId, 7_500)
    expect(await payments.getFailedPayout({ objectId, accountId })).toMatchObject({
      amountCents: 7_500,
      reason: expect.stringContaining('closed'),
    })
  })

  it('has a page with a button for each, which programs can press too', async () => {
    const chargeId = await charged()
    const page = await (await fetch(`${double.url}/payments`)).text()
    expect(page).toContain(chargeId)
    const press = (fields: Record<string, string>) =>
      fetch(`${double.url}/act`, { method: 'POST', body: new URLSearchParams({ account: accountId, ...fields }) })
    const disputed = await press({ do: 'dispute', id: chargeId })
    const { id, status } = (await disputed.json()) as { id: string; status: string }
    expect([disputed.status, status]).toEqual([200, 'needs_response'])
    expect((await press({ do: 'refund', id: chargeId })).status).toBe(400)
    expect((await press({ do: 'move_dispute', id, status: 'won' })).status).toBe(200)
    expect((await press({ do: 'refund', id: chargeId, amount: '100' })).status).toBe(200)
    expect((await press({ do: 'fail_payout', amount: '500' })).status).toBe(200)
    expect((await press({ do: 'nothing' })).status).toBe(400)
    const shown = async () => (await fetch(`${double.url}/payments`)).text()
    expect(await shown()).toContain('$1.00 went back')
    expect((await press({ do: 'disconnect' })).status).toBe(200)
    expect(await shown()).toContain('Its owner connects it again')
    expect((await press({ do: 'reconnect' })).status).toBe(200)
    expect(await shown()).toContain('$1.00 went back')
  })
})
