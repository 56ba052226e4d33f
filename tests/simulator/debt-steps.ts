// What happens to a company's card and to what it owes beside its wallet.

import * as z from 'zod'
import saveCardCall from '#functions/api/payments/saveCard.ts'
import methodCall from '#functions/api/payments/setBillingMethod.ts'
import settleCall from '#functions/api/payments/settleManually.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { type Actor, callAs } from './actors.ts'
import type { Step, World } from './world.ts'

/** A bill falls due; the person who makes it may come again for the same one. */
export function invoicing({ dice, services, nextId }: World, actor: Actor): Step {
  const isAgain = actor.debts.length > 0 && dice.chance(0.25)
  const debt = isAgain
    ? dice.pick(actor.debts)
    : {
        key: `invoice-${nextId()}`,
        amountCents: dice.between(100, dice.chance(0.5) ? 4_000 : 40_000),
        about: dice.pick(['leads', 'leads', 'other'] as const),
      }
  if (!isAgain) actor.debts.push(debt)
  const run = async () => {
    const company = await services.db.company.get(actor.id)
    const { is } = await collect(services, { company, ...debt, purpose: 'invoice', description: 'Leads' })
    if (is === 'failed') actor.isOwing = true
  }
  return { name: `collect ${debt.key}`, run }
}

const KeptCard = z.object({ client_secret: z.string(), setup_id: z.string() })
const cards = [
  ...['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'],
  // Kept, and declined whenever it is charged; kept once its owner agreed; refused at once.
  ...[
    'pm_card_chargeCustomerFail',
    'pm_card_chargeCustomerFail',
    'pm_card_authenticationRequired',
    'pm_card_chargeDeclined',
  ],
] as const

export function changingCard({ dice, services, cast, provider }: World, actor: Actor): Step {
  const kind = dice.pick(cards)
  actor.isOwing = false
  const form = {
    company_id: actor.id,
    usrID: actor.user.id,
    cardholder: 'Abe',
    address: '1 Loom Street',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    country: 'US',
  }
  const save = (token: string) => callAs(services, cast, saveCardCall, actor, { ...form, token })
  const run = async () => {
    const kept = await save(provider.double.card(kind))
    const { client_secret, setup_id } = KeptCard.parse(kept)
    if (setup_id === '') return
    provider.double.authenticate(client_secret, '', dice.chance(0.9))
    await save(setup_id)
  }
  return { name: `card ${kind.slice(8)}`, run }
}

/** What wholesale invoices are taken from. */
export function choosingMethod({ dice, services, cast }: World, actor: Actor): Step {
  const billing_method = dice.pick(['credit_card', 'data_wallet'])
  const wire = { company_id: actor.id, billing_method }
  return { name: `pay by ${billing_method}`, run: () => callAs(services, cast, methodCall, actor, wire) }
}

/** An operator records that what a company failed to pay was paid outside the platform. */
export const settling = ({ services, cast }: World, actor: Actor): Step => ({
  name: 'settle by hand',
  run: () => callAs(services, cast, settleCall, actor, { userID: actor.user.id }),
})
