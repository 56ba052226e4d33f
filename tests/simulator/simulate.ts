// Lives of wallets in one process: seeded, on a clock of their own, over the real engine, the real rules and the provider's double,
// with everything that can fail failing. What does not add up after any write ends it with the command that shows it again.

import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { type Actor, plantActor } from './actors.ts'
import { finalFaults, moveFaults, openFaults, ownFaults, sharedFaults, toBooks, walletIn } from './books.ts'
import { debtFaults, finalDebtFaults, toDebts } from './debts.ts'
import { openDice } from './dice.ts'
import { honest, openProvider } from './provider.ts'
import { quicken } from './quick-table.ts'
import { returnFaults } from './return-steps.ts'
import { judge as judgeFaults, type Options, openStage, type Stage, withoutWaiting } from './stage.ts'
import { crossing, nextStep, owing, runSchedule } from './steps.ts'
import { kindOf, noFaults, openTurns } from './turns.ts'
import { type Change, openWatch } from './watch.ts'
import type { World } from './world.ts'

const counted = {
  ops: 0,
  requests: 0,
  injected: 0,
  charges: 0,
  events: 0,
  entries: 0,
  auto: 0,
  late: 0,
  expired: 0,
  debts: 0,
  returned: 0,
}
export type Result = typeof counted
const AT_ONCE = 4
const CROWDED = 0.12
const COMPANIES = 2
const STEPS_OF_A_LIFE = 250
const MOST_EVENTS = 5000
const stormy = { crash: 0.008, lost: 0.012, conflict: 0.03, throttle: 0.008 }
const moody = {
  busy: 0.03,
  lostThere: 0.05,
  lostBack: 0.07,
  eventTwice: 0.2,
  eventLate: 0.25,
  // Debts that are charged again are few, and one of those has to be paid otherwise while it is under way to be paid twice.
  underWay: 0.05,
  againUnderWay: 0.7,
}
const START = Date.parse('2026-01-31T12:00:00Z')

const SCRIPT = 'tests/simulator/run.ts'

export async function openSimulator() {
  const stage = await openStage(START)
  return { simulate: (options: Options) => simulate(options, stage), close: stage.close }
}

