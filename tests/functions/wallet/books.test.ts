import { describe, expect, it } from 'vitest'
import { paymentArrived, resolveAll } from '#functions/domain/wallet/settle.ts'
import { currentWallet, endReservation, orderTopUp, reserve } from '#functions/domain/wallet/top-up.ts'
import { units as sheet } from '#infra/usage.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { cents } from '#shared/money/cents.ts'
import { booksOf, Entry, MOST_FACT_CHARACTERS } from '#shared/money/ledger.ts'
import { creditOf } from '#shared/money/lots.ts'
import { countUnits } from '../../bench/units.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, paidBy, pay, run, paymentDeps } = walletStage(h)
const { northlight, copper } = h.cast
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

/** Balance, ledger and lots, which must say the same. */
async function agreeing(companyId: string) {
  const wallet = await currentWallet(paymentDeps(), companyId)
  const entries = await h.db.ledger.listEntries(companyId, 0, clock + 2 * 366 * DAY)
  const lots = await h.db.ledger.listLots(companyId)
  const ledger = booksOf(entries).wallet
  expect([ledger, creditOf(lots, wallet.outCents)]).toEqual([
    wallet.balanceCents + wallet.reservedCents,
    wallet.balanceCents,
  ])
  return wallet.balanceCents
}

describe('a payment whose answer was lost', () => {
  it.each(['gateway after', 500] as const)('is not charged again, and found out by asking: %s', async (fault) => {
    later(MINUTE)
    const before = paidBy(northlight.id).length
    const { balance_amount: balance } = await read('ada')
    h.stripe.fail(fault, { operation: 'POST /v1/payment_intents' })
    const key = crypto.randomUUID()
    const { status, body } = await charge('ada', { amount: 500, key })
    expect([status, body.message]).toEqual([503, expect.stringContaining('Please do not pay again')])
    expect((await read('ada')).transaction_history[0]?.title).toContain('waiting for your bank or the payment provider')
    for (let minute = 0; minute < 5; minute++) {
      later(MINUTE)
      await run('reconcilePayments')
    }
    const wallet = await read('ada')
    const isPaid = fault === 'gateway after'
    expect(paidBy(northlight.id)).toHaveLength(before + (isPaid ? 1 : 0))
    expect(wallet.balance_amount - balance).toBe(isPaid ? 500 : 0)
    if (!isPaid) expect(wallet.transaction_history[0]?.title).toContain('The payment was not carried out.')
    expect(await h.db.ledger.listOpen(clock)).toEqual([])
    // The same key tells how it ended.
    expect((await charge('ada', { amount: 500, key })).status).toBe(isPaid ? 200 : 422)
    expect(paidBy(northlight.id)).toHaveLength(before + (isPaid ? 1 : 0))
    await agreeing(northlight.id)
  })

  it('that turns up after it was given up ends in the wallet, once', async () => {
    later(MINUTE)
    const deps = paymentDeps()
    const dead = { ...deps, payments: { ...deps.payments, charge: () => Promise.reject(new Error('no answer')) } }
    const order = {
      amountCents: cents(25_000),
      isCustom: false,
      isStopped: true,
      idempotencyKey: 'late',
      person: 'Ada',
    }
    expect((await orderTopUp(dead, northlight, order)).is).toBe('open')
    later(5 * MINUTE)
    await run('reconcilePayments')
    expect((await orderTopUp(deps, northlight, order)).is).toBe('void')
    const [entry] = (await h.db.ledger.listEntries(northlight.id, clock - 10 * MINUTE, clock + 1)).filter(
      ({ state }) => state === 'void',
    )
    if (!entry) throw new Error('The entry is missing.')
    const before = await agreeing(northlight.id)
    const { customerId, cardId: paymentMethodId } = await h.db.billing.get(northlight.id)
    const paid = await deps.payments.charge({
      key: `wallet-${northlight.id}-${entry.id}`,
      customerId,
      paymentMethodId,
      amountCents: 25_000,
      description: 'Data Wallet',
      metadata: { company: northlight.id },
    })
    if (paid.status !== 'succeeded') throw new Error('The payment did not succeed.')
    await Promise.all([paymentArrived(deps, entry, paid.id), paymentArrived(deps, entry, paid.id)])
    await paymentArrived(deps, entry, paid.id)
    expect((await agreeing(northlight.id)) - before).toBe(25_000)
  })

  it('is posted once when a worker and two schedules know of it at once', async () => {
    later(MINUTE)
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    const before = await agreeing(northlight.id)
    await charge('ada', { amount: 1000 })
    later(MINUTE)
    await Promise.all([resolveAll(paymentDeps()), resolveAll(paymentDeps()), resolveAll(paymentDeps())])
    expect((await agreeing(northlight.id)) - before).toBe(100_000)
  })
})

