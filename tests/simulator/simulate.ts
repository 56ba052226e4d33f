// A life of wallets in one process: seeded, on a clock of its own, over the real engine and the real rules, with everything that
// can fail failing. What does not add up after any step ends it with the command that shows it again.
import { ledgers } from '#functions/data/ledger.ts'
import { openTill } from '#functions/domain/till.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { startEngines } from '#infra/local/engines.ts'
import { functionEnvironment } from '#infra/local/environment.ts'
import { loadKeys } from '#infra/local/keys.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { honest, openBank } from './bank.ts'
import { type Books, faultsOf, finalFaults, readBooks, spentAfterExpiry } from './books.ts'
import { openDice } from './dice.ts'
import { type Actor, newActor, nextStep, runSchedule } from './steps.ts'
import { noFaults, openTurns } from './turns.ts'

export type Result = {
  ops: number
  requests: number
  injected: number
  payments: number
  entries: number
  auto: number
  expired: number
}

const AT_ONCE = 4
const STEPS_OF_A_GENERATION = 160
const COMPANIES = 2
const stormy = { crash: 0.01, lost: 0.015, conflict: 0.03, throttle: 0.01 }
const moody = { declined: 0.15, action: 0.04, lostThere: 0.06, lostBack: 0.08, busy: 0.03 }