async function simulate(options: Options, { engines, double, cast, originVerify, nameOf }: Stage): Promise<Result> {
  const { seed, ops, say } = options
  const dice = openDice(seed)
  let now = START
  clock.now = () => now
  forgetServices()
  double.clear()
  const services = await openServices()
  const turns = openTurns(dice)
  const result: Result = { ...counted }
  const trail: string[] = []
  const actorsById = new Map<string, Actor>()
  const faults: string[] = []
  let roundBegan = now

  /** After every write, before anybody else has a turn. */
  function saw(companyId: string, changes: Change[]): void {
    const actor = actorsById.get(companyId)
    if (!actor) return
    const found = [...actor.model.follow(changes, now), ...ownFaults(toBooks(companyId, watch.pagesOf(companyId)), now)]
    const moved = walletIn(companyId, changes)
    if (moved) found.push(...moveFaults(moved.before, moved.after, roundBegan))
    faults.push(...found.map((text) => `${companyId}: ${text}`))
  }
  const table = quicken(
    services.table,
    engines.endpoints.dynamodb,
    (command, run) => turns.take(kindOf(command), () => watch.around(command, run)),
    (text) => faults.push(text),
  )
  const watch = openWatch(services.table, table, saw)
  const wait = (ms: number) => {
    now += ms
  }
  const provider = openProvider({ double, services, turns, dice, originVerify, now: () => now, wait })
  let ids = 0
  const own = nameOf(seed)
  const balanceOf = (companyId: string) => toBooks(companyId, watch.pagesOf(companyId)).wallet.balanceCents
  const world: World = {
    dice,
    services,
    cast,
    provider,
    balanceOf,
    deps: makePaymentDeps(services),
    now: () => now,
    nextId: () => ++ids,
  }

  function judge(): void {
    for (const key of provider.askedTwice) faults.push(`${key} was asked to be charged twice`)
    judgeFaults(faults, trail, { steps: result.ops, script: SCRIPT, options })
  }

  function read(actor: Actor) {
    const pages = watch.pagesOf(actor.id)
    const books = toBooks(actor.id, pages)
    const taken = provider.taken().filter(({ companyId }) => companyId === actor.id)
    return { books, taken, both: { debts: toDebts(pages), entries: books.entries, taken } }
  }
  function compare(actor: Actor): void {
    const { books, taken, both } = read(actor)
    const found = [...sharedFaults(books, taken, actor.spendings), ...debtFaults(both)]
    faults.push(...found.map((text) => `${actor.id}: ${text}`))
  }

  /** Time goes on: mostly a little, and now and then to the very moment at which credit expires. */
  function pass(actors: readonly Actor[]): void {
    const due = dice.pick(actors).model.nextExpiry()
    if (due !== undefined && dice.chance(0.025)) now = Math.max(now, due + dice.between(-1, 1))
    else if (dice.chance(0.01)) now += dice.between(1, 45) * DAY
    else if (dice.chance(0.12)) now += dice.between(1, 8) * HOUR
    else now += dice.between(1, 400) * 1000
  }

  async function round(actors: readonly Actor[]): Promise<void> {
    roundBegan = now
    // Now and then many at once want something of the same company.
    const crowd = dice.chance(CROWDED) ? dice.pick(actors) : undefined
    const length = crowd ? 2 * AT_ONCE : dice.between(1, AT_ONCE)
    const steps = Array.from({ length }, () => nextStep(world, crowd ?? dice.pick(actors)))
    if (crowd) steps.push(...(dice.chance(0.6) ? crossing(world, crowd) : owing(world, crowd)))
    await provider.arrive()
    trail.push(steps.map(({ name }) => name).join(' + '))
    // A step that crashes or is refused by a busy table is over; what it left behind is what the next ones meet.
    await Promise.all(steps.map(({ run }) => turns.process(run).catch(() => undefined)))
    await turns.quiet()
    result.ops += steps.length
    for (const actor of actors) compare(actor)
    judge()
    pass(actors)
  }

  async function calm(schedule: Parameters<typeof runSchedule>[0]): Promise<void> {
    roundBegan = now
    await turns.process(() => runSchedule(schedule, now))
  }

  /** Nothing fails any more: within five minutes no question is open, and a year later all credit is accounted for. */
  async function settleUp(actors: readonly Actor[]): Promise<void> {
    turns.state.faults = noFaults
    provider.state.faults = honest
    trail.push('settling up')
    for (let minute = 0; minute < 5; minute++) {
      now += MINUTE
      await provider.arrive()
      await calm('reconcilePayments')
    }
    for (const actor of actors) {
      const asked = new Set(provider.taken().flatMap(({ status, key }) => (status === 'requires_action' ? [key] : [])))
      faults.push(...openFaults(toBooks(actor.id, watch.pagesOf(actor.id)), asked))
    }
    // Debts are looked after every quarter of an hour, and those that could not be looked at once more an hour later.
    for (let quarter = 0; quarter < 6; quarter++) {
      await calm('retryFailedCharges')
      now += 15 * MINUTE
      await provider.arrive()
      await calm('reconcilePayments')
    }
    await turns.process(provider.deliver)
    for (let rounds = 0; provider.waiting() > 0 && rounds < MOST_EVENTS; rounds++) await turns.process(provider.work)
    if (provider.waiting() > 0) faults.push('events are left that nobody brings to an end')
    for (const actor of actors) {
      compare(actor)
      const { books, taken, both } = read(actor)
      const { debts } = both
      faults.push(...finalFaults(books, taken), ...finalDebtFaults(both), ...returnFaults(books.entries, provider))
      const isOwing = debts.some(({ status, failedAt }) => status === 'open' && failedAt !== null)
      if ((await services.db.company.get(actor.id)).paymentFailed !== isOwing)
        faults.push(`${actor.id} is ${isOwing ? 'not ' : ''}marked as owing, wrongly`)
      if (!(await watch.isComplete(actor.id))) faults.push(`${actor.id}: something was written past the watch`)
      result.entries += books.entries.length
      result.debts += debts.length
      result.returned += books.entries.filter(({ kind }) => kind === 'reversal').length
      result.auto += books.entries.filter(({ origin, state }) => origin === 'auto' && state === 'posted').length
      result.late += books.entries.filter(({ origin, state }) => origin === 'late' && state === 'posted').length
      await services.db.ledger.setStopped(actor.id, true)
    }
    judge()
    now += 366 * DAY
    await calm('expireCredit')
    for (const actor of actors) {
      const { wallet, entries } = toBooks(actor.id, watch.pagesOf(actor.id))
      if (wallet.balanceCents !== 0) faults.push(`${actor.id} has ${wallet.balanceCents} left after a year`)
      result.expired += entries.filter(({ kind }) => kind === 'expiry').length
    }
    judge()
  }

  const lives = async (): Promise<Result> => {
    for (let generation = 0; result.ops < ops; generation++) {
      const actors: Actor[] = []
      for (let index = 0; index < COMPANIES; index++)
        actors.push(await plantActor(services, cast, provider, `${own}x${generation}x${index}`))
      for (const actor of actors) actorsById.set(actor.id, actor)
      const until = Math.min(ops, result.ops + STEPS_OF_A_LIFE)
      turns.state.faults = stormy
      provider.state.faults = moody
      while (result.ops < until) await round(actors)
      await settleUp(actors)
      provider.forget()
      watch.forget()
      table.forget()
      actorsById.clear()
      trail.length = 0
      say?.(`${result.ops} steps`)
    }
    const { requests, injected } = turns.state
    return { ...result, requests, injected, charges: provider.state.charges, events: provider.state.events }
  }
  return withoutWaiting(lives).finally(() => table.end())
}
