import { describe, expect, it } from 'vitest'
import { cents } from '#shared/money/cents.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { cardForm, saveCard, connect } = stageOf(h)
const getCard = (who: 'ada' | 'cleo' | 'abe' | 'carl') =>
  h.call(who, 'payments.getCard', { company_id: h.cast.users[who].companyId })

describe('cards of agencies', () => {
  it('CRD-01 CRD-02 CRD-06 shows brand, last four digits and expiry of the card on file, and replaces it', async () => {
    expect((await getCard('ada')).body).toMatchObject({ card: null, customer_payment_id: '', takes_cards: true })
    const first = await saveCard('ada')
    expect([first.status, first.body.card]).toEqual([200, { brand: 'visa', last4: '4242', exp: expect.any(String) }])
    const shown = await getCard('ada')
    expect(shown.body.card).toMatchObject({ brand: 'visa', last4: '4242', exp: expect.stringMatching(/^12\/20\d\d$/) })
    expect(JSON.stringify(shown.body)).not.toMatch(/\d{12,}/)
    expect((await saveCard('ada', 'pm_card_mastercard')).status).toBe(200)
    expect((await getCard('ada')).body.card).toMatchObject({ brand: 'mastercard', last4: '4444' })
    const { customerId } = await h.db.billing.get(h.cast.northlight.id)
    expect(h.stripe.list('payment_method').filter(({ customer }) => customer === customerId)).toHaveLength(1)
  })

  it('CRD-07 takes a token and nothing else: a number is no token, and a field for one is refused', async () => {
    const number = await h.call('ada', 'payments.saveCard', cardForm('ada', '4242424242424242'))
    expect([number.status, number.body.fields?.token]).toEqual([
      422,
      'This is not a card token of the payment provider.',
    ])
    const withNumber = { ...cardForm('ada', 'pm_card_visa'), number: '4242424242424242' }
    expect((await h.call('ada', 'payments.saveCard', withNumber)).status).toBe(422)
    const { status, body } = await saveCard('ada')
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['account', 'card', 'client_secret', 'message', 'result', 'setup_id'],
    ])
  })

  it('CRD-10 refuses a card that is declined at save with the words of its bank, and keeps the old one', async () => {
    const declined = await saveCard('ada', 'pm_card_chargeDeclinedInsufficientFunds')
    expect([declined.status, declined.body.message]).toEqual([422, 'Your card has insufficient funds.'])
    expect((await getCard('ada')).body.card?.last4).toBe('4242')
  })

  it('keeps a card that wants its owner only after they authenticated', async () => {
    const asked = await saveCard('ada', 'pm_card_authenticationRequiredOnSetup')
    expect([asked.status, asked.body.result, asked.body.card]).toEqual([200, 'action', null])
    const early = await saveCard('ada', asked.body.setup_id)
    expect(early.body.result).toBe('action')
    expect((await getCard('ada')).body.card?.last4).toBe('4242')
    h.stripe.authenticate(asked.body.client_secret, '', true)
    const kept = await saveCard('ada', asked.body.setup_id)
    expect([kept.body.result, kept.body.card?.last4]).toEqual(['success', '3155'])
    const refused = await saveCard('ada', 'pm_card_authenticationRequiredOnSetup')
    h.stripe.authenticate(refused.body.client_secret, '', false)
    const failed = await saveCard('ada', refused.body.setup_id)
    expect([failed.status, failed.body.message]).toEqual([422, expect.stringContaining('unable to authenticate')])
    await saveCard('ada')
  })

  it("does not take another company's set-up for its own", async () => {
    const asked = await saveCard('abe', 'pm_card_authenticationRequiredOnSetup')
    h.stripe.authenticate(asked.body.client_secret, '', true)
    expect((await saveCard('ada', asked.body.setup_id)).status).toBe(422)
    expect((await getCard('ada')).body.card?.last4).toBe('4242')
  })
})

