// A top-up whose payment went back at the provider, told by its events: its credit is gone at once, what was used of it is owed, and
// what a won dispute brings back comes once.
import { beforeEach, describe, expect, it } from 'vitest'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { currentWallet } from '#functions/domain/wallet/top-up.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import { booksOf, sumOf } from '#shared/money/ledger.ts'
import { creditOf } from '#shared/money/lots.ts'
import { openDice } from '../../simulator/dice.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, paymentDeps, pay, run, paidBy } = walletStage(h)
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

const tell = (type: StripeEventName, objectId: string, accountId = '') =>
  handleStripeEvent({ ...h.services, paymentDeps: paymentDeps() }, { eventId: 'evt_x', type, objectId, accountId })
/** As events come: twice, two at once, and one more time a day later. */
async function tellAll(types: readonly StripeEventName[], objectId: string): Promise<void> {
  for (const type of types) await Promise.all([tell(type, objectId), tell(type, objectId)])
  later(HOUR)
  for (const type of types.toReversed()) await tell(type, objectId)
}
const OPENED = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'] as const
const CLOSED = ['charge.dispute.closed', 'charge.dispute.funds_reinstated'] as const
const balance = async (who: 'abe' | 'ada' = 'abe') => (await read(who)).balance_amount
const owed = async (disputeId: string, companyId = copper.id) =>
  h.db.payment.find({ companyId, key: `taken-back-${disputeId}` })

/** The charge of a top-up of so many dollars that was bought just now. */
async function bought(amount = 250, who: 'abe' | 'ada' = 'abe'): Promise<string> {
  later(MINUTE)
  expect((await charge(who, { amount, stop: true })).status).toBe(200)
  const [newest] = h.stripe.list('payment_intent')
  return newest?.id ?? ''
}
async function emptied(): Promise<void> {
  later(MINUTE)
  const left = await balance()
  if (left > 0) expect(await pay(copper.id, left)).toBe('done')
}
async function agreeing(companyId = copper.id): Promise<void> {
  const wallet = await currentWallet(paymentDeps(), companyId)
  const entries = await h.db.ledger.listEntries(companyId, 0, clock + 3 * 366 * DAY)
  const books = booksOf(entries)
  const lots = await h.db.ledger.listLots(companyId)
  expect([sumOf(books), books.wallet, creditOf(lots, wallet.outCents)]).toEqual([
    0,
    wallet.balanceCents + wallet.reservedCents,
    wallet.balanceCents,
  ])
  expect(wallet.balanceCents).toBeGreaterThanOrEqual(0)
}

beforeEach(async () => {
  h.stripe.clearFaults()
  h.mails.clear()
  await emptied()
})

