import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sign } from '#infra/local/doubles/stripe/outbox.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness({ env: { STRIPE_TIMEOUT_MS: '2500' } })
h.stripe.warmUp()
const { post, deliver, connect, saveCard, demand } = stageOf(h)
const { northlight, copper } = h.cast
const secret = h.stripe.webhookSecret
const seconds = () => Math.floor(h.services.now() / 1000)
const account = await connect('ada')
const other = await connect('abe')
await deliver()

let made = 0
const event = (type: string, object: object, more: object = {}) =>
  JSON.stringify({
    id: `evt_test_${++made}`,
    object: 'event',
    created: seconds(),
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object },
    ...more,
  })
const updated = () => event('account.updated', { id: account, object: 'account' }, { account })
const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2)
const hash = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** Ways in which a signed event can be wrong: what is posted, made from a good one. */
const wrongs: Record<string, (body: string) => [string, string]> = {
  'no signature': (body) => [body, ''],
  'an empty signature': (body) => [body, 't=,v1='],
  'no time': (body) => [body, `v1=${hash(`${seconds()}.${body}`)}`],
  'no scheme': (body) => [body, `t=${seconds()}`],
  'an old scheme alone': (body) => [body, `t=${seconds()},v0=${hash(`${seconds()}.${body}`)}`],
  'another secret': (body) => [body, sign(body, 'whsec_other', seconds())],
  'the secret cut short': (body) => [body, sign(body, secret.slice(0, -1), seconds())],
  'an old time': (body) => [body, sign(body, secret, seconds() - 301)],
  'a time of yesterday': (body) => [body, sign(body, secret, seconds() - 86_400)],
  'a time of the future': (body) => [body, sign(body, secret, seconds() + 301)],
  'another time than was signed': (body) => [
    body,
    sign(body, secret, seconds()).replace(/t=\d+/, `t=${seconds() - 1}`),
  ],
  'the signature of another body': (body) => [body, sign(`${body} `, secret, seconds())],
  'the body formatted anew': (body) => [pretty(body), sign(body, secret, seconds())],
  'a body with a blank at its end': (body) => [`${body} `, sign(body, secret, seconds())],
  'a body cut short': (body) => [body.slice(0, -1), sign(body, secret, seconds())],
  'an empty body': (body) => ['', sign(body, secret, seconds())],
  'a signature in capitals': (body) => [body, sign(body, secret, seconds()).toUpperCase()],
  'a signature of base64': (body) => [
    body,
    `t=${seconds()},v1=${createHmac('sha256', secret).update(`${seconds()}.${body}`).digest('base64')}`,
  ],
  'a signature without the time in it': (body) => [body, `t=${seconds()},v1=${hash(body)}`],
  'a signature by sha1': (body) => [
    body,
    `t=${seconds()},v1=${createHmac('sha1', secret).update(`${seconds()}.${body}`).digest('hex')}`,
  ],
  'two signatures that are both wrong': (body) => [body, `t=${seconds()},v1=${hash('a')},v1=${hash('b')}`],
  'a signature cut short': (body) => [body, sign(body, secret, seconds()).slice(0, -1)],
  'a signature that goes on': (body) => [body, `${sign(body, secret, seconds())}0`],
  'a time that is no number': (body) => [body, sign(body, secret, seconds()).replace(/t=\d+/, 't=now')],
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [
      `bit ${index} of the body flipped`,
      (body: string): [string, string] => {
        const at = Math.floor((body.length - 1) * (index / 15))
        const flipped = String.fromCharCode(body.charCodeAt(at) ^ 1)
        return [body.slice(0, at) + flipped + body.slice(at + 1), sign(body, secret, seconds())]
      },
    ]),
  ),
}

