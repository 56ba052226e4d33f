import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, companyOf, paidBy, pay } = walletStage(h)
const { northlight, copper } = h.cast
await giveCard(northlight.id)
await agree('ada')
const START = Date.parse('2027-01-10T15:00:00Z')
let clock = START
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)

describe('wallet.charge', () => {
  it('WAL-029 WAL-033 WAL-042 PRE-05 adds a payment to the balance and writes a row, marked as a test without a real provider', async () => {
    const { status, body } = await charge('ada', { amount: 250 })
    expect([status, body]).toEqual([200, { result: 'success', message: 'Your Data Wallet has been topped up.' }])
    expect(await pay(northlight.id, 150)).toBe('done')
    later(20_000)
    await charge('ada', { amount: 250 })
    const wallet = await read('ada')
    expect([wallet.balance_amount, wallet.last_balance_amount, wallet.total_amount]).toEqual([350, 350, 500])
    const [row] = wallet.transaction_history
    expect([row?.transaction_type, row?.amount, row?.title]).toEqual(['topup', 250, 'Top-up (test payment)'])
    expect(paidBy(northlight.id).map(({ amount }) => amount)).toEqual([25_000, 25_000])
  })

  it('WAL-045 leaves automatic top-ups as they are, unless it is asked to', async () => {
    const chosen = async () => {
      const { amount, custom_amount } = await read('ada')
      return [amount, custom_amount]
    }
    await h.call('ada', 'wallet.save', { company_id: northlight.id, amount: 1000, custom_amount: 'F' })
    later(20_000)
    expect((await charge('ada', { amount: 250, keep: false })).body.result).toBe('success')
    expect(await chosen()).toEqual([1000, 'F'])
    later(20_000)
    expect((await charge('ada', { amount: 2600, custom: true, keep: false })).body.result).toBe('success')
    expect(await chosen()).toEqual([1000, 'F'])
    later(20_000)
    await charge('ada', { amount: 2600, custom: true })
    expect(await chosen()).toEqual([2600, 'T'])
  })

  it('WAL-028 WAL-045 leaves them stopped when a page that is older than that charges, unless it is asked to change them', async () => {
    const as = { company_id: companyOf('ada') }
    const isSwept = async () => (await h.db.ledger.listAutomatic()).companyIds.includes(companyOf('ada'))
    await h.call('ada', 'wallet.stopContinual', { ...as, stop_continual: 'T' })
    for (const [amount, order, stopped] of [
      [250, { stop: false, keep: false }, 'T'],
      [500, { keep: false }, 'T'],
      [1000, { keep: true }, 'T'],
      [250, { stop: false, keep: true }, 'F'],
      [500, { keep: true }, 'F'],
      [1000, { stop: true, keep: false }, 'F'],
      [250, { stop: true, keep: true }, 'T'],
    ] as const) {
      later(60_000)
      expect((await charge('ada', { amount, ...order })).body.result).toBe('success')
      expect([amount, order, (await read('ada')).stop_continual, await isSwept()]).toEqual([
        amount,
        order,
        stopped,
        stopped === 'F',
      ])
    }
    await h.call('ada', 'wallet.stopContinual', { ...as, stop_continual: 'F' })
  })

  it('WAL-045 keeps no amount for automatic top-ups that the monthly limit never lets through', async () => {
    await h.call('ada', 'wallet.save', {
      company_id: northlight.id,
      amount: 250,
      custom_amount: 'F',
      monthly_limit: 500,
    })
    const before = paidBy(northlight.id).length
    later(20_000)
    const { status, body } = await charge('ada', { amount: 1000 })
    expect([status, body.fields]).toEqual([422, { save_amount: expect.stringContaining('monthly limit') }])
    expect(paidBy(northlight.id)).toHaveLength(before)
    expect((await read('ada')).amount).toBe(250)
    await h.call('ada', 'wallet.save', {
      company_id: northlight.id,
      amount: 250,
      custom_amount: 'F',
      monthly_limit: '',
    })
  })

  it('PRE-05 keeps the amount for automatic top-ups where that is asked, and the address that we saw rather than the one we were told', async () => {
    later(20_000)
    await charge('ada', { amount: 500 })
    const wallet = await read('ada')
    expect([wallet.amount, wallet.custom_amount]).toEqual([500, 'F'])
    const [row] = wallet.transaction_history
    const why = await h.call('ada', 'wallet.explain', { company_id: northlight.id, transaction_id: row?.id ?? '' })
    expect(why.body.facts).toEqual([{ label: 'Ordered by', value: 'Ada Agency, 203.0.113.7' }])
    expect(JSON.stringify(why.body)).not.toContain('198.51.100.99')
  })

  it.each([
    { amount: 249, message: 'The minimum amount is $250' },
    { amount: 100, message: 'The minimum amount is $250' },
    { amount: 2499.99, custom: true, message: 'The minimum amount is $2500' },
    { amount: '', custom: true, message: 'The minimum amount is $2500' },
    { amount: 300, message: 'Choose $250, $500, $1000, or enter a custom amount' },
    { amount: '2500.001', custom: true, message: 'Enter an amount with at most two decimals.' },
    { amount: '2.5e3', custom: true, message: 'The minimum amount is $2500' },
    { amount: -5000, custom: true, message: 'The minimum amount is $2500' },
  ])('WAL-005 WAL-006 WAL-037 PRE-08 refuses $amount (custom: $custom)', async ({ message, ...order }) => {
    const before = paidBy(northlight.id).length
    const { status, body } = await charge('ada', order)
    expect([status, body.result, body.message]).toEqual([422, 'failed', message])
    const saved = await h.call('ada', 'wallet.save', {
      company_id: northlight.id,
      amount: order.amount,
      custom_amount: order.custom ? 'T' : 'F',
    })
    expect([saved.status, saved.body.message]).toEqual([422, message])
    expect(paidBy(northlight.id)).toHaveLength(before)
  })

  it('WAL-006 accepts 2500 as a custom amount', async () => {
    later(20_000)
    const before = (await read('ada')).balance_amount
    expect((await charge('ada', { amount: 2500, custom: true })).body.result).toBe('success')
    const wallet = await read('ada')
    expect([wallet.balance_amount - before, wallet.custom_amount]).toEqual([2500, 'T'])
  })

  it('WAL-038 PRE-09 bills two equal orders within ten seconds once, and a later one again', async () => {
    later(20_000)
    const before = paidBy(northlight.id).length
    const both = await Promise.all([charge('ada', { amount: 1000 }), charge('ada', { amount: 1000 })])
    later(5000)
    const third = await charge('ada', { amount: 1000 })
    expect(third.body.result).toBe('success')
    // The twin either sees what became of the first, or that nobody knows yet: never a second payment.
    expect(both.map(({ body }) => body.result)).not.toContain('failed')
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
    later(6000)
    await charge('ada', { amount: 1000 })
    expect(paidBy(northlight.id)).toHaveLength(before + 2)
  })

  it('answers the same key the same way, and refuses it for another amount', async () => {
    later(20_000)
    const before = paidBy(northlight.id).length
    const key = 'order-0001'
    const first = await charge('ada', { key })
    later(60_000)
    expect((await charge('ada', { key })).body).toEqual(first.body)
    expect((await charge('ada', { key, amount: 500 })).status).toBe(422)
    // The kit forgets a key after a day; the ledger never does.
    later(40 * 86_400_000)
    expect((await charge('ada', { key })).body).toEqual(first.body)
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
  })

  it('races ten requests of one key into one payment', async () => {
    later(20_000)
    const before = paidBy(northlight.id).length
    const all = await Promise.all(Array.from({ length: 10 }, () => charge('ada', { key: 'order-0002', amount: 500 })))
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(all.some(({ status, body }) => status === 200 && String(body.result) === 'success')).toBe(true)
    expect(paidBy(northlight.id)).toHaveLength(before + 1)
  })

  it('WAL-029 ERB-16 tells why a card was declined, and adds nothing', async () => {
    await giveCard(copper.id, 'pm_card_chargeCustomerFail')
    await agree('abe')
    const { status, body } = await charge('abe')
    expect([status, body.result, body.message]).toEqual([422, 'failed', 'Your card was declined.'])
    const wallet = await read('abe')
    expect([wallet.balance_amount, wallet.total_amount]).toEqual([0, 0])
    expect(
      wallet.transaction_history.map(({ amount, transaction_type, title }) => ({ amount, transaction_type, title })),
    ).toEqual([
      {
        amount: 0,
        transaction_type: 'other',
        title: 'Top-up (test payment) of $250.00 failed: Your card was declined.',
      },
    ])
    // A refusal is no order: after another card the same amount is not held for a double click.
    await giveCard(copper.id)
    expect((await charge('abe')).body.result).toBe('success')
  })

  it('asks for a card and for the agreement before anything else', async () => {
    const without = await h.call('amos', 'wallet.charge', {
      company_id: northlight.id,
      amount: 250,
      custom_amount: 'F',
      stop_continual: 'F',
      payment_type: 'credit_card',
    })
    expect([without.status, without.body.message]).toEqual([
      409,
      'Please accept the Data Wallet service agreement first.',
    ])
  })

  it('needs an Idempotency-Key', async () => {
    const answer = await charge('ada', { key: '' })
    expect(answer.status).toBe(400)
  })
})

