import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openCaptcha } from '#functions/gateways/captcha.ts'
import { keepSecret } from '#functions/gateways/kept-secret.ts'
import { openLeadData } from '#functions/gateways/lead-data.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { startCaptcha } from '#infra/local/doubles/captcha.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { startStripe } from '#infra/local/doubles/stripe.ts'

const doubles = await Promise.all([
  startStripe({ file: null, now: () => Date.now() }),
  startLeadData({ key: 'new-key' }),
  startCaptcha({ secret: 'new-secret' }),
])
const [stripe, provider, captcha] = doubles
afterAll(() => Promise.all(doubles.map((double) => double.stop())))

/** A secret that an operator replaces while a container lives. */
function stored<T>(value: T) {
  const state = { value, reads: 0, now: 0, fails: false }
  const kept = keepSecret({
    read: async () => {
      state.reads++
      if (state.fails) throw new Error('Secrets cannot be read at the moment.')
      // Each read makes a value of its own, as parsing does.
      return structuredClone(state.value)
    },
    now: () => state.now,
  })
  return { state, kept }
}

describe('a kept secret', () => {
  it('is read once by all who need it at once, and again after five minutes', async () => {
    const { state, kept } = stored({ key: 'a' })
    await Promise.all(Array.from({ length: 20 }, () => kept.current()))
    expect(state.reads).toBe(1)
    state.value = { key: 'b' }
    state.now = 299_000
    expect(await kept.current()).toEqual({ key: 'a' })
    state.now = 300_000
    expect(await kept.current()).toEqual({ key: 'b' })
    expect(state.reads).toBe(2)
  })

  it('goes on with what is known while it cannot be read', async () => {
    const { state, kept } = stored({ key: 'a' })
    state.fails = true
    await expect(kept.current()).rejects.toThrow('cannot be read')
    state.fails = false
    await kept.current()
    state.fails = true
    state.now = 600_000
    expect(await kept.current()).toEqual({ key: 'a' })
  })

  it('is read again when it was refused, at most every ten seconds, and says so only when it is another one', async () => {
    const { state, kept } = stored({ key: 'a' })
    const used = await kept.current()
    state.now = 10_000
    expect(await kept.after(used)).toBeUndefined()
    expect(await kept.after(used)).toBeUndefined()
    expect(state.reads).toBe(2)
    state.value = { key: 'b' }
    state.now = 20_000
    // Fifty requests are refused at once: the secret is read once, and all go on with what it holds.
    const newer = await Promise.all(Array.from({ length: 50 }, () => kept.after(used)))
    expect(new Set(newer.map((value) => value?.key))).toEqual(new Set(['b']))
    expect(state.reads).toBe(3)
    // A request that was slow to be refused learns of it without another look.
    expect(await kept.after(used)).toEqual({ key: 'b' })
    expect(state.reads).toBe(3)
  })
})

describe('a key that is replaced while a container lives', () => {
  it('is taken by the door to Stripe with the request that was refused, which is done once', async () => {
    const { state, kept } = stored({ secretKey: 'sk_test_replaced', webhookSecrets: ['whsec_replaced'] })
    const payments = openPayments({ keys: kept, url: stripe.url, timeoutMs: 5000, retries: 0, now: () => Date.now() })
    const account = () =>
      payments.createAccount({
        key: 'account',
        email: 'agency@example.com',
        name: 'Agency',
        takesCards: true,
        metadata: {},
      })
    await expect(account()).rejects.toThrow()
    state.value = { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret] }
    state.now = 10_000
    const { id } = await account()
    expect(await account()).toMatchObject({ id })
    expect(state.reads).toBe(2)
  })

  it('opens events that are signed by a secret of after the last look', async () => {
    const { state, kept } = stored({ secretKey: stripe.secretKey, webhookSecrets: ['whsec_replaced'] })
    const payments = openPayments({ keys: kept, url: stripe.url, timeoutMs: 5000, retries: 0, now: () => Date.now() })
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      created: 1,
      data: { object: {} },
    })
    const at = Math.floor(Date.now() / 1000)
    const signature = `t=${at},v1=${createHmac('sha256', stripe.webhookSecret).update(`${at}.${body}`).digest('hex')}`
    await expect(payments.readEvent(body, signature)).rejects.toThrow('signature')
    state.value = { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret, 'whsec_replaced'] }
    state.now = 10_000
    expect(await payments.readEvent(body, signature)).toMatchObject({ id: 'evt_1' })
    // What nobody of ours signed stays refused, and costs no more than a look every ten seconds.
    await expect(payments.readEvent(body, `t=${at},v1=${'0'.repeat(64)}`)).rejects.toThrow('signature')
    expect(state.reads).toBe(2)
  })

  it('is taken by the doors to the lead data provider and to the captcha service', async () => {
    const { state, kept } = stored({ leadDataKey: 'old-key', captchaSecret: 'old-secret' })
    const leads = openLeadData({ url: provider.url, keys: kept })
    const door = openCaptcha({ url: captcha.url, keys: kept, now: () => 0 })
    const visitor = { visitorId: 'visitor-8', ip: '203.0.113.8', userAgent: 'test', pageUrl: 'https://shop.example/' }
    await expect(leads.resolve(visitor)).rejects.toThrow('401')
    const token = captcha.solve('north.example')
    const check = () => door.check(token, { host: 'north.example', ip: '203.0.113.8' })
    expect(await check()).toBe('unknown')
    state.value = { leadDataKey: 'new-key', captchaSecret: 'new-secret' }
    state.now = 10_000
    await leads.resolve(visitor)
    expect(await check()).toBe('person')
    expect(state.reads).toBe(2)
  })
})
