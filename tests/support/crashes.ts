// Workers that die while money moves, by the hundred: before, during and after the provider's call, and at any other request; then
// the person who looks after it, sometimes a day later, when the provider has forgotten the key, and sometimes dying as well. In the end
// both books must say the same.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { type CardForm, keepCard } from '#functions/domain/payments/cards.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { resolveAll } from '#functions/domain/wallet/settle.ts'
import { orderTopUp } from '#functions/domain/wallet/top-up.ts'
import type { Services } from '#functions/kit/services.ts'
import type { StripeDouble } from '#infra/local/doubles/stripe.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { cents } from '#shared/money/cents.ts'

export type Bed = { services: Services; stripe: StripeDouble; company: Company; setClock: (at: number) => void }
export type Report = {
  crashes: number
  payments: number
  /** Payments with more than one charge, or with none although our books say paid, or the other way round. */
  wrong: string[]
  /** What the provider took, and what our books say that it took. */
  takenCents: number
  bookedCents: number
  kinds: Record<string, number>
}

class Died extends Error {
  override name = 'Died'
}
type Death = { at: number; isBefore: boolean; onlyCharge: boolean }

const WALLET_CENTS = 25_000
const INVOICE_CENTS = 1_700
const SETUP_CENTS = 9_900
const ROUNDS = 6

function diceOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]): T => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('Nothing to pick from.')
      return picked
    },
  }
}

/** Requests of a worker to the table, the queues and the provider, each of which may be its last. A dead one asks no more. */
function openMortals({ services }: Bed) {
  let death: Death | undefined
  let [made, isDead] = [0, false]
  async function step<T>(run: () => Promise<T>, isCharge = false): Promise<T> {
    if (!death) return run()
    if (isDead) throw new Died()
    const isLast = (isCharge || !death.onlyCharge) && ++made === death.at
    isDead = isLast
    if (isLast && death.isBefore) throw new Died()
    const answer = await run()
    if (isLast) throw new Died()
    return answer
  }
  services.table.client.middlewareStack.add((next) => (args) => step(() => next(args)), {
    step: 'initialize' as const,
    priority: 'high' as const,
    name: 'mortals',
  })
  const guard = <T extends object>(door: T): T =>
    new Proxy(door, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...args: unknown[]) => step(() => found.apply(target, args), name === 'charge')
      },
    })
  const deps = { ...services, payments: guard(services.payments), queues: guard(services.queues) }
  return {
    deps,
    /** Answers whether it crashed. */
    async run(plan: Death | undefined, work: (deps: Services) => Promise<unknown>): Promise<boolean> {
      ;[death, made, isDead] = [plan, 0, false]
      // How it fails is not asked: the person who comes after it must cope with everything.
      await work(deps).catch(() => undefined)
      const died = isDead
      death = undefined
      return died
    },
  }
}

const holder = {
  name: 'Crash',
  email: 'crash@example.com',
  address: { line1: '1 Loom Street', city: 'Chicago', state: 'IL', postal_code: '60601', country: 'US' },
}
const formOf = (token: string): CardForm => ({ token, holder, couponCode: '', isDirect: false })

