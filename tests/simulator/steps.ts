// What can happen to an agency's money, picked by a die. Each step is what a person's call, a worker or a schedule does.

import orderCall from '#functions/api/wallet/charge.ts'
import enableCall from '#functions/api/wallet/enableTopUp.ts'
import readCall from '#functions/api/wallet/get.ts'
import saveCall from '#functions/api/wallet/save.ts'
import stopCall from '#functions/api/wallet/stopContinual.ts'
import { endReservation, reserve, spend } from '#functions/domain/wallet/top-up.ts'
import { handler as expireCredit } from '#functions/schedules/expireCredit.ts'
import { handler as reconcilePayments } from '#functions/schedules/reconcilePayments.ts'
import { handler as retryFailedCharges } from '#functions/schedules/retryFailedCharges.ts'
import { handler as topUpWallets } from '#functions/schedules/topUpWallets.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { cents } from '#shared/money/cents.ts'
import { schedules as timetable } from '#shared/schedules.ts'
import { toFlag } from '#shared/wire.ts'
import { type Actor, callAs } from './actors.ts'
import { changingCard, choosingMethod, invoicing, settling } from './debt-steps.ts'
import { toRecord } from './record.ts'
import { atProvider } from './return-steps.ts'
import type { Step, World } from './world.ts'

const schedules = { expireCredit, reconcilePayments, retryFailedCharges, topUpWallets }
type Planned = keyof typeof schedules
export const runSchedule = (name: Planned, at: number): Promise<unknown> =>
  schedules[name](
    { Records: [toRecord({ schedule: name, at })] },
    lambdaContext(name, timetable[name].timeoutSeconds * 1000),
  )

const words = { title: 'Leads', rule: 'Each lead is charged at the price of its campaign.', facts: { Leads: '10' } }

/** Mostly something small; often so much of what is left that the wallet has to be filled; now and then more than there is. */
function amountFor({ dice, balanceOf }: World, actor: Actor): number {
  const balance = balanceOf(actor.id)
  if (balance > 0 && dice.chance(0.35)) return Math.ceil((balance * dice.between(60, 100)) / 100)
  return dice.between(1, dice.chance(0.15) ? 90_000 : 12_000)
}

function spending(world: World, actor: Actor): Step {
  const { dice, deps, now, nextId } = world
  const known = [...actor.spendings.keys()]
  const isAgain = known.length > 0 && dice.chance(0.15)
  const id = isAgain ? dice.pick(known) : `s${nextId()}`
  const facts = actor.spendings.get(id) ?? {
    amountCents: amountFor(world, actor),
    outcome: 'unknown' as const,
    at: now(),
  }
  actor.spendings.set(id, facts)
  const run = async () => {
    const amount = cents(facts.amountCents)
    const spent = await spend(deps, { companyId: actor.id, id, amountCents: amount, at: facts.at, ...words })
    // A refusal is true for its moment: another try with the same id may have been confirmed, or still be on its way.
    if (spent !== 'too-little') facts.outcome = 'done'
  }
  return { name: `spend ${id}`, run }
}

function ordering({ dice, services, cast, nextId }: World, actor: Actor): Step {
  const isCustom = dice.chance(0.2)
  const dollars = isCustom ? dice.between(2500, 2600) : dice.pick([250, 500, 1000])
  const isAgain = actor.orders.length > 0 && dice.chance(0.3)
  const order = isAgain ? dice.pick(actor.orders) : { key: `o${nextId()}`, dollars, isCustom }
  if (!isAgain) actor.orders.push(order)
  const wire = {
    company_id: actor.id,
    amount: order.dollars,
    custom_amount: toFlag(order.isCustom),
    stop_continual: toFlag(dice.chance(0.1)),
    save_amount: 'T',
    payment_type: 'credit_card',
  }
  return { name: `order ${order.key}`, run: () => callAs(services, cast, orderCall, actor, wire, order.key) }
}

function reserving({ dice, deps, now, nextId }: World, actor: Actor): Step {
  const hold = { id: `h${nextId()}`, amountCents: dice.between(100, 15_000), at: now() }
  const run = async () => {
    const taken = await reserve(deps, { id: hold.id, companyId: actor.id, amountCents: cents(hold.amountCents) })
    if (taken !== 'too-little') actor.holds.push(hold)
  }
  return { name: `reserve ${hold.id}`, run }
}

