// The payment provider: the double that speaks Stripe's protocol, reached through the real gateway and its SDK. Each request waits
// for its turn and may fail on its way there or back; events reach the real hook twice, late, out of order, or die in it.

import { OutcomeUnknown } from '#functions/gateways/stripe/outcome.ts'
import { handler as hook } from '#functions/hooks/stripe.ts'
import { handler as collectOwed } from '#functions/jobs/collectOwed.ts'
import { handler as handleStripeEvent } from '#functions/jobs/handleStripeEvent.ts'
import { handler as hearMissedEvents } from '#functions/jobs/hearMissedEvents.ts'
import type { Services } from '#functions/kit/services.ts'

import { lambdaContext, toEvent } from '#infra/local/api.ts'
import type { StripeDouble } from '#infra/local/doubles/stripe.ts'
import { MINUTE } from '#shared/dates.ts'
import { stripeHookPath } from '#shared/hooks.ts'
import { headers as names } from '#shared/wire.ts'
import type { Dice } from './dice.ts'
import { toRecord } from './record.ts'
import type { Turns } from './turns.ts'

/** A charge as the provider has it. `key` is what it was asked under, `debtKey` what it is for when it is no top-up. */
export type Taken = {
  id: string
  kind: string
  companyId: string
  key: string
  debtKey: string
  status: string
  amountCents: number
  backCents: number
}
export const honest = { busy: 0, lostThere: 0, lostBack: 0, underWay: 0, againUnderWay: 0, eventTwice: 0, eventLate: 0 }
export type ProviderFaults = typeof honest

type Parts = {
  double: StripeDouble
  services: Services
  turns: Turns
  dice: Dice
  originVerify: string
  now: () => number
  wait: (ms: number) => void
}
const SLOWEST_MS = 8000
/** How long a request may be under way of which nobody waits for the answer any more. */
const LONGEST_MS = 45 * MINUTE

const isTopUp = (key = '') => key.startsWith('wallet-')
const isFirst = (key = '') => isTopUp(key) || key.endsWith('#1')

export function openProvider({ double, services, turns, dice, originVerify, now, wait }: Parts) {
  const state = { faults: honest, charges: 0, events: 0 }
  const asked = new Set<string>()
  const askedTwice = new Set<string>()
  const underWay: { key: string; at: number; run: () => Promise<unknown> }[] = []
  let taken: Taken[] | undefined

  /** One of the ways in which a request can fail, for the next one. */
  function trouble(): void {
    const { busy, lostThere, lostBack } = state.faults
    if (turns.hits(busy)) double.fail(dice.chance(0.5) ? 429 : 500)
    else if (turns.hits(lostThere)) double.fail('gateway before')
    else if (turns.hits(lostBack)) double.fail('gateway after')
  }

  const real = services.payments
  services.payments = new Proxy(real, {
    get(target, name) {
      const door: unknown = Reflect.get(target, name)
      if (typeof door !== 'function' || name === 'readEvent') return door
      return (...args: unknown[]) =>
        turns.take('payment', async () => {
          const key = name === 'charge' ? noteCharge(args[0]) : undefined
          // A slow provider: the person who looks meanwhile finds nothing, though the money is about to move.
          wait(dice.below(SLOWEST_MS))
          const share = isFirst(key) ? state.faults.underWay : state.faults.againUnderWay
          if (key !== undefined && turns.hits(share)) {
            underWay.push({ key, at: now() + dice.below(LONGEST_MS), run: async () => door.apply(target, args) })
            throw new OutcomeUnknown('Nobody knows where the request is.')
          }
          trouble()
          taken = undefined
          try {
            return await door.apply(target, args)
          } finally {
            double.clearFaults()
          }
        })
    },
  })

  function noteCharge(request: unknown): string {
    const key = typeof request === 'object' && request && 'key' in request ? String(request.key) : ''
    state.charges++
    if (asked.has(key) && isTopUp(key)) askedTwice.add(key)
    asked.add(key)
    return key
  }

  const workers = { handleStripeEvent, hearMissedEvents, collectOwed }
  const isWork = (job: string): job is keyof typeof workers => job in workers
  const queue: { job: keyof typeof workers; message: object; tries: number }[] = []
  services.queues = {
    ...services.queues,
    send: async (job, message) => {
      if (isWork(job)) queue.push({ job, message, tries: 0 })
    },
  }

  async function post(body: string, signature: string): Promise<number> {
    const request = {
      method: 'POST',
      path: stripeHookPath,
      query: new URLSearchParams(),
      ip: '203.0.113.7',
      body: Buffer.from(body),
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signature,
        [names.originVerify]: originVerify,
      },
    }
    const { statusCode = 500 } = await turns.process(() => hook(toEvent(request, `POST ${stripeHookPath}`)))
    state.events++
    return statusCode
  }

  /** The provider tells what happened since: some of it twice, some of it only later. */
  const deliver = () =>
    double.flush(async (body, signature) => {
      if (dice.chance(state.faults.eventLate)) return 503
      const status = await post(body, signature)
      return dice.chance(state.faults.eventTwice) ? post(body, signature) : status
    })

  /** A worker takes one message of the queue, whichever; it stays there until it was worked off. */
  async function work(): Promise<boolean> {
    const message = queue[dice.below(Math.max(1, queue.length))]
    if (!message) return false
    message.tries++
    const record = toRecord(message.message, message.tries)
    const { batchItemFailures } = await workers[message.job]({ Records: [record] }, lambdaContext(message.job, 60_000))
    const at = queue.indexOf(message)
    // Now and then it is delivered once more although it was worked off.
    if (batchItemFailures.length === 0 && at >= 0 && !dice.chance(state.faults.eventTwice)) queue.splice(at, 1)
    return true
  }
  return {
    state,
    double,
    /** Requests that were long under way are there now. */
    async arrive(): Promise<void> {
      for (const request of underWay.filter(({ at }) => at <= now())) {
        underWay.splice(underWay.indexOf(request), 1)
        taken = undefined
        await request.run().catch(() => undefined)
      }
    },
    /** Whether nobody knows what became of a debt of this company that was charged once more. */
    isInDoubt: (companyId: string) => underWay.some(({ key }) => key.startsWith(`${companyId}#`) && !isFirst(key)),
    /** Something was done there by hand. */
    changed(): void {
      taken = undefined
    },
    deliver,
    work,
    waiting: () => queue.length,
    /** Every charge that was made so far. */
    taken(): Taken[] {
      if (taken) return taken
      const back = new Map<string, number>()
      for (const { payment_intent, amount } of double.list('refund'))
        back.set(payment_intent, (back.get(payment_intent) ?? 0) + amount)
      taken = double.list('payment_intent').map(({ id, status, amount, metadata }) => ({
        id,
        status,
        amountCents: amount,
        backCents: back.get(id) ?? 0,
        kind: metadata.kind ?? '',
        companyId: metadata.company ?? '',
        key: metadata.key ?? '',
        debtKey: metadata.payment ?? '',
      }))
      return taken
    },
    /** The owner of a card that wanted to see them says yes or no, if the payment still waits. */
    async ownerAnswers(id: string, hasAgreed: boolean): Promise<void> {
      const intent = double.get('payment_intent', id)
      taken = undefined
      if (intent?.status === 'requires_action') double.authenticate(intent.client_secret, '', hasAgreed)
    },
    forget(): void {
      double.clear()
      queue.length = 0
      underWay.length = 0
      asked.clear()
      askedTwice.clear()
      taken = undefined
    },
    /** What was asked for more than once, though it must not be. */
    askedTwice,
  }
}
export type Provider = ReturnType<typeof openProvider>