export async function runCrashes(bed: Bed, options: { crashes: number; seed: number }): Promise<Report> {
  const { services, stripe, company } = bed
  const { db, now } = services
  const dice = diceOf(options.seed)
  const mortals = openMortals(bed)
  const later = (ms: number) => bed.setClock(now() + ms)
  const report: Report = { crashes: 0, payments: 0, wrong: [], takenCents: 0, bookedCents: 0, kinds: {} }
  const newCard = () => stripe.card('pm_card_visa')
  const fresh = () => db.company.get(company.id)

  await keepCard(services, company, formOf(newCard()))
  const set = { by: 'test', at: now() }
  await db.setting.changeOnboarding(company.id, () => ({ amountCents: SETUP_CENTS, takesCoupons: false }), set)

  /** A company that has paid no set-up yet, no matter what became of it before. */
  async function beginSetup(): Promise<void> {
    const Key = { pk: `C#${company.id}#PAYMENTS`, sk: 'onboarding' }
    await services.table.client.send(new DeleteCommand({ TableName: services.table.name, Key }))
    await db.billing.save(company.id, { cardId: '' })
    await db.company.update(company.id, { isOnboardCharged: false })
  }

  const works = {
    wallet: async (id: string) => {
      const order = { amountCents: cents(WALLET_CENTS), isCustom: false, isStopped: true, person: 'Crash' }
      return {
        ask: (deps: Services) => orderTopUp(makePaymentDeps(deps), company, { ...order, idempotencyKey: id }),
        booked: async (since: number) =>
          (await db.ledger.listEntries(company.id, since, now() + 1))
            .filter(({ kind, state }) => kind === 'topup' && state === 'posted')
            .reduce((sum, { amountCents }) => sum + amountCents, 0),
        is: ({ kind }: Record<string, string>) => kind === 'wallet',
      }
    },
    invoice: async (id: string) => ({
      ask: async (deps: Services) =>
        collect(deps, {
          company: await db.company.get(company.id),
          key: id,
          purpose: 'invoice',
          amountCents: INVOICE_CENTS,
          description: 'Leads',
        }),
      booked: async () => {
        const payment = await db.payment.find({ companyId: company.id, key: id })
        return payment?.status === 'paid' ? payment.amountCents : 0
      },
      is: ({ payment }: Record<string, string>) => payment === id,
    }),
    setUp: async () => {
      await beginSetup()
      const token = newCard()
      let times = 0
      return {
        // Anybody who comes back has the same card at hand, or another one.
        ask: async (deps: Services) =>
          keepCard(deps, await fresh(), formOf(times++ === 0 || dice.chance(0.5) ? token : newCard())),
        booked: async () => {
          const payment = await db.payment.find({ companyId: company.id, key: 'onboarding' })
          return payment?.status === 'paid' ? payment.amountCents : 0
        },
        is: ({ payment }: Record<string, string>) => payment === 'onboarding',
      }
    },
  }

  /** What goes wrong: the worker crashes, or the provider's answer is lost on one of its ways. */
  async function hurt(work: (deps: Services) => Promise<unknown>): Promise<string | undefined> {
    const roll = dice.below(10)
    if (roll < 3) {
      const fault = dice.pick(['gateway before', 'gateway after', 500] as const)
      stripe.fail(fault, { operation: 'POST /v1/payment_intents' })
      await mortals.run(undefined, work)
      stripe.clearFaults()
      return `during (${fault})`
    }
    const isBefore = dice.chance(0.5)
    const onlyCharge = roll < 6
    const at = onlyCharge ? 1 : 1 + dice.below(24)
    const died = await mortals.run({ at, isBefore, onlyCharge }, work)
    const where = onlyCharge ? 'the charge' : 'any request'
    return died ? `${isBefore ? 'before' : 'after'} ${where}` : undefined
  }

  async function lookAfter(deps: Services): Promise<void> {
    await resolveAll(makePaymentDeps(deps))
    await retryDue(deps, deps.now())
  }

  for (let round = 1; report.crashes < options.crashes; round++) {
    later(2 * HOUR)
    const since = now()
    const kind = dice.pick(['wallet', 'invoice', 'setUp'] as const)
    const work = await works[kind](`crash-${options.seed}-${round}`)
    const known = new Set(stripe.list('payment_intent').map(({ id }) => id))
    const mine = () => stripe.list('payment_intent').filter(({ id, metadata }) => !known.has(id) && work.is(metadata))
    const where = await hurt(work.ask)
    if (!where) continue
    report.crashes++
    report.kinds[`${kind}: ${where}`] = (report.kinds[`${kind}: ${where}`] ?? 0) + 1
    // Soon, or when the provider has forgotten the key.
    later(dice.chance(0.5) ? 5 * MINUTE : 26 * HOUR)
    if (dice.chance(0.3))
      await mortals.run({ at: 1 + dice.below(12), isBefore: dice.chance(0.5), onlyCharge: false }, lookAfter)
    for (const { id, status } of dice.chance(0.4) ? mine().flatMap((each) => [each, each]) : []) {
      const type = status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
      const event = { eventId: `evt_${id}`, type, accountId: '', objectId: id }
      await handleStripeEvent({ ...services, paymentDeps: makePaymentDeps(services) }, event)
    }
    for (let again = 0; again < ROUNDS; again++) {
      later(5 * MINUTE)
      // Anybody who asks again may be quicker than the timetable.
      if (dice.chance(0.5)) await lookAfter(services)
      // A top-up that was given up stays so; the person who asks again for anything else gets it, once.
      await work.ask(services).catch(() => undefined)
      if ((await work.booked(since)) > 0) break
    }
    await lookAfter(services)
    report.payments++
    const booked = await work.booked(since)
    const charges = mine()
    const taken = charges.filter(({ status }) => status === 'succeeded')
    const takenCents = taken.reduce((sum, { amount }) => sum + amount, 0)
    const keys = charges.map(({ metadata }) => metadata.key)
    const mayBeVoid = kind === 'wallet'
    const isRight =
      takenCents === booked &&
      new Set(keys).size === keys.length &&
      (taken.length === 1 || (mayBeVoid && taken.length === 0))
    if (!isRight)
      report.wrong.push(
        `${kind} ${where} (seed ${options.seed}, round ${round}): ${taken.length} charges of ${takenCents}, booked ${booked}`,
      )
    report.takenCents += takenCents
    report.bookedCents += booked
  }
  return report
}