describe('spending', () => {
  it('WAL-039 takes all of an amount or nothing of it', async () => {
    await charge('abe', { amount: 250, stop: true })
    expect(await pay(copper.id, 250.01)).toBe('too-little')
    expect(await pay(copper.id, 200, 'once')).toBe('done')
    expect(await pay(copper.id, 200, 'once')).toBe('already')
    expect(await pay(copper.id, 50.01)).toBe('too-little')
    expect((await read('abe')).balance_amount).toBe(50)
    expect(await pay(copper.id, 50)).toBe('done')
    expect(await pay(copper.id, 0.01)).toBe('too-little')
    expect(await agreeing(copper.id)).toBe(0)
  })

  it('WAL-039 never spends a cent twice, however many try at once', async () => {
    later(MINUTE)
    await charge('abe', { amount: 250, stop: true })
    const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => pay(copper.id, 30, `race-${i}`)))
    const done = tries.filter((each) => each.status === 'fulfilled' && each.value === 'done').length
    expect(done).toBeLessThanOrEqual(8)
    expect(await agreeing(copper.id)).toBe(25_000 - done * 3000)
  })

  it('of a reservation gives back what was not used', async () => {
    later(MINUTE)
    await charge('abe', { amount: 1000, stop: true })
    const before = await agreeing(copper.id)
    const hold = { id: 'leads-1', companyId: copper.id, amountCents: cents(10_000) }
    expect([await reserve(paymentDeps(), hold), await reserve(paymentDeps(), hold)]).toEqual(['done', 'already'])
    expect((await read('abe')).balance_amount).toBe((before - 10_000) / 100)
    const used = {
      companyId: copper.id,
      id: 'leads-1',
      amountCents: cents(6_000),
      at: clock,
      title: 'Leads',
      rule: 'x',
      facts: {},
    }
    expect([await endReservation(paymentDeps(), hold, used), await endReservation(paymentDeps(), hold)]).toEqual([
      true,
      false,
    ])
    expect(await agreeing(copper.id)).toBe(before - 6_000)
    await expect(
      endReservation(paymentDeps(), { ...hold, id: 'leads-2', amountCents: cents(1) }, used),
    ).rejects.toThrow()
  })
})

describe('a charge', () => {
  it('is one request of six write units, however much there is to say of it, and however often it is sent', async () => {
    later(MINUTE)
    await charge('abe', { amount: 1000, stop: true })
    const units = countUnits(h.services.table)
    const entry = Entry.parse({
      id: `chg-${'x'.repeat(96)}`,
      companyId: copper.id,
      kind: 'charge',
      state: 'posted',
      amountCents: 100,
      at: clock,
      title: 't'.repeat(120),
      rule: 'r'.repeat(160),
      facts: { f: 'f'.repeat(MOST_FACT_CHARACTERS - 8) },
    })
    const { units: cost, result } = await units.of(() => h.db.ledger.charge(entry, clock))
    // DynamoDB Local and moto count the units of a transaction otherwise than AWS does.
    const writes = process.env.CROSSCHECK_ENDPOINTS ? cost.writes : sheet.walletMove.writes
    expect([result, cost]).toEqual(['done', { reads: 0, writes, requests: 1 }])
    expect(await h.db.ledger.charge(entry, clock)).toBe('already')
    await agreeing(copper.id)
  })
})

describe('credit of more than twelve months', () => {
  it('WAL-017 WAL-034 is taken off by the daily job with a row of its own, what is older first', async () => {
    later(MINUTE)
    const start = await agreeing(copper.id)
    expect(start).toBeGreaterThan(0)
    const bought = clock
    await charge('abe', { amount: 500, stop: true })
    const [row] = (await read('abe')).transaction_history
    expect([Date.parse(row?.created_at ?? ''), row?.expired_at]).toEqual([
      bought,
      `2028-01-10T15:${new Date(bought).toISOString().slice(14)}`,
    ])
    later(30 * DAY)
    await charge('abe', { amount: 250, stop: true })
    // More than what is left of the older lots, so part of the 500 is used, too.
    await pay(copper.id, start / 100 + 100)
    expect((await read('abe')).balance_amount).toBe(650)
    later(336 * DAY)
    await run('expireCredit')
    await run('expireCredit')
    const month = '2028-01'
    const wallet = await read('abe', month)
    expect([wallet.balance_amount, wallet.total_amount > 0]).toEqual([250, true])
    const others = wallet.transaction_history.filter(({ transaction_type }) => transaction_type === 'other')
    expect(others.map(({ title, amount }) => [title, amount])).toEqual([['Unused credit expired', -400]])
    await agreeing(copper.id)
  })

  it('WAL-039 cannot be spent, also before the job has run', async () => {
    expect((await read('abe')).balance_amount).toBe(250)
    later(40 * DAY)
    expect(await pay(copper.id, 1)).toBe('too-little')
    expect(await agreeing(copper.id)).toBe(0)
    expect((await read('abe')).balance_amount).toBe(0)
  })

  it('that was set aside and comes back too late has run out as well', async () => {
    await charge('abe', { amount: 250, stop: true })
    const hold = { id: 'slow', companyId: copper.id, amountCents: cents(20_000) }
    expect(await reserve(paymentDeps(), hold)).toBe('done')
    later(400 * DAY)
    expect(await agreeing(copper.id)).toBe(0)
    const used = {
      companyId: copper.id,
      id: 'slow',
      amountCents: cents(5_000),
      at: clock,
      title: 'Leads',
      rule: 'x',
      facts: {},
    }
    expect(await endReservation(paymentDeps(), hold, used)).toBe(true)
    expect(await agreeing(copper.id)).toBe(0)
  })
})
