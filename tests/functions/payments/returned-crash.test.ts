// A worker crashes at each of its requests while it works on a dispute; the message comes again. In the end all is as if none had crashed.
import { expect, it } from 'vitest'
import { type EventDeps, handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { StripeEventName } from '#shared/hooks.ts'
import { harness } from '../../support/harness.ts'
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

class Died extends Error {
  override name = 'Died'
}
type Life = { deps: EventDeps; isDead: () => boolean }

/** Dependencies that fail at the n-th request, before it is made or after it was carried out. */
function mortal(at: number, when: 'before' | 'after'): Life {
  let made = 0
  const guard = <T extends object>(door: T): T =>
    new Proxy(door, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return typeof found === 'object' && found ? guard(found) : found
        return async (...args: unknown[]) => {
          if (made > at || (made === at && when === 'before')) {
            made = at + 1
            throw new Died()
          }
          const isLast = made++ === at
          const answer: unknown = await found.apply(target, args)
          if (isLast) throw new Died()
          return answer
        }
      },
    })
  const open = {
    ...h.services,
    db: guard(h.db),
    payments: guard(h.services.payments),
    queues: guard(h.services.queues),
  }
  return { deps: { ...open, paymentDeps: makePaymentDeps(open) }, isDead: () => made > at }
}

/** Answers whether the worker crashed; its message came again then. */
async function hear(type: StripeEventName, objectId: string, accountId: string, life: Life): Promise<boolean> {
  const event = { eventId: 'evt_x', type, objectId, accountId }
  await handleStripeEvent(life.deps, event).catch((error) => {
    if (!(error instanceof Died)) throw error
  })
  const { services } = h
  if (life.isDead()) await handleStripeEvent({ ...services, paymentDeps: makePaymentDeps(services) }, event)
  return life.isDead()
}

const isBack = (chargeId: string) => h.stripe.list('refund').some((refund) => refund.payment_intent === chargeId)
const isFailed = async (id: string) => (await h.db.company.get(id)).paymentFailed
const campaign = () => h.db.campaign.get(brightSmiles.id, campaigns.smiles.id)

it('leaves an invoice disputed, its payer marked and its campaigns stopped; and free again once it is won', async () => {
  let deaths = 0
  for (const when of ['before', 'after'] as const)
    for (let at = 0, isOver = false; !isOver; at++) {
      h.setClock(h.services.now() + MINUTE)
      const paused = await campaign()
      if (paused.status !== 'active') await h.db.campaignChange.setStatus(paused, 'active', 'user')
      const key = `crash-${when}-${at}`
      expect((await demand(brightSmiles, 5_000, key)).is).toBe('paid')
      const find = () => h.db.payment.find({ companyId: brightSmiles.id, key })
      const { id } = h.stripe.byHand.dispute((await find())?.chargeId ?? '', {}, account)
      const first = await hear('charge.dispute.created', id, account, mortal(at, when))
      expect([await isFailed(brightSmiles.id), (await campaign()).status, (await find())?.dispute?.state]).toEqual([
        true,
        'stopped',
        'open',
      ])
      h.stripe.byHand.moveDispute(id, 'won', account)
      const second = await hear('charge.dispute.closed', id, account, mortal(at, when))
      expect([await isFailed(brightSmiles.id), (await campaign()).status, (await find())?.dispute?.state]).toEqual([
        false,
        'paused',
        'won',
      ])
      deaths += Number(first) + Number(second)
      isOver = !first && !second
    }
  expect(deaths).toBeGreaterThan(30)
}, 600_000)

it('leaves the credit of a top-up taken off once, what was used owed once, and all of it back once when it is won', async () => {
  let deaths = 0
  let balance = (await read('abe')).balance_amount
  for (const when of ['before', 'after'] as const)
    for (let at = 0, isOver = false; !isOver; at++) {
      h.setClock(h.services.now() + MINUTE)
      // The older credit is used first, so that this is the one that is used in part.
      if (balance > 0) await pay(copper.id, balance)
      await charge('abe', { amount: 250, stop: true })
      const chargeId = h.stripe.list('payment_intent')[0]?.id ?? ''
      await pay(copper.id, 50)
      const { id } = h.stripe.byHand.dispute(chargeId)
      const first = await hear('charge.dispute.created', id, '', mortal(at, when))
      // Every other time the bank decides before the timetable has looked after what was left under way.
      if (at % 2 === 0) {
        h.setClock(h.services.now() + 5 * MINUTE)
        await retry()
      }
      const owed = () =>
        h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === `taken-back-${id}`)
      if (at % 2 === 0 || !first) expect(owed()).toHaveLength(1)
      expect((await read('abe')).balance_amount).toBe(0)
      h.stripe.byHand.moveDispute(id, 'won')
      const second = await hear('charge.dispute.closed', id, '', mortal(at, when))
      // The provider tells of what nobody heard of, and the timetable comes.
      for (const { id: chargeId } of owed()) await hear('payment_intent.succeeded', chargeId, '', mortal(1_000, when))
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
    }
  expect(deaths).toBeGreaterThan(30)
}, 600_000)