describe('who may', () => {
  it('WAL-040 PRE-08 read and change a wallet: only the own people of its agency', async () => {
    const month = { date: '2027-01' }
    const calls = (companyId: string) =>
      [
        ['wallet.get', { company_id: companyId, ...month }],
        ['wallet.history', { company_id: companyId, ...month }],
        ['wallet.explain', { company_id: companyId, transaction_id: '202701-auto-1-1' }],
        ['wallet.leads', { company_id: companyId, transaction_id: '202701-auto-1-1' }],
        ['wallet.receipt', { company_id: companyId, transaction_id: '202701-auto-1-1' }],
        ['wallet.download', { companyId, month: '2027-01' }],
        ['wallet.confirm', { company_id: companyId, transaction_id: '202701-auto-1-1' }],
        ['wallet.stopContinual', { company_id: companyId, stop_continual: 'T' }],
        ['wallet.save', { company_id: companyId, amount: 500, custom_amount: 'F' }],
        [
          'wallet.charge',
          { company_id: companyId, amount: 250, custom_amount: 'F', stop_continual: 'F', payment_type: 'credit_card' },
        ],
      ] as const
    for (const [name, input] of calls(northlight.id)) {
      // Foreign agencies, clients, system users, and sales people of the root.
      for (const who of ['abe', 'cleo', 'olive', 'sam'] as const)
        expect([name, who, (await h.call(who, name, input as never)).status]).toEqual([name, who, 403])
      expect([name, (await h.call('amos', name, input as never)).status]).not.toEqual([name, 403])
    }
    // Its own clients have no wallet that it could look into.
    for (const [name, input] of calls(h.cast.brightSmiles.id))
      expect([name, (await h.call('ada', name, input as never)).status]).toEqual([name, 403])
  })

  it('WAL-040 look in view mode, and change nothing', async () => {
    const switched = await h.call('olive', 'account.switchUser', { usrID: h.cast.users.ada.id })
    const token = 'access_token' in switched.body ? String(switched.body.access_token) : ''
    const as = { token, host: h.cast.hosts.root }
    const { stop_continual: before } = await read('ada')
    const seen = await h.call('olive', 'wallet.get', { company_id: companyOf('ada') }, as)
    expect([seen.status, seen.body.balance_amount]).toEqual([200, (await read('ada')).balance_amount])
    const stop = await h.call(
      'olive',
      'wallet.stopContinual',
      { company_id: northlight.id, stop_continual: before === 'T' ? 'F' : 'T' },
      as,
    )
    const buy = await h.call(
      'olive',
      'wallet.charge',
      { company_id: northlight.id, amount: 250, custom_amount: 'F', stop_continual: 'F', payment_type: 'credit_card' },
      as,
    )
    const save = await h.call(
      'olive',
      'wallet.save',
      { company_id: northlight.id, amount: 250, custom_amount: 'F' },
      as,
    )
    expect([stop.status, buy.status, save.status]).toEqual([403, 403, 403])
    expect((await read('ada')).stop_continual).toBe(before)
  })
})