export async function simulate({
  seed,
  ops,
  say,
}: {
  seed: number
  ops: number
  say?: (text: string) => void
}): Promise<Result> {
  const dice = openDice(seed)
  const engines = await startEngines({ dataDir: null, env: {} })
  Object.assign(
    process.env,
    functionEnvironment(engines, await loadKeys(null), {
      platformDomain: 'localhost:8787',
      filesOrigin: 'http://s3.localhost:8787',
    }),
    { LOG_LEVEL: 'SILENT', POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_DEV: 'false' },
  )
  forgetServices()
  const services = await openServices()
  let now = Date.parse('2026-01-31T12:00:00Z')
  clock.now = () => now
  const turns = openTurns(dice)
  const {
    bank,
    payments,
    state: bankState,
  } = openBank(
    dice,
    turns,
    () => now,
    (ms) => {
      now += ms
    },
  )
  // Nobody waits by the real clock: who comes next is a matter of the die.
  services.db.ledger = ledgers(services.table, async () => undefined)
  services.payments = { ...services.payments, ...bank }
  services.queues = { send: async () => undefined }
  turns.guard(services.table)
  const counterKeys = new Map<string, Map<string, { pk: string; sk: string }>>()
  watchCounters(services.table, counterKeys)
  const doors = openTill(services)

  let ids = 0
  const paymentsOf = (companyId: string) => payments.filter(({ metadata }) => metadata.company === companyId)
  const world = { dice, doors, now: () => now, paymentsOf, nextId: () => ++ids }
  const result: Result = { ops: 0, requests: 0, injected: 0, payments: 0, entries: 0, auto: 0, expired: 0 }
  const trail: string[] = []
  const seen = new Map<Actor, Books>()

  const look = (actor: Actor) => readBooks(services.table, actor.id, [...(counterKeys.get(actor.id)?.values() ?? [])])
  function fail(actor: Actor, faults: string[]): never {
    throw new Error(
      `After ${result.ops} steps of ${actor.id}: ${faults.join('; ')}.\nLatest: ${trail.slice(-12).join(', ')}\nAgain: node tests/simulator/run.ts --seed ${seed} --ops ${ops}`,
    )
  }
  async function check(actor: Actor) {
    const books = await look(actor)
    const faults = faultsOf(books, paymentsOf(actor.id), actor.spendings, now)
    if (faults.length > 0) fail(actor, faults)
    return books
  }

  async function round(actors: readonly Actor[]): Promise<void> {
    for (const actor of actors) actor.isTouched = false
    const roundBegan = now
    const steps = Array.from({ length: dice.between(1, AT_ONCE) }, () => nextStep(world, dice.pick(actors)))
    trail.push(steps.map(({ name }) => name).join(' + '))
    // A step that dies or is refused by a busy table is over; what it left behind is what the next ones meet.
    await Promise.all(steps.map(({ run }) => turns.process(run).catch(() => undefined)))
    result.ops += steps.length
    for (const actor of actors) {
      const books = seen.get(actor) ?? (await look(actor))
      const after = await check(actor)
      seen.set(actor, after)
      const isBarred = books.wallet.isStopped || !books.wallet.isTopUpEnabled
      const begun = after.wallet.autoTries - books.wallet.autoTries
      if (isBarred && !actor.isTouched && begun > 0) fail(actor, ['an automatic top-up began although it was stopped'])
      const stale = spentAfterExpiry(books, after, roundBegan)
      if (stale.length > 0) fail(actor, stale)
    }
    now += dice.chance(0.03) ? dice.between(1, 45) * DAY : dice.chance(0.02) ? 400 * DAY : dice.between(1, 600) * 1000
  }

  async function settleUp(actors: readonly Actor[]): Promise<void> {
    turns.state.faults = noFaults
    bankState.faults = honest
    for (let minute = 0; minute < 5; minute++) {
      now += MINUTE
      await turns.process(() => runSchedule('reconcilePayments', now))
    }
    await turns.process(() => runSchedule('expireCredit', now))
    for (const actor of actors) {
      const books = await check(actor)
      const faults = finalFaults(books, paymentsOf(actor.id))
      if (faults.length > 0) fail(actor, faults)
      result.entries += books.entries.length
      result.auto += books.entries.filter(({ origin }) => origin === 'auto').length
      result.expired += books.entries.filter(({ kind }) => kind === 'expiry').length
    }
  }

  try {
    for (let generation = 0; result.ops < ops; generation++) {
      const actors = Array.from({ length: COMPANIES }, (_, index) => newActor(`com_${generation}x${index}`))
      for (const actor of actors) seen.set(actor, await look(actor))
      for (const { id } of actors) {
        await services.db.billing.claimCustomer(id, '', `cus_${id}`)
        await services.db.billing.save(id, { cardId: 'pm_1', cardBrand: 'visa', cardLast4: '4242' })
      }
      const until = Math.min(ops, result.ops + STEPS_OF_A_GENERATION)
      turns.state.faults = stormy
      bankState.faults = moody
      while (result.ops < until) await round(actors)
      await settleUp(actors)
      payments.length = 0
      seen.clear()
      trail.length = 0
      say?.(`${result.ops} steps`)
    }
    for (const [key, times] of bankState.asked)
      if (times > 1) throw new Error(`${key} was asked to be charged ${times} times.`)
    return { ...result, requests: turns.state.requests, injected: turns.state.injected, payments: bankState.asked.size }
  } finally {
    clock.now = () => Date.now()
    await engines.stop()
  }
}

type Write = { Update?: { Key?: { pk?: unknown; sk?: unknown } } }
const plain = (value: unknown) =>
  typeof value === 'object' && value !== null && 'S' in value ? String(value.S) : String(value)

/** Remembers which counter-accounts there are, since they lie one for each day. */
function watchCounters(
  table: { client: Awaited<ReturnType<typeof openServices>>['table']['client'] },
  known: Map<string, Map<string, { pk: string; sk: string }>>,
) {
  table.client.middlewareStack.add(
    (next) => (args) => {
      const { TransactItems = [] } = args.input as { TransactItems?: Write[] }
      for (const { Update } of TransactItems) {
        const [pk, sk] = [plain(Update?.Key?.pk), plain(Update?.Key?.sk)]
        if (!pk.startsWith('REV#')) continue
        const companyId = pk.split('#')[1] ?? ''
        const mine = known.get(companyId) ?? new Map()
        known.set(companyId, mine.set(`${pk}/${sk}`, { pk, sk }))
      }
      return next(args)
    },
    { step: 'initialize', priority: 'high', name: 'watchCounters' },
  )
}
