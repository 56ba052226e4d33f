// The double keeps Stripe's own rules, spoken to by Stripe's own SDK: a test that passes here must not owe it to a lenient double.
import Stripe from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { stripeSchemas } from '#infra/local/doubles/stripe/schemas.ts'
import { startStripe } from '#infra/local/doubles/stripe.ts'

let now = Date.parse('2026-11-21T12:00:00Z')
const double = await startStripe({ file: null, now: () => now })
afterAll(() => double.stop())
const { hostname, port } = new URL(double.url)
const sdk = (key: string = double.secretKey) =>
  new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0, timeout: 60_000 })
const stripe = sdk()

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: InstanceType<typeof Stripe.errors.StripeError>) => ({
      status: error.statusCode,
      type: error.rawType,
      code: error.code,
      param: error.param,
    }),
  )
/** A request the SDK's types would not let us write. */
const raw = (method: string, path: string, params: Record<string, unknown>) =>
  refusal(stripe.rawRequest(method, path, params))
const customer = await stripe.customers.create({ email: 'a@example.com' })
const charge = (
  amount: number,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) =>
  stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      allowed_payment_method_types: ['card'],
      ...more,
    },
    options,
  )

describe('what the double takes', () => {
  it('was made from the very SDK that is installed', () => {
    expect([stripeSchemas().sdk, stripeSchemas().api]).toEqual([Stripe.PACKAGE_VERSION, stripe.getApiField('version')])
  })

  it('refuses a parameter that is misspelt, missing, of another kind or out of an enum, at any depth', async () => {
    const intents = '/v1/payment_intents'
    expect(await raw('POST', intents, { amount: 100, currency: 'usd', metdata: { a: 'b' } })).toMatchObject({
      status: 400,
      code: 'parameter_unknown',
      param: 'metdata',
    })
    expect(await raw('POST', intents, { currency: 'usd' })).toMatchObject({
      status: 400,
      code: 'parameter_missing',
      param: 'amount',
    })
    expect(await raw('POST', intents, { amount: '12.50', currency: 'usd' })).toMatchObject({
      code: 'parameter_invalid_integer',
    })
    expect(
      await raw('POST', intents, { amount: 100, currency: 'usd', transfer_data: { destination: 'acct_1', amont: 5 } }),
    ).toMatchObject({
      status: 400,
      param: 'transfer_data[amont]',
    })
    expect(await raw('POST', intents, { amount: 100, currency: 'usd', setup_future_usage: 'sometimes' })).toMatchObject(
      {
        status: 400,
        param: 'setup_future_usage',
      },
    )
    expect(await raw('POST', '/v1/accounts', { type: 'expres' })).toMatchObject({ status: 400 })
  })

  it('refuses addresses it does not know, keys that are not its own, and what browsers may not do', async () => {
    expect(await raw('GET', '/v1/invoices', {})).toMatchObject({ status: 404, type: 'invalid_request_error' })
    expect(await refusal(sdk('sk_test_other').customers.list())).toMatchObject({ status: 401 })
    expect(await refusal(sdk(double.publishableKey).customers.list())).toMatchObject({ status: 401 })
    expect(await refusal(stripe.customers.retrieve('cus_nobody'))).toMatchObject({
      status: 404,
      code: 'resource_missing',
    })
  })
})