describe('the hook', () => {
  it('refuses 40 kinds of events that are not exactly what the provider signed', async () => {
    expect(Object.keys(wrongs)).toHaveLength(40)
    h.stripe.setAccount(account, 'restricted')
    for (const [name, make] of Object.entries(wrongs)) {
      const answer = await post(...make(updated()))
      expect([name, answer.status]).toEqual([name, 400])
    }
    await h.drain()
    expect((await h.db.company.get(northlight.id)).connection).toBe('completed')
    h.stripe.setAccount(account, 'complete')
    await deliver()
  })

  it('takes one signature out of two, as while a secret is being replaced', async () => {
    const body = updated()
    const { status } = await post(body, `${sign(body, secret, seconds())},v1=${hash('old')}`)
    expect(status).toBe(200)
  })

  it('queues an event once, and lets others pass that mean nothing here', async () => {
    const body = updated()
    const twice = [await post(body, sign(body, secret, seconds())), await post(body, sign(body, secret, seconds()))]
    expect(twice.map((answer) => answer.body)).toEqual([
      { received: true, used: true },
      { received: true, used: false },
    ])
    const unknown = event('invoice.created', { id: 'in_1' })
    expect(await post(unknown, sign(unknown, secret, seconds()))).toMatchObject({ status: 200, body: { used: false } })
  })

  it('is closed to whoever does not come through the edge', async () => {
    const { callApi } = await import('#infra/local/api.ts')
    const body = updated()
    const answer = await callApi({
      method: 'POST',
      path: '/api/hooks/stripe',
      query: new URLSearchParams(),
      ip: '203.0.113.7',
      headers: { 'stripe-signature': sign(body, secret, seconds()) },
      body: Buffer.from(body),
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('what events change', () => {
  const steps = ['unfinished', 'verifying', 'restricted', 'complete'] as const

  it('ends in the same state in whatever order they come, each of them twice', async () => {
    const bodies = steps.map(() => updated())
    h.stripe.setAccount(account, 'verifying')
    await h.stripe.flush(async () => 200)
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
      [3, 0, 2, 1],
    ]
    for (const order of orders) {
      await h.db.company.update(northlight.id, { connection: 'completed' })
      for (const index of [...order, ...order]) {
        const { handleStripeEvent } = await import('#functions/domain/payments/stripe-events.ts')
        const { makePaymentDeps } = await import('#functions/domain/wallet/payment-deps.ts')
        const { id } = JSON.parse(bodies[index] ?? '{}')
        const message = { eventId: id, type: 'account.updated', accountId: account, objectId: account }
        await handleStripeEvent({ ...h.services, paymentDeps: makePaymentDeps(h.services) }, message)
      }
      expect((await h.db.company.get(northlight.id)).connection).toBe('inverification')
    }
    h.stripe.setAccount(account, 'complete')
    await deliver()
  })

  it("changes nothing of a tenant by the events of another one's account", async () => {
    await saveCard('abe')
    h.stripe.fail('lost after', { operation: 'POST /v1/payment_intents' })
    expect((await demand(copper, 4_000, 'mine')).is).toBe('open')
    await h.stripe.flush(async () => 200)
    // Somebody with an account of their own makes a payment that looks like ours.
    const own = h.stripe.list('payment_intent').find(({ metadata }) => metadata.payment === 'mine')
    const fake = { ...own, id: 'pi_fake', status: 'succeeded' as const, customer: 'cus_fake' }
    if (own) h.stripe.put('payment_intent', { ...own, ...fake }, other)
    const body = event('payment_intent.succeeded', { id: 'pi_fake', object: 'payment_intent' }, { account: other })
    expect((await post(body, sign(body, secret, seconds()))).status).toBe(200)
    await h.drain()
    expect((await h.db.payment.find({ companyId: copper.id, key: 'mine' }))?.status).toBe('open')
    // An account that calls itself somebody else's.
    const stranger = h.stripe.get('account', other)
    if (stranger) h.stripe.put('account', { ...stranger, metadata: { company: northlight.id }, charges_enabled: false })
    const lie = event('account.updated', { id: other, object: 'account' }, { account: other })
    await post(lie, sign(lie, secret, seconds()))
    await h.drain()
    expect((await h.db.company.get(northlight.id)).connection).toBe('completed')
  })

  it('shows a card that its bank replaced', async () => {
    await saveCard('ada')
    const { cardId } = await h.db.billing.get(northlight.id)
    const method = h.stripe.get('payment_method', cardId)
    if (method) h.stripe.put('payment_method', { ...method, card: { ...method.card, last4: '9999', exp_year: 2040 } })
    const body = event('payment_method.automatically_updated', { id: cardId, object: 'payment_method' })
    await post(body, sign(body, secret, seconds()))
    await h.drain()
    const { body: shown } = await h.call('ada', 'payments.getCard', { company_id: northlight.id })
    expect(shown.card).toMatchObject({ last4: '9999', exp: '12/2040' })
  })

  it('notices an account that was taken away from the platform', async () => {
    await fetch(`${h.stripe.url}/v1/accounts/${account}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${h.stripe.secretKey}` },
    })
    const body = event('account.application.deauthorized', { id: 'ca_1', object: 'application' }, { account })
    expect((await post(body, sign(body, secret, seconds()))).status).toBe(200)
    await h.drain()
    const { connection, chargesEnabled } = await h.db.company.get(northlight.id)
    expect([connection, chargesEnabled]).toEqual(['failed', false])
  })
})
