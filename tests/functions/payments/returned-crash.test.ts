// A worker crashes after each change that it makes while it works on a dispute, and before the first; the message comes again. In the
// end all is as if none had crashed.
import { expect, it } from 'vitest'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import { harness } from '../../support/harness.ts'
import { mortals } from '../billing/mortals.ts'
import { walletStage } from '../wallet/stage.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { connect, cardForm, demand, retry } = stageOf(h)
const { giveCard, agree, charge, pay, read } = walletStage(h)
const { copper, brightSmiles, campaigns } = h.cast
h.setClock(h.services.now() + DAY)
const account = await connect('ada')
await h.call('cleo', 'payments.createCustomer', cardForm('cleo', h.stripe.card('pm_card_visa', account)))
await giveCard(copper.id)
await agree('abe')

const { dieAfter } = mortals(h.services)
type Told = { type: StripeEventName; objectId: string; accountId: string }
const work = (deps: Services, told: Told) =>
  handleStripeEvent({ ...deps, paymentDeps: makePaymentDeps(deps) }, { eventId: 'evt_x', ...told })

/** Answers whether the worker crashed; its message came again then. */
async function hear(told: Told, changes: number): Promise<boolean> {
  const isOver = await dieAfter(changes, (mortal) => work(mortal, told))
  if (!isOver) await work(h.services, told)
  return !isOver
}

const isBack = (chargeId: string) => h.stripe.list('refund').some((refund) => refund.payment_intent === chargeId)
const isFailed = async (id: string) => (await h.db.company.get(id)).paymentFailed
const campaign = () => h.db.campaign.get(brightSmiles.id, campaigns.smiles.id)

it('leaves an invoice disputed, its payer marked and its campaigns stopped; and free again once it is won', {
  timeout: 600_000,
}, async () => {
  let deaths = 0
  for (let changes = 0, isOver = false; !isOver; changes++) {
    h.setClock(h.services.now() + MINUTE)
    const paused = await campaign()
    if (paused.status !== 'active') await h.db.campaignChange.setStatus(paused, 'active', 'user')
    const key = `crash-${changes}`
    expect((await demand(brightSmiles, 5_000, key)).is).toBe('paid')
    const find = () => h.db.payment.find({ companyId: brightSmiles.id, key })
    const { id } = h.stripe.byHand.dispute((await find())?.chargeId ?? '', {}, account)
    const first = await hear({ type: 'charge.dispute.created', objectId: id, accountId: account }, changes)
    expect([await isFailed(brightSmiles.id), (await campaign()).status, (await find())?.dispute?.state]).toEqual([
      true,
      'stopped',
      'open',
    ])
    h.stripe.byHand.moveDispute(id, 'won', account)
    const second = await hear({ type: 'charge.dispute.closed', objectId: id, accountId: account }, changes)
    expect([await isFailed(brightSmiles.id), (await campaign()).status, (await find())?.dispute?.state]).toEqual([
      false,
      'paused',
      'won',
    ])
    deaths += Number(first) + Number(second)
    isOver = !first && !second
  }
  expect(deaths).toBeGreaterThan(20)
})

it('leaves the credit of a top-up taken off once, what was used owed once, and all of it back once when it is won', {
  timeout: 600_000,
}, async () => {
  let deaths = 0
  let balance = (await read('abe')).balance_amount
  for (let changes = 0, isOver = false; !isOver; changes++)
    for (const isLooked of [true, false]) {
      h.setClock(h.services.now() + MINUTE)
      // The older credit is used first, so that this is the one that is used in part.
      if (balance > 0) await pay(copper.id, balance)
      await charge('abe', { amount: 250, stop: true })
      const chargeId = h.stripe.list('payment_intent')[0]?.id ?? ''
      await pay(copper.id, 50)
      const { id } = h.stripe.byHand.dispute(chargeId)
      const first = await hear({ type: 'charge.dispute.created', objectId: id, accountId: '' }, changes)
      // The bank decides after, or before, the timetable has looked after what was left under way.
      if (isLooked) {
        h.setClock(h.services.now() + 5 * MINUTE)
        await retry()
      }
      const owed = () =>
        h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === `taken-back-${id}`)
      if (isLooked || !first) expect(owed()).toHaveLength(1)
      expect((await read('abe')).balance_amount).toBe(0)
      h.stripe.byHand.moveDispute(id, 'won')
      const second = await hear({ type: 'charge.dispute.closed', objectId: id, accountId: '' }, changes)
      // The provider tells of what nobody heard of, and the timetable comes.
      for (const { id: chargeId } of owed())
        await work(h.services, { type: 'payment_intent.succeeded', objectId: chargeId, accountId: '' })
      h.setClock(h.services.now() + 5 * MINUTE)
      await retry()
      balance = (await read('abe')).balance_amount
      const known = await h.db.payment.find({ companyId: copper.id, key: `taken-back-${id}` })
      const kept = owed().filter((charge) => !isBack(charge.id)).length
      // What was paid once more is credit; what ended without being paid was charged to nobody.
      expect([known?.status, balance, kept]).toEqual(known?.status === 'paid' ? ['paid', 250, 1] : ['settled', 200, 0])
      expect(await isFailed(copper.id)).toBe(false)
      deaths += Number(first) + Number(second)
      isOver = !first && !second
      // Nothing was left under way that could be looked after.
      if (!first) break
    }
  expect(deaths).toBeGreaterThan(20)
})