describe('idempotency keys', () => {
  it('give the first answer again, a refusal for other parameters, and are forgotten after a day', async () => {
    const first = await charge(500, {}, { idempotencyKey: 'k-1' })
    const again = await charge(500, {}, { idempotencyKey: 'k-1' })
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await refusal(charge(600, {}, { idempotencyKey: 'k-1' }))).toMatchObject({
      status: 400,
      type: 'idempotency_error',
    })
    now += 25 * 60 * 60 * 1000
    expect((await charge(500, {}, { idempotencyKey: 'k-1' })).id).not.toBe(first.id)
  })

  it('replay a decline too, but not a request that never began', async () => {
    const declined = () => charge(500, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'k-2' })
    const before = double.list('payment_intent').length
    expect(await refusal(declined())).toMatchObject({ status: 402, type: 'card_error', code: 'card_declined' })
    expect(await refusal(declined())).toMatchObject({ status: 402 })
    expect(double.list('payment_intent')).toHaveLength(before + 1)
    double.fail(429)
    expect(await refusal(charge(500, {}, { idempotencyKey: 'k-3' }))).toMatchObject({ status: 429 })
    expect((await charge(700, {}, { idempotencyKey: 'k-3' })).status).toBe('succeeded')
  })

  it('refuse a twin that comes while the first is running', async () => {
    const release = double.fail('hold', { operation: 'POST /v1/payment_intents' })
    const first = charge(500, {}, { idempotencyKey: 'k-4' })
    await expect.poll(() => refusal(charge(500, {}, { idempotencyKey: 'k-4' }))).toMatchObject({ status: 409 })
    release()
    expect((await first).status).toBe('succeeded')
  })
})

describe('cards', () => {
  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  ])('%s is refused with %s', async (token, code, decline) => {
    const answer = charge(500, { payment_method: token, off_session: true })
    await expect(answer).rejects.toMatchObject({
      code,
      type: 'StripeCardError',
      ...(decline && { decline_code: decline }),
    })
  })

  it('asks for its owner when they are there, and pays when they agree', async () => {
    const asked = await charge(500, { payment_method: 'pm_card_authenticationRequired' })
    expect(asked.status).toBe('requires_action')
    double.authenticate(asked.client_secret ?? '', '', true)
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
  })

  it('checks a number, takes test cards alone, and keeps no number', async () => {
    const browser = sdk(double.publishableKey)
    const make = (number: string, exp_year = 2030) =>
      browser.paymentMethods.create({ type: 'card', card: { number, exp_month: 12, exp_year, cvc: '123' } })
    expect(await refusal(make('4242424242424241'))).toMatchObject({ code: 'incorrect_number' })
    expect(await refusal(make('4242424242424242', 2020))).toMatchObject({ code: 'invalid_expiry_year' })
    expect(await refusal(make('4111111111111111'))).toMatchObject({ status: 400 })
    const method = await make('4242424242424242')
    expect([method.card?.last4, JSON.stringify(method).includes('4242424242424242')]).toEqual(['4242', false])
  })
})

describe('lists, search and refunds', () => {
  it('pages through everything, the newest first', async () => {
    const mine = await stripe.customers.create({ email: 'pages@example.com' })
    for (let index = 1; index <= 25; index++) await charge(1000 + index, { customer: mine.id })
    const all = await stripe.paymentIntents.list({ customer: mine.id, limit: 10 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ amount }) => amount)).toEqual(Array.from({ length: 25 }, (_, index) => 1025 - index))
  })

  it('finds by metadata after a while', async () => {
    double.lagSearch(60)
    const { id } = await charge(900, { metadata: { key: "it's #1" } })
    const find = async () =>
      (await stripe.paymentIntents.search({ query: "metadata['key']:'it\\'s #1'" })).data.map((each) => each.id)
    expect(await find()).toEqual([])
    now += 61_000
    expect(await find()).toEqual([id])
    double.lagSearch(0)
  })

  it('gives back no more than was paid', async () => {
    const { id } = await charge(1000)
    await stripe.refunds.create({ payment_intent: id, amount: 600 })
    expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 600 }))).toMatchObject({ status: 400 })
    const { latest_charge } = await stripe.paymentIntents.retrieve(id)
    await stripe.refunds.create({ charge: String(latest_charge), amount: 400 })
    expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({
      amount_refunded: 1000,
      refunded: true,
    })
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
  })
})

