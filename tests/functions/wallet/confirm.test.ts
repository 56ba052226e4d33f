// Cards whose bank asks their owner at every payment (3-D Secure): by hand they confirm, by itself nobody can.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '#functions/kit/log.ts'
import { MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../payments/stage.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, confirm, read, giveCard, agree, pay, run } = walletStage(h)
const { deliver } = stageOf(h)
const { northlight, copper } = h.cast
let clock = Date.parse('2027-01-10T15:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)
await giveCard(northlight.id, 'pm_card_authenticationRequired')
await agree('ada')
// Each order is another one.
beforeEach(() => later(20_000))

async function ask(amount = 250) {
  const { status, body } = await charge('ada', { amount })
  if (!body.confirmation) throw new Error(`No confirmation was asked for: ${status} ${JSON.stringify(body)}`)
  const { client_secret: secret, transaction_id: id, public_key } = body.confirmation
  return { status, body, secret, id, public_key, intent: secret.split('_secret_')[0] ?? '' }
}
const intent = (id: string) => h.stripe.get('payment_intent', id)
const balance = async () => (await read('ada')).balance_amount
const rowOf = async (id: string) => (await read('ada')).transaction_history.find((row) => row.id === id)
const NOT_CONFIRMED =
  'Your bank did not confirm the payment. Nothing was charged. Try again, or save another card under Card Setting.'

describe('a top-up that the bank wants confirmed', () => {
  it('answers what the browser needs, and adds nothing before', async () => {
    const before = await balance()
    const { status, body, secret, id, public_key } = await ask()
    expect([status, body.result, body.message]).toEqual([200, 'action', 'Your bank asks you to confirm this payment.'])
    expect([secret, public_key]).toEqual([expect.stringMatching(/^pi_\w+_secret_/), h.stripe.publishableKey])
    expect(await balance()).toBe(before)
    expect(await rowOf(id)).toMatchObject({ pending: true, amount: 0, title: expect.stringContaining('waiting') })
    // Asked again it says the same, whether by its transaction or by somebody who looks too early.
    expect((await confirm('ada', id)).body).toEqual(body)
    h.stripe.authenticate(secret, '', false)
    await confirm('ada', id)
  })

  it('is in the wallet once, however often somebody looks and the provider tells', async () => {
    const before = await balance()
    const { secret, id } = await ask(500)
    h.stripe.authenticate(secret, '', true)
    const [one, two] = await Promise.all([confirm('ada', id), confirm('ada', id)])
    expect([one.body.result, two.body.result]).toEqual(['success', 'success'])
    await deliver()
    await run('reconcilePayments')
    expect((await confirm('ada', id)).body.message).toBe('Your Data Wallet has been topped up.')
    expect(await balance()).toBe(before + 500)
    expect(await rowOf(id)).toEqual(expect.not.objectContaining({ pending: true }))
  })

  it('is in the wallet by the event alone when the browser is gone after it confirmed', async () => {
    const before = await balance()
    const { secret, id } = await ask()
    h.stripe.authenticate(secret, '', true)
    await deliver()
    expect([await balance(), (await rowOf(id))?.amount]).toEqual([before + 250, 250])
    expect((await confirm('ada', id)).body.result).toBe('success')
    expect(await balance()).toBe(before + 250)
  })

  it('is in the wallet by the timetable when not even an event came', async () => {
    const before = await balance()
    const { secret } = await ask()
    h.stripe.authenticate(secret, '', true)
    await h.stripe.flush(async () => 200)
    later(MINUTE)
    await run('reconcilePayments')
    expect(await balance()).toBe(before + 250)
  })

  it('ends when its owner says no: nothing is booked, the payment is closed, and the same may be ordered at once', async () => {
    const before = await balance()
    const { secret, id, intent: which } = await ask()
    h.stripe.authenticate(secret, '', false)
    const refused = await confirm('ada', id)
    expect([refused.status, refused.body.message]).toEqual([422, NOT_CONFIRMED])
    expect([intent(which)?.status, await balance()]).toEqual(['canceled', before])
    expect(await rowOf(id)).toMatchObject({ amount: 0, title: expect.stringContaining('Your bank did not confirm') })
    await deliver()
    expect((await confirm('ada', id)).body.message).toBe(NOT_CONFIRMED)
    const again = await ask()
    expect(again.id).not.toBe(id)
    h.stripe.authenticate(again.secret, '', true)
    expect((await confirm('ada', again.id)).body.result).toBe('success')
    expect(await balance()).toBe(before + 250)
  })

  it('waits ten minutes for its owner, shows that it waits, and is then taken back', async () => {
    const before = await balance()
    const { secret, id, intent: which } = await ask()
    for (let minute = 0; minute < 9; minute++) {
      later(MINUTE)
      await run('reconcilePayments')
    }
    expect([intent(which)?.status, (await rowOf(id))?.pending]).toEqual(['requires_action', true])
    later(MINUTE)
    await run('reconcilePayments')
    expect(intent(which)?.status).toBe('canceled')
    expect(() => h.stripe.authenticate(secret, '', true)).toThrow('nothing to authenticate')
    const late = await confirm('ada', id)
    expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('was not confirmed in time')])
    expect(await balance()).toBe(before)
  })

  it('is credited once when its owner was quicker than the timetable that took it back', async () => {
    const before = await balance()
    const { secret, id } = await ask()
    later(11 * MINUTE)
    // Between the look and the cancelling.
    const { payments } = h.services
    const real = payments.findCharge
    payments.findCharge = async (query) => {
      const found = await real(query)
      payments.findCharge = real
      h.stripe.authenticate(secret, '', true)
      return found
    }
    await run('reconcilePayments')
    later(MINUTE)
    await run('reconcilePayments')
    await deliver()
    expect([await balance(), (await confirm('ada', id)).body.result]).toEqual([before + 250, 'success'])
  })

  it('is none of another agency, and of no other kind', async () => {
    const { secret, id } = await ask()
    expect((await confirm('abe', id)).status).toBe(404)
    expect((await confirm('ada', '202701-nobody')).status).toBe(404)
    h.stripe.authenticate(secret, '', false)
    await confirm('ada', id)
  })
})