describe('a disputed top-up', () => {
  it('leaves none of its credit to be spent, and nobody owes anything when none was used; won, it comes back once', async () => {
    const { id } = h.stripe.byHand.dispute(await bought())
    await tellAll(OPENED, id)
    expect(await balance()).toBe(0)
    expect(await pay(copper.id, 0.01)).toBe('too-little')
    expect([await owed(id), (await h.db.company.get(copper.id)).paymentFailed]).toEqual([undefined, false])
    await h.drain()
    const mails = await h.mailsTo(h.cast.users.abe.email)
    const told = mails.filter(({ subject }) => subject.includes('disputed'))
    expect([told.length, told[0]?.text]).toEqual([1, expect.stringContaining('Taken off your Data Wallet')])
    // No card is charged by itself for what went back.
    await run('topUpWallets')
    const charges = paidBy(copper.id).length
    h.stripe.byHand.moveDispute(id, 'won')
    await tellAll([...CLOSED, ...OPENED], id)
    expect([await balance(), paidBy(copper.id).length]).toEqual([250, charges])
    await agreeing()
  })

  it('has what was used of it charged; won, what was paid twice is credit', async () => {
    const chargeId = await bought(500)
    await pay(copper.id, 120)
    const { id } = h.stripe.byHand.dispute(chargeId)
    await tellAll(OPENED, id)
    expect([await balance(), await owed(id)]).toMatchObject([
      0,
      { status: 'paid', amountCents: 12_000, purpose: 'invoice', about: 'other' },
    ])
    await agreeing()
    h.stripe.byHand.moveDispute(id, 'won')
    await tellAll([...CLOSED, ...OPENED], id)
    expect(await balance()).toBe(500)
    expect(
      (await read('abe')).transaction_history
        .slice(0, 2)
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([120, 380])
    await agreeing()
  })

  it('marks a company that does not pay what it used, until the dispute is won', async () => {
    const chargeId = await bought(500)
    await pay(copper.id, 200)
    await giveCard(copper.id, 'pm_card_chargeCustomerFail')
    const { id } = h.stripe.byHand.dispute(chargeId)
    await tellAll(OPENED, id)
    expect([(await owed(id))?.status, (await h.db.company.get(copper.id)).paymentFailed]).toEqual(['open', true])
    h.stripe.byHand.moveDispute(id, 'won')
    await tellAll([...CLOSED, ...OPENED], id)
    expect([(await owed(id))?.status, (await h.db.company.get(copper.id)).paymentFailed]).toEqual(['settled', false])
    expect(await balance()).toBe(300)
    await giveCard(copper.id)
    await agreeing()
  })

  it('that is lost stays taken off', async () => {
    const { id } = h.stripe.byHand.dispute(await bought())
    await tellAll(OPENED, id)
    h.stripe.byHand.moveDispute(id, 'lost')
    await tellAll(['charge.dispute.closed'], id)
    expect(await balance()).toBe(0)
    await agreeing()
  })

  it('of which nothing was told until it was won changes nothing', async () => {
    const { id } = h.stripe.byHand.dispute(await bought())
    h.stripe.byHand.moveDispute(id, 'won')
    await tellAll([...CLOSED, ...OPENED], id)
    expect(await balance()).toBe(250)
  })

  it('takes nothing while a bank only asks', async () => {
    const { id } = h.stripe.byHand.dispute(await bought(), { isInquiry: true })
    await tellAll(['charge.dispute.created'], id)
    expect(await balance()).toBe(250)
    h.stripe.byHand.moveDispute(id, 'warning_closed')
    await tellAll(['charge.dispute.closed'], id)
    expect(await balance()).toBe(250)
  })

  it('may be the first that tells of the top-up', async () => {
    later(MINUTE)
    h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents' })
    expect((await charge('abe', { amount: 250, stop: true })).status).toBe(503)
    const [intent] = h.stripe.list('payment_intent')
    const { id } = h.stripe.byHand.dispute(intent?.id ?? '')
    await tellAll(OPENED, id)
    expect(await balance()).toBe(0)
    await run('reconcilePayments')
    expect(await balance()).toBe(0)
    h.stripe.byHand.moveDispute(id, 'won')
    await tellAll(CLOSED, id)
    expect(await balance()).toBe(250)
    await agreeing()
  })

  it("takes nothing of another company's wallet", async () => {
    const chargeId = await bought(250, 'ada')
    const own = h.stripe.get('payment_intent', chargeId)
    if (!own) throw new Error('The charge is missing.')
    await bought()
    // It calls itself a top-up of another company.
    const entry = (await h.db.ledger.listEntries(copper.id, clock, clock + 1))[0]
    const metadata = { ...own.metadata, company: copper.id, entry: entry?.id ?? '', at: String(entry?.at) }
    h.stripe.put('payment_intent', { ...own, id: 'pi_liar', latest_charge: 'ch_liar', metadata })
    const { id } = h.stripe.byHand.dispute('pi_liar')
    expect(await tell('charge.dispute.created', id)).toContain('nothing of ours')
    expect([await balance(), (await balance('ada')) >= 250]).toEqual([250, true])
  })
})

describe('a refunded top-up', () => {
  it('takes off what went back and never more than is left, and demands nothing; a refund that fails gives it back', async () => {
    const chargeId = await bought()
    await pay(copper.id, 100)
    const part = h.stripe.byHand.refund(chargeId, { amount: 10_000 })
    await tellAll(['refund.created', 'refund.updated'], part.id)
    expect(await balance()).toBe(50)
    const rest = h.stripe.byHand.refund(chargeId)
    await tellAll(['refund.created', 'refund.updated'], rest.id)
    expect(await balance()).toBe(0)
    expect(h.stripe.list('payment_intent')[0]?.id).toBe(chargeId)
    h.stripe.byHand.endRefund(part.id, '', 'expired_or_canceled_card')
    await tellAll(['refund.failed', 'refund.updated', 'refund.created'], part.id)
    expect(await balance()).toBe(100)
    await agreeing()
    await h.drain()
    const sentBack = (await h.mailsTo(h.cast.users.abe.email)).filter(({ subject }) => subject.includes('came back'))
    expect(sentBack.map(({ text }) => text)).toEqual([expect.stringContaining('$100.00')])
  })
})

describe('whatever happens at the provider', () => {
  it('keeps wallets above zero, books at zero, and what was given back below what was taken off', async () => {
    const dice = openDice(7)
    const charges: string[] = []
    const disputes: string[] = []
    const told: [StripeEventName, string][] = []
    const act = async (): Promise<void> => {
      const roll = dice.below(10)
      if (roll < 2 || charges.length === 0) return void charges.push(await bought(dice.pick([250, 500])))
      if (roll < 4) return pay(copper.id, dice.between(1, 20_000) / 100).then(() => undefined)
      const chargeId = dice.pick(charges)
      const already = h.stripe.list('charge').find(({ payment_intent }) => payment_intent === chargeId)
      const left = (already?.amount ?? 0) - (already?.amount_refunded ?? 0)
      try {
        if (roll < 6 && left > 0 && !already?.disputed) {
          const { id } = h.stripe.byHand.dispute(chargeId)
          disputes.push(id)
          told.push(['charge.dispute.created', id], ['charge.dispute.funds_withdrawn', id])
        } else if (roll < 7 && left > 0) {
          const { id } = h.stripe.byHand.refund(chargeId, { amount: dice.between(1, left) })
          told.push(['refund.created', id])
        } else if (disputes.length > 0) {
          const id = dice.pick(disputes)
          h.stripe.byHand.moveDispute(id, dice.pick(['won', 'lost']))
          told.push(['charge.dispute.closed', id], ['charge.dispute.updated', id])
        }
      } catch {
        // Decided before, or disputed and not to be refunded.
      }
    }
    for (let round = 0; round < 80; round++) {
      await act()
      // Any of them, in any order, two at once.
      const some = [0, 1].flatMap(() => (told.length > 0 ? [dice.pick(told)] : []))
      await Promise.all(some.map(([type, id]) => tell(type, id)))
      await agreeing()
    }
    for (const [type, id] of told.toReversed()) await tell(type, id)
    await agreeing()
    const entries = await h.db.ledger.listEntries(copper.id, 0, clock + 1)
    const reversals = entries.filter(({ kind }) => kind === 'reversal')
    expect(reversals.length).toBeGreaterThan(5)
    for (const { id, amountCents, owedCents } of reversals) {
      const back = entries.filter((entry) => entry.kind === 'restore' && entry.id.startsWith(`${id}-`))
      const sum = back.reduce((all, entry) => all + entry.amountCents, 0)
      expect(sum).toBeLessThanOrEqual(amountCents + (owedCents ?? 0))
      // And a dispute that was won has brought all of it back.
      if (h.stripe.get('dispute', id.slice(4))?.status === 'won') expect(sum).toBeGreaterThanOrEqual(amountCents)
      if (h.stripe.get('dispute', id.slice(4))?.status === 'lost') expect(sum).toBe(0)
    }
  })
})