describe('many cards in a row', () => {
  it('are not tried: a company may enter so many in an hour', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 25; round++) statuses.push((await saveCard('abe', 'pm_card_chargeDeclined')).status)
    expect([statuses.includes(422), statuses.at(-1)]).toEqual([true, 429])
    h.setClock(h.services.now() + 2 * 60 * 60 * 1000)
    expect((await saveCard('abe')).status).toBe(200)
  })
})

describe('cards of clients', () => {
  it('CRD-03 CRD-08 keeps the first card of a client with its agency, where the agency charges it', async () => {
    const early = await h.call('cleo', 'payments.createCustomer', cardForm('cleo', 'pm_card_visa'))
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringContaining('Your agency cannot take cards yet'),
    ])
    const account = await connect('ada')
    const { status, body } = await h.call('cleo', 'payments.createCustomer', cardForm('cleo', 'pm_card_visa'))
    expect([status, body.result]).toEqual([200, 'success'])
    const { customerId, accountId } = await h.db.billing.get(h.cast.brightSmiles.id)
    expect([accountId, h.stripe.get('customer', customerId, account)?.metadata]).toEqual([
      account,
      { company: h.cast.brightSmiles.id },
    ])
    expect(h.stripe.get('customer', customerId)).toBeUndefined()
    expect((await h.db.company.get(h.cast.brightSmiles.id)).customerPaymentId).toBe(customerId)
    const list = await h.call('ada', 'companies.list', {
      companyId: h.cast.northlight.id,
      group: 'none',
      idsys: 'none',
      type: 'none',
      module: 'none',
      sort: 'none',
      order: 'none',
      search: 'none',
    })
    const node = list.body.data.find(({ company_id }) => company_id === h.cast.brightSmiles.id)
    expect(node?.customer_payment_id).toBe(customerId)
    const again = await h.call('cleo', 'payments.createCustomer', cardForm('cleo', 'pm_card_visa'))
    expect([again.status, again.body.message]).toEqual([409, 'There is a card on file. Change it under Card Setting.'])

    const { collect } = await import('#functions/domain/payments/collect.ts')
    const demand = { purpose: 'invoice', amountCents: 5_000, description: 'Leads' }
    await collect(h.services, {
      ...demand,
      company: await h.db.company.get(h.cast.brightSmiles.id),
      key: 'c-1',
      applicationFeeCents: 2_000,
    })
    await collect(h.services, { ...demand, company: await h.db.company.get(h.cast.northlight.id), key: 'a-1' })
    const ofClient = h.stripe.list('payment_intent', account).find(({ metadata }) => metadata.payment === 'c-1')
    const ofAgency = h.stripe.list('payment_intent').find(({ metadata }) => metadata.payment === 'a-1')
    expect([ofClient?.status, ofClient?.amount, ofClient?.application_fee_amount]).toEqual(['succeeded', 5_000, 2_000])
    expect([ofAgency?.status, ofAgency?.amount, ofAgency?.application_fee_amount]).toEqual(['succeeded', 5_000, null])
  })

  it('is refused to clients of others and to their agency, unless it lies above them', async () => {
    const of = (company_id: string) => ({ ...cardForm('carl', 'pm_card_visa'), company_id })
    expect((await h.call('carl', 'payments.saveCard', of(h.cast.brightSmiles.id))).status).toBe(403)
    expect((await h.call('abe', 'payments.getCard', { company_id: h.cast.brightSmiles.id })).status).toBe(403)
    expect((await h.call('ada', 'payments.getCard', { company_id: h.cast.brightSmiles.id })).status).toBe(200)
    expect((await h.call('sam', 'payments.getCard', { company_id: h.cast.root.id })).status).toBe(403)
  })
})