describe('the secret of a payment', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('is in no line of the log and in no entry of the audit log', async () => {
    const lines: string[] = []
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(log, level).mockImplementation((...words: unknown[]) => void lines.push(JSON.stringify(words)))
    const { secret, id } = await ask()
    await confirm('ada', id)
    h.stripe.authenticate(secret, '', true)
    await confirm('ada', id)
    await deliver()
    vi.restoreAllMocks()
    const { body } = await h.call('ada', 'audit.list', { companyID: northlight.id })
    expect(JSON.stringify(body)).toContain('top-up')
    expect(lines.join('')).toContain('wallet.confirm')
    expect([...lines, JSON.stringify(body)].filter((line) => line.includes(secret))).toEqual([])
  })
})

describe('an automatic top-up of such a card', () => {
  it('is a refusal with words and a mail of its own, and nothing is left to be confirmed', async () => {
    await giveCard(copper.id)
    await agree('abe')
    expect((await charge('abe', { amount: 250 })).body.result).toBe('success')
    await giveCard(copper.id, 'pm_card_authenticationRequired')
    await pay(copper.id, 240)
    await h.drain()
    const wallet = await read('abe')
    expect(wallet.balance_amount).toBe(10)
    expect(wallet.transaction_history.map(({ title }) => title)).toContainEqual(
      expect.stringContaining("failed: Your card's bank asks you to confirm each payment"),
    )
    const waiting = h.stripe
      .list('payment_intent')
      .filter(({ metadata, status }) => metadata.company === copper.id && !['succeeded', 'canceled'].includes(status))
    expect(waiting).toEqual([])
    const [mail] = await h.mailsTo(h.cast.users.abe.email)
    expect(mail?.text).toContain('Top up by hand in your Data Wallet, or save another card')
  })
})
