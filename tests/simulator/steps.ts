// What can happen to a wallet, picked by a die. Each step is what a handler, a worker or a schedule does.

import { paymentArrived } from '#functions/domain/settle.ts'
import { endReservation, orderTopUp, reserve, spend, type WalletDoors } from '#functions/domain/wallet.ts'
import { handler as expireCredit } from '#functions/schedules/expireCredit.ts'
import { handler as reconcilePayments } from '#functions/schedules/reconcilePayments.ts'
import { handler as topUpWallets } from '#functions/schedules/topUpWallets.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { cents } from '#shared/money/cents.ts'
import { CUSTOM_MINIMUM_CENTS, PRESETS_CENTS } from '#shared/money/wallet.ts'
import type { Payment } from './bank.ts'
import type { Known } from './books.ts'
import type { Dice } from './dice.ts'

export type Actor = {
  id: string
  spendings: Map<string, Known & { at: number; used?: boolean }>
  holds: { id: string; amountCents: number; at: number }[]
  orders: { key: string; amount: number; isCustom: boolean }[]
  /** Settings that a step of this round changes, so that nobody judges what happened beside it. */
  isTouched: boolean
}

export const newActor = (id: string): Actor => ({ id, spendings: new Map(), holds: [], orders: [], isTouched: false })

type World = {
  dice: Dice
  doors: WalletDoors
  now: () => number
  paymentsOf: (companyId: string) => Payment[]
  nextId: () => number
}
export type Step = { name: string; run: () => Promise<unknown> }

const schedules = { expireCredit, reconcilePayments, topUpWallets }
export function runSchedule(name: keyof typeof schedules, at: number): Promise<unknown> {
  const record = {
    messageId: 'run',
    receiptHandle: 'run',
    body: JSON.stringify({ schedule: name, at }),
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: 'sim',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'us-east-1',
  }
  return schedules[name]({ Records: [record] }, lambdaContext(name, 60_000))
}

const words = { title: 'Leads', rule: 'Each lead is charged at the price of its campaign.', facts: { Leads: '10' } }

function spending({ dice, doors, now, nextId }: World, actor: Actor): Step {
  const known = [...actor.spendings.keys()]
  const isAgain = known.length > 0 && dice.chance(0.15)
  const id = isAgain ? dice.pick(known) : `s${nextId()}`
  const fresh = {
    amountCents: dice.between(1, dice.chance(0.3) ? 90_000 : 12_000),
    outcome: 'unknown' as const,
    at: now(),
  }
  const facts = actor.spendings.get(id) ?? fresh
  actor.spendings.set(id, facts)
  const run = async () => {
    const { amountCents, at } = facts
    const spent = await spend(doors, { companyId: actor.id, id, amountCents: cents(amountCents), at, ...words })
    // A refusal is true for its moment: another try with the same id may have been confirmed, or still be on its way.
    if (spent !== 'too-little') facts.outcome = 'done'
  }
  return { name: `spend ${id}`, run }
}

function ordering({ dice, doors, nextId }: World, actor: Actor): Step {
  const isCustom = dice.chance(0.2)
  const amount = isCustom ? CUSTOM_MINIMUM_CENTS + dice.below(1000) : dice.pick(PRESETS_CENTS)
  const isAgain = actor.orders.length > 0 && dice.chance(0.3)
  const order = isAgain ? dice.pick(actor.orders) : { key: `o${nextId()}`, amount, isCustom }
  if (!isAgain) actor.orders.push(order)
  actor.isTouched = true
  const isStopped = dice.chance(0.1)
  const run = () =>
    orderTopUp(
      doors,
      { id: actor.id },
      {
        amountCents: cents(order.amount),
        isCustom: order.isCustom,
        isStopped,
        idempotencyKey: order.key,
        person: 'Ada',
      },
    )
  return { name: `order ${order.key}`, run }
}

function reserving({ dice, doors, now, nextId }: World, actor: Actor): Step {
  const hold = { id: `h${nextId()}`, amountCents: dice.between(100, 15_000), at: now() }
  const run = async () => {
    const taken = await reserve(doors, { id: hold.id, companyId: actor.id, amountCents: cents(hold.amountCents) })
    if (taken !== 'too-little') actor.holds.push(hold)
  }
  return { name: `reserve ${hold.id}`, run }
}

function ending({ dice, doors }: World, actor: Actor): Step {
  const hold = dice.pick(actor.holds)
  const id = `u${hold.id}`
  const used = actor.spendings.get(id)?.amountCents ?? dice.between(0, hold.amountCents)
  if (used > 0 && !actor.spendings.has(id))
    actor.spendings.set(id, { amountCents: used, outcome: 'unknown', at: hold.at })
  if (dice.chance(0.8)) actor.holds.splice(actor.holds.indexOf(hold), 1)
  const run = () =>
    endReservation(
      doors,
      { id: hold.id, companyId: actor.id, amountCents: cents(hold.amountCents) },
      used > 0 ? { companyId: actor.id, id, amountCents: cents(used), at: hold.at, ...words } : undefined,
    )
  return { name: `end ${hold.id}`, run }
}

function choosing({ dice, doors }: World, actor: Actor): Step {
  actor.isTouched = true
  const { ledger } = doors.db
  const roll = dice.below(10)
  if (roll < 6) {
    const isStopped = dice.chance(0.5)
    return { name: `stop ${isStopped}`, run: () => ledger.setStopped(actor.id, isStopped) }
  }
  if (roll < 8) {
    const isEnabled = dice.chance(0.7)
    return { name: `enable ${isEnabled}`, run: () => ledger.setTopUpEnabled(actor.id, isEnabled) }
  }
  const choice = {
    amountCents: dice.pick(PRESETS_CENTS),
    isCustom: false,
    monthlyCapCents: dice.chance(0.3) ? cents(200_000) : null,
  }
  return { name: 'choose', run: () => ledger.choose(actor.id, choice) }
}

function reporting({ dice, doors, paymentsOf }: World, actor: Actor): Step {
  const paid = paymentsOf(actor.id).filter(({ status }) => status === 'succeeded')
  if (paid.length === 0) return { name: 'nothing to report', run: async () => undefined }
  const { id, metadata } = dice.pick(paid)
  const ref = { companyId: actor.id, id: metadata.entry ?? '', at: Number(metadata.at) }
  return { name: `event ${id}`, run: () => paymentArrived(doors, ref, id) }
}

/** The next thing that happens to a wallet. */
export function nextStep(world: World, actor: Actor): Step {
  const roll = world.dice.below(100)
  const schedule = (name: keyof typeof schedules): Step => ({ name, run: () => runSchedule(name, world.now()) })
  if (roll < 48) return spending(world, actor)
  if (roll < 54) return ordering(world, actor)
  if (roll < 62) return reserving(world, actor)
  if (roll < 71) return actor.holds.length > 0 ? ending(world, actor) : reserving(world, actor)
  if (roll < 78) return choosing(world, actor)
  if (roll < 82) return reporting(world, actor)
  if (roll < 88) return schedule('topUpWallets')
  if (roll < 95) return schedule('reconcilePayments')
  return schedule('expireCredit')
}
