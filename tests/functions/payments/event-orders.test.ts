// Events come late, twice and in any order: each of them says only where to look, so what is there in the end depends on which came,
// and on nothing else. Every order of up to five events is tried, each event twice.
import { describe, expect, it } from 'vitest'
import { isAll, portionOf, shareOf } from '#bin/portion.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { orderTopUp } from '#functions/domain/wallet/top-up.ts'
import { OutcomeUnknown } from '#functions/gateways/stripe/outcome.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { cents } from '#shared/money/cents.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect } = stageOf(h)
const { northlight } = h.cast
const account = await connect('ada')
await saveCard('ada')
h.setClock(h.services.now() + DAY)
// The money moves, and nobody is told.
const { charge } = h.services.payments
const deaf: Services = {
  ...h.services,
  payments: {
    ...h.services.payments,
    findCharge: h.services.payments.findCharge,
    cancel: h.services.payments.cancel,
    charge: async (request) => {
      await charge(request)
      throw new OutcomeUnknown('Nobody heard it.')
    },
  },
}

const names = ['topUpPaid', 'invoicePaid', 'invoiceFailed', 'accountUpdated', 'cardUpdated'] as const
type Name = (typeof names)[number]
let rounds = 0

/** A top-up and an invoice of which only the provider knows that they are paid; an account and a card that changed there. */
async function begin() {
  h.setClock(h.services.now() + HOUR)
  const id = `order-${++rounds}`
  const { cardId } = await h.db.billing.get(northlight.id)
  await h.db.company.update(northlight.id, { connection: 'completed' })
  await h.db.billing.save(northlight.id, { cardLast4: '0000' })
  const before = await h.db.ledger.get(northlight.id)
  const since = h.services.now()
  await orderTopUp(makePaymentDeps(deaf), northlight, {
    amountCents: cents(25_000),
    isCustom: false,
    isStopped: true,
    person: 'Ada',
    idempotencyKey: id,
  })
  const company = await h.db.company.get(northlight.id)
  await collect(deaf, { company, key: id, purpose: 'invoice', amountCents: 1_200, description: 'Leads' })
  const intents = h.stripe.list('payment_intent').slice(0, 2)
  const invoice = intents.find(({ metadata }) => metadata.payment === id)?.id ?? ''
  const topUp = intents.find(({ metadata }) => metadata.kind === 'wallet')?.id ?? ''
  const events: Record<Name, { type: string; objectId: string; accountId: string }> = {
    topUpPaid: { type: 'payment_intent.succeeded', objectId: topUp, accountId: '' },
    invoicePaid: { type: 'payment_intent.succeeded', objectId: invoice, accountId: '' },
    // Of a try that failed before the one that paid.
    invoiceFailed: { type: 'payment_intent.payment_failed', objectId: invoice, accountId: '' },
    accountUpdated: { type: 'account.updated', objectId: account, accountId: account },
    cardUpdated: { type: 'payment_method.updated', objectId: cardId, accountId: '' },
  }
  const paymentDeps = makePaymentDeps(h.services)
  const tell = (name: Name) =>
    handleStripeEvent({ ...h.services, paymentDeps }, { eventId: `evt_${id}_${name}`, ...events[name] })
  const state = async () => {
    const [payment, wallet, now, billing, entries] = await Promise.all([
      h.db.payment.find({ companyId: northlight.id, key: id }),
      h.db.ledger.get(northlight.id),
      h.db.company.get(northlight.id),
      h.db.billing.get(northlight.id),
      h.db.ledger.listEntries(northlight.id, since, h.services.now() + 1),
    ])
    return {
      invoice: [payment?.status, payment?.chargeId === invoice],
      wallet: [wallet.boughtCents - before.boughtCents, wallet.lots - before.lots, entries.map((each) => each.state)],
      company: [now.connection, now.paymentFailed],
      card: billing.cardLast4,
      refunds: h.stripe.list('refund').length,
    }
  }
  return { tell, state }
}

function ordersOf(from: readonly Name[]): Name[][] {
  if (from.length === 0) return [[]]
  return from.flatMap((first) => ordersOf(from.filter((name) => name !== first)).map((rest) => [first, ...rest]))
}

describe('every order of five events, each of them twice', () => {
  // What an order of fewer events comes to is what stands after the first ones of a longer order: 5 + 20 + 60 + 120 + 120.
  it('comes after each of them to what they say together, and to nothing else when all come once more', async () => {
    h.stripe.setAccount(account, 'verifying')
    const orders = portionOf(ordersOf(names))
    const seen = new Set<string>()
    for (const order of orders) {
      const { tell, state } = await begin()
      const expected = (told: readonly Name[]) => ({
        // A failure of the past is looked at, and was paid since.
        invoice: told.includes('invoicePaid') || told.includes('invoiceFailed') ? ['paid', true] : ['open', false],
        wallet: told.includes('topUpPaid') ? [25_000, 1, ['posted']] : [0, 0, ['pending']],
        company: [told.includes('accountUpdated') ? 'inverification' : 'completed', false],
        card: told.includes('cardUpdated') ? '4242' : '0000',
        refunds: 0,
      })
      for (const [index, name] of order.entries()) {
        const told = order.slice(0, index + 1)
        await tell(name)
        await tell(name)
        if (seen.has(told.join())) continue
        seen.add(told.join())
        expect([told, await state()]).toEqual([told, expected(told)])
      }
      for (const name of order.toReversed()) await tell(name)
      expect([order, await state()]).toEqual([order, expected(order)])
    }
    expect(orders).toHaveLength(shareOf(120))
    // Orders that begin alike are looked at once as far as they do.
    expect(seen.size).toBeGreaterThanOrEqual(isAll ? 325 : orders.length)
  }, 600_000)
})