describe('application fees', () => {
  it('lie with the platform, and never grow beyond their charge', async () => {
    const { id } = await stripe.accounts.create({
      type: 'express',
      email: 'fees@example.com',
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    })
    double.setAccount(id, 'complete')
    const at = { stripeAccount: id }
    const theirs = await stripe.customers.create({ email: 'fee@example.com' }, at)
    const pay = (fee: number) => charge(500, { customer: theirs.id, application_fee_amount: fee }, at)
    expect(await refusal(pay(501))).toMatchObject({ status: 400, param: 'application_fee_amount' })
    const paid = await pay(500)
    const [taken] = (await stripe.applicationFees.list({ charge: String(paid.latest_charge) })).data
    expect(taken).toMatchObject({ account: id, amount: 500, amount_refunded: 0, charge: paid.latest_charge })
    const fee = taken?.id ?? ''
    expect((await stripe.charges.retrieve(String(paid.latest_charge), {}, at)).application_fee).toBe(fee)
    expect(await refusal(stripe.applicationFees.createRefund(fee, { amount: 1 }, at))).toMatchObject({ status: 404 })
    await stripe.applicationFees.createRefund(fee, { amount: 200 }, { idempotencyKey: 'fee-1' })
    await stripe.applicationFees.createRefund(fee, { amount: 200 }, { idempotencyKey: 'fee-1' })
    expect(await refusal(stripe.applicationFees.createRefund(fee, { amount: 301 }))).toMatchObject({ status: 400 })
    const { amount_refunded, refunds } = await stripe.applicationFees.retrieve(fee)
    expect([amount_refunded, refunds.data.map(({ amount }) => amount)]).toEqual([200, [200]])
  })

  it('go back in part by themselves where a refund says so, and not at all where there are none', async () => {
    const { id } = await charge(1000)
    const withFee = { payment_intent: id, amount: 100, refund_application_fee: true }
    expect(await refusal(stripe.refunds.create(withFee))).toMatchObject({ param: 'refund_application_fee' })
  })
})

describe('connected accounts', () => {
  it('are worlds of their own', async () => {
    const [one, two] = await Promise.all(
      ['one@example.com', 'two@example.com'].map((email) =>
        stripe.accounts.create({
          type: 'express',
          email,
          capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
        }),
      ),
    )
    const at = { stripeAccount: one?.id ?? '' }
    const theirs = await stripe.customers.create({ email: 'c@example.com' }, at)
    expect((await stripe.customers.retrieve(theirs.id, {}, at)).id).toBe(theirs.id)
    expect(await refusal(stripe.customers.retrieve(theirs.id))).toMatchObject({ code: 'resource_missing' })
    expect(await refusal(stripe.customers.retrieve(theirs.id, {}, { stripeAccount: two?.id ?? '' }))).toMatchObject({
      code: 'resource_missing',
    })
    expect(await refusal(stripe.customers.list({}, { stripeAccount: 'acct_other' }))).toMatchObject({
      status: 403,
      code: 'account_invalid',
    })
    const pay = () => charge(500, { customer: theirs.id, application_fee_amount: 100 }, at)
    expect(await refusal(pay())).toMatchObject({ status: 400 })
    double.setAccount(one?.id ?? '', 'complete')
    expect((await pay()).status).toBe('succeeded')
    expect(await refusal(charge(500, { application_fee_amount: 100 }))).toMatchObject({
      param: 'application_fee_amount',
    })
    expect(
      await refusal(stripe.transfers.create({ amount: 100, currency: 'usd', destination: two?.id ?? '' })),
    ).toMatchObject({ status: 400 })
    expect(
      (await stripe.transfers.create({ amount: 100, currency: 'usd', destination: one?.id ?? '' })).destination,
    ).toBe(one?.id)
  })
})

describe('events', () => {
  it("are signed so that Stripe's own SDK believes them, and come again until they are taken", async () => {
    await double.flush(async () => 200)
    await charge(555)
    const got: string[] = []
    let isBroken = true
    const deliver = async (body: string, signature: string) => {
      if (isBroken) return 500
      got.push(stripe.webhooks.constructEvent(body, signature, double.webhookSecret, 300, undefined, now).type)
      return 200
    }
    expect(await double.flush(deliver)).toBe(0)
    isBroken = false
    now += 5000
    await double.flush(deliver)
    expect(got).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
  })
})