function ending({ dice, deps }: World, actor: Actor): Step {
  const hold = dice.pick(actor.holds)
  const id = `u${hold.id}`
  const used = actor.spendings.get(id)?.amountCents ?? (dice.chance(0.3) ? 0 : dice.between(1, hold.amountCents))
  if (used > 0 && !actor.spendings.has(id))
    actor.spendings.set(id, { amountCents: used, outcome: 'unknown', at: hold.at })
  // Anybody who does not know that it is done does it again.
  if (dice.chance(0.8)) actor.holds.splice(actor.holds.indexOf(hold), 1)
  const run = () =>
    endReservation(
      deps,
      { id: hold.id, companyId: actor.id, amountCents: cents(hold.amountCents) },
      used > 0 ? { companyId: actor.id, id, amountCents: cents(used), at: hold.at, ...words } : undefined,
    )
  return { name: `end ${hold.id}`, run }
}

function choosing({ dice, services, cast }: World, actor: Actor): Step {
  const roll = dice.below(10)
  const of = { company_id: actor.id }
  if (roll < 5) {
    const stop = toFlag(dice.chance(0.2))
    const run = () => callAs(services, cast, stopCall, actor, { ...of, stop_continual: stop })
    return { name: `stop ${stop}`, run }
  }
  if (roll < 7) {
    const isOn = dice.chance(0.9)
    const wire = { ...of, is_enable_topup_prepaid_direct_payment: isOn }
    return { name: `enable ${isOn}`, run: () => callAs(services, cast, enableCall, actor, wire) }
  }
  const [amount, monthly_limit] = [dice.pick([250, 500, 1000]), dice.chance(0.2) ? '3000' : '']
  const wire = { ...of, amount, custom_amount: 'F', monthly_limit }
  return { name: `choose ${amount}`, run: () => callAs(services, cast, saveCall, actor, wire) }
}

function answering({ dice, provider }: World, actor: Actor): Step {
  const waiting = provider
    .taken()
    .filter(({ status, companyId }) => status === 'requires_action' && companyId === actor.id)
  if (waiting.length === 0) return { name: 'nobody waits', run: async () => undefined }
  const { id } = dice.pick(waiting)
  const hasAgreed = dice.chance(0.7)
  return { name: `owner says ${hasAgreed}`, run: () => provider.ownerAnswers(id, hasAgreed) }
}

/** A wallet falls below its line while somebody stops its top-ups and the timetable looks at it. */
export const crossing = (world: World, actor: Actor): Step[] => [
  spending(world, actor),
  spending(world, actor),
  choosing(world, actor),
  { name: 'topUpWallets', run: () => runSchedule('topUpWallets', world.now()) },
]

/** A debt that is not paid, while its company changes how it pays, an operator settles it, and the timetable tries it again. */
export const owing = (world: World, actor: Actor): Step[] => [
  invoicing(world, actor),
  changingCard(world, actor),
  choosingMethod(world, actor),
  settling(world, actor),
  retrying(world),
]

const retrying = (world: World): Step => ({
  name: 'retryFailedCharges',
  run: () => runSchedule('retryFailedCharges', world.now()),
})

/** The next thing that happens. */
export function nextStep(world: World, actor: Actor): Step {
  const { dice, services, cast, provider } = world
  const roll = dice.below(100)
  const schedule = (name: Planned): Step => ({ name, run: () => runSchedule(name, world.now()) })
  // Anybody who hears that a payment failed changes the card; and of one that hangs, pays in another way before it turns up.
  if (actor.isOwing && dice.chance(0.1)) return changingCard(world, actor)
  if (provider.isInDoubt(actor.id) && dice.chance(0.4)) return settling(world, actor)
  if (dice.chance(0.04)) return atProvider(world, actor)
  if (roll < 33) return spending(world, actor)
  if (roll < 39) return ordering(world, actor)
  if (roll < 46) return reserving(world, actor)
  if (roll < 53) return actor.holds.length > 0 ? ending(world, actor) : reserving(world, actor)
  if (roll < 58) return choosing(world, actor)
  if (roll < 60) return { name: 'read', run: () => callAs(services, cast, readCall, actor, { company_id: actor.id }) }
  if (roll < 61) return answering(world, actor)
  if (roll < 63) return choosingMethod(world, actor)
  if (roll < 68) return invoicing(world, actor)
  if (roll < 72) return changingCard(world, actor)
  if (roll < 73) return settling(world, actor)
  if (roll < 78) return { name: 'events', run: provider.deliver }
  if (roll < 83) return { name: 'work', run: provider.work }
  if (roll < 87) return schedule('topUpWallets')
  if (roll < 95) return schedule('reconcilePayments')
  if (roll < 98) return retrying(world)
  return schedule('expireCredit')
}
