// A worker that crashes before or after any one request of a top-up: no matter what it had done, the money is in both books once, or in none.
import { describe, expect, it } from 'vitest'
import { type PaymentDeps, resolveAll } from '#functions/domain/wallet/settle.ts'
import { currentWallet, orderTopUp, spend, topUpIfLow, type WalletDeps } from '#functions/domain/wallet/top-up.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { cents } from '#shared/money/cents.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness({ cast: true })
const { giveCard, paidBy, paymentDeps } = walletStage(h)
const company = h.cast.northlight
await giveCard(company.id)
let clock = Date.parse('2027-01-10T15:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)

type Death = { at: number; when: 'before' | 'after' }
let death: Death | undefined
let requests = 0

/** Counts a request of the worker under test, and lets it die there. A dead one does nothing any more. */
async function mortal<T>(run: () => Promise<T>): Promise<T> {
  if (!death) return run()
  requests++
  if (requests > death.at || (requests === death.at && death.when === 'before')) throw new Error('dead')
  const answer = await run()
  if (requests === death.at) throw new Error('dead')
  return answer
}
h.services.table.client.middlewareStack.add((next) => (args) => mortal(() => next(args)), {
  step: 'initialize',
  priority: 'high',
  name: 'mortal',
})
function deps(): WalletDeps {
  const { payments, ...rest } = paymentDeps()
  const mortalPayments: PaymentDeps['payments'] = {
    charge: (request) => mortal(() => payments.charge(request)),
    findCharge: (request) => mortal(() => payments.findCharge(request)),
    cancel: (request) => mortal(() => payments.cancel(request)),
  }
  // A crashed process says nothing.
  return { ...rest, payments: mortalPayments, report: () => undefined }
}

/** Runs some work once for each of its requests, dying there; `check` sees what came of it once the schedule has run. */
async function killEverywhere(
  when: Death['when'],
  work: (round: number) => Promise<unknown>,
  check: (round: number) => Promise<void>,
) {
  for (let at = 1; ; at++) {
    later(DAY)
    ;[death, requests] = [{ at, when }, 0]
    await work(at).catch(() => undefined)
    const isOver = requests < at
    death = undefined
    for (let minute = 0; minute < 5; minute++) {
      later(MINUTE)
      await resolveAll(paymentDeps())
    }
    expect(await h.db.ledger.listOpen(clock)).toEqual([])
    await check(at)
    if (isOver) return at - 1
  }
}

const state = async () => ({
  ...(await currentWallet(paymentDeps(), company.id)),
  paid: paidBy(company.id).length,
  entries: (await h.db.ledger.listEntries(company.id, 0, clock + 1)).length,
})

describe.each(['before', 'after'] as const)('a worker that dies %s any request', (when) => {
  it('of an order takes money and gives credit once or not at all', async () => {
    let before = await state()
    const order = (round: number) => ({
      amountCents: cents(25_000),
      isCustom: false,
      isStopped: true,
      person: 'Ada',
      idempotencyKey: `${when}-${round}`,
    })
    const kills = await killEverywhere(
      when,
      (round) => orderTopUp(deps(), company, order(round)),
      async (round) => {
        const after = await state()
        expect(after.boughtCents - before.boughtCents).toBe((after.paid - before.paid) * 25_000)
        expect(after.paid - before.paid).toBeLessThanOrEqual(1)
        // Asked again with the same key it says what happened, and does nothing.
        await orderTopUp(paymentDeps(), company, order(round))
        const again = await state()
        // Where the worker crashed before it had written anything, this is the first order.
        const isFirst = after.entries === before.entries
        expect([again.paid - after.paid, again.boughtCents - after.boughtCents]).toEqual(isFirst ? [1, 25_000] : [0, 0])
        before = await state()
      },
    )
    expect(kills).toBeGreaterThanOrEqual(6)
  })

  it('of spending and the top-up that follows spends once, and buys once', async () => {
    const facts = { companyId: company.id, title: 'Leads', rule: 'x', facts: {} }
    await orderTopUp(paymentDeps(), company, {
      amountCents: cents(100_000),
      isCustom: false,
      isKept: true,
      isStopped: false,
      idempotencyKey: `start-${when}`,
      person: 'Ada',
    })
    let before = await state()
    const spending = (round: number) => ({
      ...facts,
      id: `${when}-${round}`,
      amountCents: before.balanceCents,
      at: 1_800_000_000_000 + round,
    })
    const kills = await killEverywhere(
      when,
      (round) => spend(deps(), spending(round)),
      async (round) => {
        // The queue brings the work again, and the schedule looks at every wallet; after a payment that was never made, later.
        later(2 * HOUR)
        await spend(paymentDeps(), spending(round))
        await topUpIfLow(paymentDeps(), company.id)
        const after = await state()
        expect([after.paid - before.paid, after.boughtCents - before.boughtCents]).toEqual([1, 100_000])
        expect(after.outCents - before.outCents).toBe(before.balanceCents)
        before = after
      },
    )
    expect(kills).toBeGreaterThanOrEqual(8)
  })
})
