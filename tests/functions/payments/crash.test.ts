// A charge that the provider took is in our books once, and the other way round, no matter where the call that asked for it crashed.
import { afterEach, describe, expect, it } from 'vitest'
import { collect } from '#functions/domain/payments/collect.ts'
import type { CollectDeps } from '#functions/domain/payments/record.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard } = stageOf(h)
const { copper } = h.cast

class Died extends Error {
  override name = 'Died'
}

/** Dependencies that fail at the n-th request, before it is made or after it was carried out. */
function mortal(at: number, when: 'before' | 'after') {
  let made = 0
  const guard = <T extends object>(door: T): T =>
    new Proxy(door, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return typeof found === 'object' && found ? guard(found) : found
        return async (...args: unknown[]) => {
          // A crashed process asks for nothing more.
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
  const { payments, queues, now, report, env } = h.services
  const deps: CollectDeps = { db: guard(h.db), payments: guard(payments), queues: guard(queues), now, report, env }
  return { deps, count: () => made }
}

let keys = 0
const start = h.services.now() + DAY
const intents = (key: string) => h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === key)
const demandOf = (company: Company, key: string) => ({
  company,
  key,
  purpose: 'invoice',
  amountCents: 1_500,
  description: 'Leads',
})

/** Crashes once, then lets the timetable find out what became of it. */
async function dieAndRecover(at: number, when: 'before' | 'after') {
  const key = `crash-${++keys}`
  const { deps, count } = mortal(at, when)
  const company = await h.db.company.get(copper.id)
  const isDead = await collect(deps, demandOf(company, key)).then(
    () => false,
    (error) => {
      if (!(error instanceof Died)) throw error
      return true
    },
  )
  h.setClock(h.services.now() + 5 * MINUTE)
  await retryDue(h.services, h.services.now())
  // Who asked asks again, as the message of a queue does.
  await collect(h.services, demandOf(await h.db.company.get(copper.id), key))
  return { key, isDead, count: count() }
}

afterEach(async () => {
  const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
  const company = await h.db.company.get(copper.id)
  if (company.paymentFailed) await settleFailure(h.services, company, 'test')
})

describe('a worker that crashes while a card is charged', () => {
  it('leaves a card that pays charged once', async () => {
    h.setClock(start)
    await saveCard('abe')
    let deaths = 0
    for (const when of ['before', 'after'] as const)
      for (let at = 0, isDead = true; isDead; at++) {
        const done = await dieAndRecover(at, when)
        isDead = done.isDead
        deaths += Number(isDead)
        const made = intents(done.key)
        const payment = await h.db.payment.find({ companyId: copper.id, key: done.key })
        expect([when, at, made.map(({ status }) => status), payment?.status, payment?.chargeId]).toEqual([
          ...[when, at, ['succeeded'], 'paid', made[0]?.id],
        ])
      }
    expect(deaths).toBeGreaterThan(7)
  })

  it('leaves a card that does not pay marked, its owner told, and nothing charged', async () => {
    h.setClock(start + 10 * DAY)
    await saveCard('abe', 'pm_card_chargeCustomerFail')
    let deaths = 0
    for (const when of ['before', 'after'] as const)
      for (let at = 0, isDead = true; isDead; at++) {
        const done = await dieAndRecover(at, when)
        isDead = done.isDead
        deaths += Number(isDead)
        const payment = await h.db.payment.find({ companyId: copper.id, key: done.key })
        expect([when, at, payment?.status, payment?.reason, payment?.attempt]).toEqual([
          ...[when, at, 'open', 'Your card was declined.', null],
        ])
        expect(intents(done.key).filter(({ status }) => status === 'succeeded')).toEqual([])
        expect((await h.db.company.get(copper.id)).paymentFailed).toBe(true)
      }
    expect(deaths).toBeGreaterThan(8)
    const mails = (await h.mailsTo(h.cast.users.abe.email)).filter(({ subject }) => subject.includes('failed'))
    expect(mails).toHaveLength(
      keys -
        [...Array(keys).keys()].filter((index) =>
          intents(`crash-${index + 1}`).some(({ status }) => status === 'succeeded'),
        ).length,
    )
  })

  it('leaves ten who ask at once with one charge', async () => {
    h.setClock(start + 20 * DAY)
    await saveCard('abe')
    const company = await h.db.company.get(copper.id)
    await Promise.all(Array.from({ length: 10 }, () => collect(h.services, demandOf(company, 'ten'))))
    expect(intents('ten')).toHaveLength(1)
    expect((await h.db.payment.find({ companyId: copper.id, key: 'ten' }))?.status).toBe('paid')
  })
})