describe('payments.createDirectCustomer and setBillingMethod', () => {
  it('CRD-04 CRD-05 CRD-09 keeps an agency card with the platform and lets it pay from a wallet that holds something', async () => {
    const direct = await h.call('abe', 'payments.createDirectCustomer', cardForm('abe', 'pm_card_visa'))
    expect(direct.status).toBe(200)
    const { customerId, accountId, isDirect } = await h.db.billing.get(h.cast.copper.id)
    expect([accountId, isDirect, h.stripe.get('customer', customerId)?.email]).toEqual([
      '',
      true,
      h.cast.users.abe.email,
    ])
    const choose = (who: 'ada' | 'abe', billing_method: 'credit_card' | 'data_wallet') =>
      h.call(who, 'payments.setBillingMethod', { company_id: h.cast.users[who].companyId, billing_method })
    const notDirect = await choose('ada', 'data_wallet')
    expect([notDirect.status, notDirect.body.message]).toEqual([
      422,
      expect.stringContaining('Only an agency that pays directly'),
    ])
    const empty = await choose('abe', 'data_wallet')
    expect([empty.status, empty.body.message]).toEqual([422, 'The Data Wallet is empty. Top it up first.'])
    const { orderTopUp } = await import('#functions/domain/wallet/top-up.ts')
    const { makePaymentDeps } = await import('#functions/domain/wallet/payment-deps.ts')
    const order = {
      amountCents: cents(25_000),
      isCustom: false,
      isStopped: false,
      idempotencyKey: 'top-1',
      person: 'Abe',
    }
    expect(await orderTopUp(makePaymentDeps(h.services), h.cast.copper, order)).toEqual({ is: 'posted' })
    expect((await choose('abe', 'data_wallet')).status).toBe(200)
    expect((await getCard('abe')).body.billing_method).toBe('data_wallet')
    expect((await choose('abe', 'credit_card')).status).toBe(200)
    // Who is billed by hand pays directly, however the card was saved, and goes back to it afterwards, too.
    await h.db.billing.save(h.cast.copper.id, { isDirect: false })
    const isShown = async () => (await getCard('abe')).body.is_direct
    expect([await isShown(), (await choose('abe', 'data_wallet')).status]).toEqual([false, 422])
    await h.db.company.update(h.cast.copper.id, { manualBill: true })
    expect([await isShown(), (await choose('abe', 'data_wallet')).status]).toEqual([true, 200])
    await h.db.company.update(h.cast.copper.id, { manualBill: false })
    expect([await isShown(), (await choose('abe', 'credit_card')).status]).toEqual([false, 200])
    await h.db.billing.save(h.cast.copper.id, { isDirect: true })
    expect((await h.call('carl', 'payments.createDirectCustomer', cardForm('carl', 'pm_card_visa'))).status).toBe(422)
  })
})

describe('what goes on although a part of it failed', () => {
  it('is said where operators look: an old card that stays with the provider, a top-up that did not begin', async () => {
    const said: string[] = []
    h.services.report = (what) => void said.push(what)
    await saveCard('abe')
    h.stripe.fail(500, { operation: 'POST /v1/payment_methods/{id}/detach', times: 9 })
    expect((await saveCard('abe', 'pm_card_mastercard')).status).toBe(200)
    h.stripe.clearFaults()
    expect(said).toEqual(['an old card stayed with the provider'])
    const { makePaymentDeps } = await import('#functions/domain/wallet/payment-deps.ts')
    const { spend } = await import('#functions/domain/wallet/top-up.ts')
    const paymentDeps = makePaymentDeps(h.services)
    const at = h.services.now()
    const entry = { id: `chg-x-${at}`, companyId: h.cast.copper.id, amountCents: cents(100), at }
    const ledger = {
      ...h.db.ledger,
      charge: async () => 'done' as const,
      get: () => Promise.reject(new Error('Away.')),
    }
    const deps = { ...paymentDeps, db: { ledger, billing: h.db.billing, company: h.db.company } }
    const spent = await spend(deps, { ...entry, title: 'Leads', rule: 'Each lead.', facts: {} })
    expect([spent, said.at(-1)]).toEqual(['done', 'a top-up did not begin'])
  })
})
