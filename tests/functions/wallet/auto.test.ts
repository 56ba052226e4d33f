import { describe, expect, it } from 'vitest'
import { topUpIfLow } from '#functions/domain/wallet/top-up.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { cents } from '#shared/money/cents.ts'
import { Entry } from '#shared/money/ledger.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, paidBy, pay, run, paymentDeps } = walletStage(h)
const { northlight, copper, harbor } = h.cast
await giveCard(northlight.id)
await giveCard(copper.id)
await agree('ada')
await agree('abe')
let clock = Date.parse('2027-01-10T15:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)
const stop = (who: 'ada' | 'abe', value: 'T' | 'F') =>
  h.call(who, 'wallet.stopContinual', { company_id: h.cast.users[who].companyId, stop_continual: value })
const save = (who: 'ada' | 'abe', amount: number, more = {}) =>
  h.call(who, 'wallet.save', { company_id: h.cast.users[who].companyId, amount, custom_amount: 'F', ...more })

describe('automatic top-ups', () => {
  it('WAL-016 WAL-035 come right after the spending that leaves less than a tenth, and not at a tenth', async () => {
    await charge('ada', { amount: 1000 })
    later(20_000)
    await save('ada', 500)
    expect(paidBy(northlight.id)).toHaveLength(1)
    await pay(northlight.id, 900)
    expect([(await read('ada')).balance_amount, paidBy(northlight.id).length]).toEqual([100, 1])
    await pay(northlight.id, 0.01)
    const wallet = await read('ada')
    expect([wallet.balance_amount, wallet.last_balance_amount, wallet.total_amount]).toEqual([599.99, 599.99, 1500])
    expect(
      paidBy(northlight.id)
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([100_000, 50_000])
    expect(wallet.transaction_history.map(({ title }) => title)).toContain('Automatic top-up (test payment)')
  })

  it('WAL-035 measure by the latest top-up, and not by what came back from a payment', async () => {
    const before = await read('ada')
    const facts = { title: 'Credit', rule: 'Credit', facts: {}, at: clock, companyId: northlight.id }
    expect(await h.db.ledger.payBack({ id: 'ret-bound', amountCents: cents(50), ...facts })).toBe(true)
    const after = await read('ada')
    expect([after.balance_amount, after.last_balance_amount]).toEqual([600.49, before.last_balance_amount])
    await pay(northlight.id, 0.5)
  })

  it('WAL-026 PRE-04 buy the amount that was saved, which charges nothing by itself', async () => {
    const before = await read('ada')
    expect((await save('ada', 1000)).body).toEqual({ result: 'success', message: 'Your settings have been saved.' })
    const after = await read('ada')
    expect([after.amount, after.custom_amount]).toEqual([1000, 'F'])
    expect(after.transaction_history).toEqual(before.transaction_history)
  })

  it.each([2, 10, 50])(
    'WAL-035 are one for each time the balance falls, however many of %i spend at once',
    async (racers) => {
      later(HOUR)
      const { balance_amount: balance } = await read('ada')
      const before = paidBy(northlight.id).length
      await pay(northlight.id, Math.floor(balance * 0.85 * 100) / 100)
      const each = Math.floor(((await read('ada')).balance_amount / racers) * 100) / 100
      // Workers that meet too often give up; a queue would bring their work again, under the same id.
      const work = (id: string): Promise<unknown> => pay(northlight.id, each, id).catch(() => work(id))
      await Promise.all(Array.from({ length: racers }, (_, i) => work(`race-${racers}-${i}`)))
      await run('topUpWallets')
      expect(paidBy(northlight.id)).toHaveLength(before + 1)
    },
  )

  it('WAL-035 are one when the schedule runs twice at once', async () => {
    later(HOUR)
    const before = paidBy(northlight.id).length
    const { balance_amount: balance } = await read('ada')
    // As if the call that spent had crashed before it could look.
    await stop('ada', 'T')
    await pay(northlight.id, balance - 1)
    await stop('ada', 'F')
    expect(paidBy(northlight.id)).toHaveLength(before)
    await Promise.all([
      topUpIfLow(paymentDeps(), northlight.id),
      topUpIfLow(paymentDeps(), northlight.id),
      run('topUpWallets'),
    ])
    await run('topUpWallets')
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
  })

  it('WAL-027 PRE-03 PRE-10 do not come while they are stopped', async () => {
    later(HOUR)
    const answer = await stop('ada', 'T')
    expect([answer.status, answer.body.result, answer.body.stop_continual]).toEqual([200, 'success', 'T'])
    const { balance_amount: balance, stop_continual } = await read('ada')
    expect(stop_continual).toBe('T')
    const before = paidBy(northlight.id).length
    await pay(northlight.id, balance)
    for (let day = 0; day < 3; day++) {
      later(24 * HOUR)
      await run('topUpWallets')
    }
    expect([(await read('ada')).balance_amount, paidBy(northlight.id).length]).toEqual([0, before])
    expect((await stop('ada', 'F')).body.stop_continual).toBe('F')
    expect((await read('ada')).stop_continual).toBe('F')
    await run('topUpWallets')
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
  })

  it('stay within the monthly limit that somebody set', async () => {
    later(40 * 24 * HOUR)
    expect((await save('ada', 500, { monthly_limit: 499 })).status).toBe(422)
    expect((await save('ada', 500, { monthly_limit: 500 })).status).toBe(200)
    expect((await read('ada')).monthly_limit).toBe(500)
    const empty = async () => {
      const { balance_amount } = await read('ada')
      await pay(northlight.id, balance_amount - 0.01)
    }
    const before = paidBy(northlight.id).length
    await empty()
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
    await empty()
    await run('topUpWallets')
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
    await save('ada', 500, { monthly_limit: '' })
    await run('topUpWallets')
    expect([(await read('ada')).monthly_limit, paidBy(northlight.id).length]).toEqual([null, before + 2])
  })

  it('do not begin when a limit was set after somebody looked whether there is one', async () => {
    const choice = { amountCents: cents(25_000), isCustom: false }
    const facts = { companyId: harbor.id, kind: 'topup', state: 'pending', amountCents: 25_000, at: clock } as const
    const bought = Entry.parse({ ...facts, id: 'top-limit', title: 'Top-up', rule: 'x', origin: 'manual' })
    await h.db.ledger.beginManual(bought, { isCustom: false, isStopped: false }, clock)
    await h.db.ledger.post(bought, 'pi_limit', clock)
    expect(await pay(harbor.id, 249)).toBe('done')
    const seen = await h.db.ledger.get(harbor.id)
    const auto = (id: string) => Entry.parse({ ...facts, id, title: 'Automatic top-up', rule: 'x', origin: 'auto' })
    await h.db.ledger.choose(harbor.id, () => ({ ...choice, monthlyCapCents: cents(20_000) }))
    expect((await h.db.ledger.beginAuto(auto('auto-2-1'), seen)).is).toBe('refused')
    const limited = await h.db.ledger.get(harbor.id)
    await h.db.ledger.choose(harbor.id, () => ({ ...choice, monthlyCapCents: null }))
    expect((await h.db.ledger.beginAuto(auto('auto-2-2'), limited)).is).toBe('refused')
    expect((await h.db.ledger.beginAuto(auto('auto-2-3'), await h.db.ledger.get(harbor.id))).is).toBe('new')
  })

  it('WAL-031 do not come, and cannot be ordered, while top-ups are switched off; credit can still be spent', async () => {
    later(HOUR)
    const set = (is_enable_topup_prepaid_direct_payment: boolean) =>
      h.call('olive', 'wallet.enableTopUp', { company_id: northlight.id, is_enable_topup_prepaid_direct_payment })
    expect((await set(false)).status).toBe(200)
    const wallet = await read('ada')
    expect(wallet.is_enable_topup_prepaid_direct_payment).toBe(false)
    const before = paidBy(northlight.id).length
    const refused = await charge('ada', { amount: 250 })
    expect([refused.status, refused.body.message]).toEqual([422, 'Topping up is switched off for this wallet.'])
    expect(await pay(northlight.id, wallet.balance_amount)).toBe('done')
    await run('topUpWallets')
    expect(paidBy(northlight.id)).toHaveLength(before)
    expect(
      (
        await h.call('ada', 'wallet.enableTopUp', {
          company_id: northlight.id,
          is_enable_topup_prepaid_direct_payment: true,
        })
      ).status,
    ).toBe(403)
    const ofClient = { company_id: h.cast.brightSmiles.id, is_enable_topup_prepaid_direct_payment: true }
    expect((await h.call('olive', 'wallet.enableTopUp', ofClient)).status).toBe(403)
    await set(true)
    expect((await read('ada')).is_enable_topup_prepaid_direct_payment).toBe(true)
  })

  it('WAL-036 that fail add nothing, are seen and mailed, and are tried three times in 24 hours', async () => {
    await charge('abe', { amount: 250 })
    await giveCard(copper.id, 'pm_card_chargeCustomerFail')
    const declined = () =>
      h.stripe
        .list('payment_intent')
        .filter(({ metadata, status }) => metadata.company === copper.id && status !== 'succeeded').length
    await pay(copper.id, 249)
    expect([declined(), (await read('abe')).balance_amount]).toEqual([1, 1])
    const rows = (await read('abe')).transaction_history.filter(({ transaction_type }) => transaction_type === 'other')
    expect(rows.map(({ amount, title }) => [amount, title])).toEqual([
      [0, 'Automatic top-up (test payment) of $250.00 failed: Your card was declined.'],
    ])
    const mails = await h.mailsTo(h.cast.users.abe.email)
    const [mail] = mails.filter(({ subject }) => subject.includes('Data Wallet'))
    expect(mail?.text).toContain('we tried to charge $250.00 to your card. Your card was declined.')
    for (let minutes = 0; minutes < 24 * 60 - 30; minutes += 20) {
      later(20 * MINUTE)
      await topUpIfLow(paymentDeps(), copper.id)
    }
    expect(declined()).toBe(3)
    // Each is seen, and each was told of once.
    expect(
      (await h.mailsTo(h.cast.users.abe.email)).filter(({ subject }) => subject.includes('Data Wallet')),
    ).toHaveLength(3)
    // What is bought by hand does not make room for more failures on the same day: the first was 23 hours ago.
    const { failedAt } = await h.db.ledger.get(copper.id)
    h.setClock((failedAt[0] ?? 0) + 23 * HOUR)
    await giveCard(copper.id)
    expect((await charge('abe', { amount: 250 })).status).toBe(200)
    await giveCard(copper.id, 'pm_card_chargeCustomerFail')
    await pay(copper.id, 250)
    expect(declined()).toBe(3)
    // A card that works ends it.
    later(24 * HOUR)
    await giveCard(copper.id)
    await run('topUpWallets')
    expect((await read('abe')).balance_amount).toBe(251)
  })
})
