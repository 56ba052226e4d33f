// Credit whose payment went back at the provider: taken once, never more than there is, and given back once at most.
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { ledgers } from '#functions/data/wallet/ledger.ts'
import { currentWallet, endReservation, reserve } from '#functions/domain/wallet/top-up.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { type Cents, cents } from '#shared/money/cents.ts'
import { booksOf, type Entry, monthOf, sumOf } from '#shared/money/ledger.ts'
import { creditOf } from '#shared/money/lots.ts'
import { openDice } from '../../simulator/dice.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, paymentDeps, pay } = walletStage(h)
const { copper, northlight } = h.cast
await giveCard(copper.id)
await giveCard(northlight.id)
await agree('abe')
await agree('ada')
let clock = Date.parse('2027-01-10T15:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)

const entriesOf = (companyId: string) => h.db.ledger.listEntries(companyId, 0, clock + 3 * 366 * DAY)
/** A top-up of so many dollars. */
async function bought(who: 'abe' | 'ada', amount: number): Promise<Entry> {
  later(MINUTE)
  const { status } = await charge(who, { amount, custom: amount > 1000, stop: true })
  const companyId = who === 'abe' ? copper.id : northlight.id
  const entry = (await entriesOf(companyId)).find(({ kind, at }) => kind === 'topup' && at === clock)
  if (status !== 200 || !entry) throw new Error('The top-up was not made.')
  return entry
}
/** Balance, ledger, counter-accounts and lots, which must say the same. */
async function agreeing(companyId: string): Promise<number> {
  const wallet = await currentWallet(paymentDeps(), companyId)
  const entries = await entriesOf(companyId)
  const books = booksOf(entries)
  const lots = await h.db.ledger.listLots(companyId)
  expect(sumOf(books)).toBe(0)
  expect([books.wallet, creditOf(lots, wallet.outCents)]).toEqual([
    wallet.balanceCents + wallet.reservedCents,
    wallet.balanceCents,
  ])
  expect(wallet.balanceCents).toBe(wallet.boughtCents - wallet.outCents)
  expect(wallet.balanceCents).toBeGreaterThanOrEqual(0)
  return wallet.balanceCents
}
const gone = (id: string, amountCents: Cents | number, isOwed = true) => ({
  id,
  amountCents: cents(amountCents),
  isOwed,
  at: clock,
  title: 'Disputed',
  rule: 'The payment was disputed.',
  facts: {},
})
const words = { title: 'Given back', rule: 'The dispute was won.' }

describe('credit whose payment went back', () => {
  it('is taken off as far as it is left, once, and what was spent is said', async () => {
    const topUp = await bought('abe', 250)
    await pay(copper.id, 100)
    later(MINUTE)
    const facts = gone('dp_first', 25_000)
    const all = await Promise.all([1, 2, 3].map(() => h.db.ledger.reverse(topUp, facts)))
    expect(all.map(({ amountCents, owedCents }) => [amountCents, owedCents])).toEqual(
      [1, 2, 3].map(() => [15_000, 10_000]),
    )
    expect(await agreeing(copper.id)).toBe(0)
    expect((await h.db.ledger.findEntry(topUp))?.returnedCents).toBe(25_000)
    const [row] = (await read('abe')).transaction_history
    expect(row).toMatchObject({ title: 'Disputed', amount: -150, transaction_type: 'other' })
    const paper = await h.call('abe', 'wallet.receipt', {
      company_id: copper.id,
      transaction_id: `${monthOf(topUp.at)}-${topUp.id}`,
    })
    expect(paper.status).toBe(200)
    const { body } = await h.call('abe', 'wallet.explain', { company_id: copper.id, transaction_id: row?.id ?? '' })
    expect(body).toMatchObject({ from: 'Your Data Wallet', to: 'Your card', lots: [{ amount: 150 }] })
    // The next one is bought by a person: nobody's card is charged by itself for what went back.
    expect(await h.db.ledger.get(copper.id)).toMatchObject({ lastBalanceCents: 0 })
  })

  it('is given back once, as credit of its own', async () => {
    const before = await agreeing(copper.id)
    const topUp = await bought('abe', 500)
    const reversal = await h.db.ledger.reverse(topUp, gone('dp_won', 50_000))
    expect(await agreeing(copper.id)).toBe(before)
    const give = () => h.db.ledger.restore(topUp, reversal, 'credit', words, clock)
    expect((await Promise.all([give(), give(), give()])).filter(Boolean)).toHaveLength(1)
    later(40 * DAY)
    expect(await give()).toBe(false)
    expect(await agreeing(copper.id)).toBe(before + 50_000)
    expect((await h.db.ledger.findEntry(topUp))?.returnedCents).toBe(0)
    expect(await h.db.ledger.reverse(topUp, { ...gone('dp_won', 50_000), at: reversal.at })).toMatchObject({
      amountCents: 50_000,
    })
    expect(await agreeing(copper.id)).toBe(before + 50_000)
    expect((await read('abe', '2027-01')).transaction_history.map(({ title }) => title)).toContain('Given back')
  })

  it('leaves other credit alone, and later lots where they are', async () => {
    const start = await agreeing(northlight.id)
    const first = await bought('ada', 250)
    const second = await bought('ada', 500)
    await bought('ada', 1000)
    await pay(northlight.id, 300)
    expect(await h.db.ledger.reverse(first, gone('dp_spent', 25_000))).toMatchObject({
      amountCents: 0,
      owedCents: 25_000,
    })
    expect(await h.db.ledger.reverse(second, gone('dp_part', 20_000))).toMatchObject({
      amountCents: 20_000,
      owedCents: 0,
    })
    expect(await agreeing(northlight.id)).toBe(start + 125_000)
    const lots = await h.db.ledger.listLots(northlight.id)
    expect(lots.slice(-3).map(({ amountCents }) => amountCents)).toEqual([25_000, 30_000, 100_000])
    // Also after a reservation that came back, and a refund of the rest.
    const hold = { id: 'held', companyId: northlight.id, amountCents: cents(40_000) }
    expect(await reserve(paymentDeps(), hold)).toBe('done')
    expect(await h.db.ledger.reverse(second, gone('dp_rest', 30_000))).toMatchObject({
      amountCents: 0,
      owedCents: 30_000,
    })
    expect(await endReservation(paymentDeps(), hold)).toBe(true)
    expect(await agreeing(northlight.id)).toBe(start + 125_000)
  })

  it('is cut off the line also between the look and the write of another lot, and of what runs out', async () => {
    const topUp = await bought('ada', 250)
    /** The books of a worker that is overtaken once, after it looked and before it writes what has `about` in it. */
    const overtaken = (by: () => Promise<unknown>, about = '') => {
      const { table } = h.services
      let isFirst = true
      const client = new Proxy(table.client, {
        get: (all, name) =>
          name === 'send'
            ? async (command: Parameters<typeof all.send>[0]) => {
                if (
                  isFirst &&
                  command instanceof TransactWriteCommand &&
                  JSON.stringify(command.input).includes(about)
                ) {
                  isFirst = false
                  await by()
                }
                return all.send(command)
              }
            : Reflect.get(all, name),
      })
      return ledgers({ ...table, client })
    }
    const pending = { ...topUp, id: 'next', state: 'pending' as const, chargeId: null, lot: null }
    await h.db.ledger.beginLate(pending)
    const cut = (id: string, amount: number) => h.db.ledger.reverse(topUp, gone(id, amount))
    await overtaken(() => cut('dp_before_post', 10_000)).post(pending, 'pi_next', clock)
    await agreeing(northlight.id)
    const lots = await h.db.ledger.listLots(northlight.id)
    // Each begins where the one before it ends.
    for (const [index, lot] of lots.entries()) {
      const before = lots[index - 1]
      expect(lot.startCents).toBe(before ? before.startCents + before.amountCents : 0)
    }
    const before = await h.db.ledger.get(northlight.id)
    later(367 * DAY)
    const words = { title: 'Unused credit expired', rule: 'It expires.' }
    const row = `#${String(topUp.lot).padStart(6, '0')}`
    const late = overtaken(() => cut('dp_before_expiry', 5_000), row)
    while (await late.expireOldest(northlight.id, words, clock));
    expect(before.balanceCents).toBeGreaterThan(0)
    const [ranOut] = (await entriesOf(northlight.id)).filter(({ kind, lot }) => kind === 'expiry' && lot === topUp.lot)
    expect(ranOut?.amountCents).toBe(10_000)
    expect(await agreeing(northlight.id)).toBe(0)
  })

  it('that was cut whole takes nothing of the next lot with it where two let it expire at once', async () => {
    const companyId = 'cut-whole'
    const model = await bought('abe', 250)
    const buy = async (id: string): Promise<Entry> => {
      later(30 * DAY)
      const pending = { ...model, id, companyId, at: clock, state: 'pending' as const, chargeId: null, lot: null }
      await h.db.ledger.beginLate(pending)
      await h.db.ledger.post(pending, `pi_${id}`, clock)
      return { ...pending, ...(await h.db.ledger.findEntry(pending)) }
    }
    const first = await buy('first')
    await buy('second')
    await h.db.ledger.reverse(first, gone('dp_whole', first.amountCents))
    expect(await agreeing(companyId)).toBe(25_000)
    later(340 * DAY)
    const { table } = h.services
    const expired: boolean[] = []
    const client = new Proxy(table.client, {
      get: (all, name) =>
        name === 'send'
          ? async (command: Parameters<typeof all.send>[0]) => {
              // The other one is through between its look at the wallet and that at the lots.
              if (command instanceof QueryCommand && expired.length === 0)
                expired.push(await h.db.ledger.expireOldest(companyId, words, clock))
              return all.send(command)
            }
          : Reflect.get(all, name),
    })
    expired.push(await ledgers({ ...table, client }).expireOldest(companyId, words, clock))
    expect(expired).toEqual([true, false])
    expect(await agreeing(companyId)).toBe(25_000)
  })

  it('goes back whatever was bought or paid back since: more lots than one transaction takes', async () => {
    const companyId = 'of-many-lots'
    const model = await bought('abe', 250)
    const pending = { ...model, id: 'many', companyId, at: clock, state: 'pending' as const, chargeId: null, lot: null }
    await h.db.ledger.beginLate(pending)
    await h.db.ledger.post(pending, 'pi_many', clock)
    const topUp = await h.db.ledger.findEntry(pending)
    if (!topUp) throw new Error('The top-up was not made.')
    const back = { companyId, amountCents: cents(100), ...words, facts: {} }
    for (let index = 0; index < 110; index++) {
      later(1000)
      await h.db.ledger.payBack({ ...back, id: `back-${index}`, at: clock })
    }
    expect(await agreeing(companyId)).toBe(36_000)
    expect(await h.db.ledger.reverse(topUp, gone('dp_many', 20_000))).toMatchObject({ amountCents: 20_000 })
    expect(await agreeing(companyId)).toBe(16_000)
    // What is spent comes out of what is left of it first, then out of those behind it; a second one takes nothing of theirs.
    const hold = { id: 'of-many', companyId, amountCents: cents(5_150) }
    expect(await reserve(paymentDeps(), hold)).toBe('done')
    const wallet = await h.db.ledger.get(companyId)
    const [first, second] = await h.db.ledger.listUnused(wallet)
    expect([first?.number, second?.number, creditOf(await h.db.ledger.listUnused(wallet), wallet.outCents)]).toEqual([
      3, 4, 10_850,
    ])
    expect(await h.db.ledger.reverse(topUp, gone('dp_more', 5_000))).toMatchObject({ amountCents: 0, owedCents: 5_000 })
    // Every cent of them runs out in its time.
    later(367 * DAY)
    expect(await agreeing(companyId)).toBe(0)
    expect((await entriesOf(companyId)).filter(({ kind }) => kind === 'expiry')).toHaveLength(109)
  })

  it('does not hide what is left of older credit', async () => {
    const companyId = 'of-a-gap'
    const model = await bought('abe', 250)
    const all: Entry[] = []
    for (const id of ['old', 'gone', 'new']) {
      later(MINUTE)
      const pending = { ...model, id, companyId, at: clock, state: 'pending' as const, chargeId: null, lot: null }
      await h.db.ledger.beginLate(pending)
      await h.db.ledger.post(pending, `pi_gap_${id}`, clock)
      all.push((await h.db.ledger.findEntry(pending)) ?? pending)
    }
    expect(await h.db.ledger.reverse(all[1] ?? model, gone('dp_gap', 25_000))).toMatchObject({ amountCents: 25_000 })
    const wallet = await h.db.ledger.get(companyId)
    expect((await h.db.ledger.listUnused(wallet)).map(({ number }) => number)).toEqual([1, 3])
  })

  it('is not owed where somebody gave the money back', async () => {
    const topUp = await bought('ada', 250)
    await pay(northlight.id, (await agreeing(northlight.id)) / 100)
    expect(await h.db.ledger.reverse(topUp, gone('re_hand', 25_000, false))).toMatchObject({
      amountCents: 0,
      owedCents: 0,
    })
  })

  it('holds through lives of everything at once: nothing below zero, books zero, nothing given back twice', async () => {
    for (const seed of [1, 2, 3]) {
      const dice = openDice(seed)
      later(400 * DAY)
      await agreeing(copper.id)
      const topUps: Entry[] = []
      const reversals: { topUp: Entry; entry: Entry }[] = []
      const holds: { id: string; companyId: string; amountCents: Cents }[] = []
      let given = 0
      const spent = (max: number) => pay(copper.id, dice.between(1, max) / 100).then(() => undefined)
      const step = async (index: number): Promise<void> => {
        const roll = dice.below(10)
        const topUp = topUps.length > 0 ? dice.pick(topUps) : undefined
        if (roll < 2 || !topUp) return void topUps.push(await bought('abe', dice.pick([250, 500, 1000])))
        if (roll < 5) return spent(40_000)
        if (roll === 5) {
          const hold = { id: `${seed}-${index}`, companyId: copper.id, amountCents: cents(dice.between(1, 30_000)) }
          if ((await reserve(paymentDeps(), hold)) === 'done') holds.push(hold)
          return
        }
        if (roll === 6) return void (holds[0] && (await endReservation(paymentDeps(), holds.shift() ?? holds[0])))
        if (roll === 7) return later(dice.between(1, 60) * DAY)
        if (roll === 8) {
          const known = (await h.db.ledger.findEntry(topUp))?.returnedCents ?? 0
          const amount = Math.min(topUp.amountCents - known, dice.between(1, topUp.amountCents))
          if (amount <= 0) return
          await currentWallet(paymentDeps(), copper.id)
          const facts = gone(`dp_${seed}_${index}`, amount)
          const [entry] = await Promise.all([h.db.ledger.reverse(topUp, facts), h.db.ledger.reverse(topUp, facts)])
          reversals.push({ topUp, entry })
          expect(entry.amountCents + (entry.owedCents ?? 0)).toBeLessThanOrEqual(amount)
          return
        }
        const back = reversals[0] && dice.pick(reversals)
        if (!back) return
        const give = () => h.db.ledger.restore(back.topUp, back.entry, 'credit', words, clock)
        if ((await Promise.all([give(), spent(10_000), give()])).includes(true)) given += back.entry.amountCents
      }
      for (let index = 0; index < 60; index++) {
        await step(index)
        await agreeing(copper.id)
      }
      const taken = reversals.reduce((sum, { entry }) => sum + entry.amountCents, 0)
      expect(given).toBeLessThanOrEqual(taken)
    }
  })

  it('does not stand in the way of what comes later where it was the very first', async () => {
    const companyId = 'of-a-first-top-up'
    /** Posts a top-up of a company that never had one. */
    const posted = async (id: string): Promise<Entry> => {
      later(MINUTE)
      const pending = { ...model, id, companyId, at: clock, state: 'pending' as const, chargeId: null, lot: null }
      await h.db.ledger.beginLate(pending)
      await h.db.ledger.post(pending, `pi_${id}`, clock)
      const entry = await h.db.ledger.findEntry(pending)
      if (!entry) throw new Error('The top-up was not made.')
      return entry
    }
    const model = await bought('abe', 250)
    expect(await h.db.ledger.reverse(await posted('one'), gone('dp_all', 25_000))).toMatchObject({
      amountCents: 25_000,
    })
    expect(await agreeing(companyId)).toBe(0)
    later(366 * DAY)
    // What is left of it runs out: nothing. The wallet goes on.
    expect(await agreeing(companyId)).toBe(0)
    expect(await h.db.ledger.get(companyId)).toMatchObject({ nextExpiresAt: null })
    await posted('two')
    const hold = { id: 'after', companyId, amountCents: cents(10_000) }
    expect(await reserve(paymentDeps(), hold)).toBe('done')
    expect(await endReservation(paymentDeps(), hold)).toBe(true)
    expect(await agreeing(companyId)).toBe(25_000)
  })
})
