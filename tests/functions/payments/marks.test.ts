// The mark of a failed payment, where the person who sets it or takes it away is not alone, or crashes.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
h.stripe.warmUp()
const { saveCard, demand, retry } = stageOf(h)
const { northlight, copper } = h.cast
// Later than the cast was made, or nobody could sign in.
h.setClock(h.services.now() + DAY)
const FAILS = 'pm_card_chargeCustomerFail'
const isFailed = async (id: string) => (await h.db.company.get(id)).paymentFailed

/** The services, with some of what the books of payments do replaced. */
const withPayment = (own: Partial<typeof h.db.payment>) => ({
  ...h.services,
  db: {
    ...h.db,
    payment: new Proxy(h.db.payment, { get: (all, name) => Reflect.get(name in own ? own : all, name) }),
  },
})

describe('a mark', () => {
  it('goes with the debt when the worker that set it crashed before it was written down as declined', async () => {
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const deps = withPayment({ decline: () => Promise.reject(new Error('dead')) })
    const owed = { key: 'half-1', purpose: 'invoice', amountCents: 1_500, description: 'Leads' }
    // It has no card yet, so no provider knows of the attempt.
    await expect(collect(deps, { company: northlight, ...owed })).rejects.toThrow('dead')
    expect(await isFailed(northlight.id)).toBe(true)
    await saveCard('ada')
    h.setClock(h.services.now() + 5 * 60_000)
    await retry()
    expect((await h.db.payment.find({ companyId: northlight.id, key: 'half-1' }))?.status).toBe('paid')
    expect(await isFailed(northlight.id)).toBe(false)
  })

  it('comes back when another payment was declined while the campaigns came free', async () => {
    await saveCard('abe', FAILS)
    expect((await demand(copper, 1_600, 'race-1')).is).toBe('failed')
    let asked = 0
    const listOwed = async (id: string) => (asked++ === 0 ? [] : h.db.payment.listOwed(id))
    const { releaseIfPaid } = await import('#functions/domain/payments/state.ts')
    expect([await releaseIfPaid(withPayment({ listOwed }), copper.id), await isFailed(copper.id)]).toEqual([
      false,
      true,
    ])
    expect((await saveCard('abe')).status).toBe(200)
    expect(await isFailed(copper.id)).toBe(false)
  })
})

describe('a mark that another one took away before the debt was written down', () => {
  it('is there again after the worker that wrote it down crashed, and the debt is tried on its day and not before', async () => {
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const { releaseIfPaid } = await import('#functions/domain/payments/state.ts')
    await saveCard('abe', FAILS)
    // The one who frees the company has seen that nothing is owed; the worker crashes as soon as something is.
    const decline: typeof h.db.payment.decline = async (...asked) => {
      await releaseIfPaid(h.services, copper.id)
      await h.db.payment.decline(...asked)
      throw new Error('dead')
    }
    const owed = { key: 'early-1', purpose: 'invoice', amountCents: 1_630, description: 'Leads' }
    await expect(collect(withPayment({ decline }), { company: copper, ...owed })).rejects.toThrow('dead')
    const known = () => h.db.payment.find({ companyId: copper.id, key: 'early-1' })
    expect([await isFailed(copper.id), (await known())?.attempts]).toEqual([false, 1])
    h.setClock(h.services.now() + 5 * 60_000)
    await retry()
    expect([await isFailed(copper.id), (await known())?.attempts]).toEqual([true, 1])
    h.setClock(h.services.now() + DAY)
    await retry()
    expect((await known())?.attempts).toBe(2)
    await saveCard('abe')
    expect(await isFailed(copper.id)).toBe(false)
  })
})

describe('a mark for which nothing is owed any more', () => {
  it('is not set when the debt was settled in the moment after it was declined', async () => {
    await saveCard('abe', FAILS)
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
    const decline: typeof h.db.payment.decline = async (...asked) => {
      const isWritten = await h.db.payment.decline(...asked)
      await settleFailure(h.services, await h.db.company.get(copper.id), 'test')
      return isWritten
    }
    const owed = { key: 'settled-1', purpose: 'invoice', amountCents: 1_640, description: 'Leads' }
    expect((await collect(withPayment({ decline }), { company: copper, ...owed })).is).toBe('failed')
    expect([await h.db.payment.listOwed(copper.id), await isFailed(copper.id)]).toEqual([[], false])
  })

  const dead = () => Promise.reject(new Error('dead'))

  it.each(['settled by hand', 'paid with another card'])(
    'goes by itself when the worker that saw it %s crashed',
    async (how) => {
      await saveCard('abe', FAILS)
      const key = `left-${how}`
      expect((await demand(copper, 1_650, key)).is).toBe('failed')
      const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
      const { recordPaid } = await import('#functions/domain/payments/record.ts')
      // Two ended it at once: each saw the other's debt before, and this one crashed after.
      let asked = 0
      const others = await h.db.payment.listOwed(copper.id)
      const listOwed = () => {
        if (how === 'settled by hand') return dead()
        return asked++ === 0
          ? Promise.resolve([...others, ...others.map((each) => ({ ...each, key: 'other' }))])
          : dead()
      }
      const deps = withPayment({ listOwed })
      const ended =
        how === 'settled by hand'
          ? settleFailure(deps, await h.db.company.get(copper.id), 'test')
          : recordPaid(
              deps,
              others[0] ?? expect.fail('Nothing is owed.'),
              { id: 'pi_x', accountId: '' },
              { by: 'test' },
            )
      await expect(ended).rejects.toThrow('dead')
      expect([(await h.db.payment.listOwed(copper.id)).length, await isFailed(copper.id)]).toEqual([0, true])
      expect((await retry()).errors).toEqual([])
      expect(await isFailed(copper.id)).toBe(false)
      expect(await h.db.payment.listDue(h.services.now() + DAY, 10)).toEqual([])
    },
  )
})

describe('a mark that was taken away while something else was declined', () => {
  it('comes back by itself when the worker that took it away crashed before it saw that', async () => {
    await saveCard('abe', FAILS)
    expect((await demand(copper, 1_660, 'gone-1')).is).toBe('failed')
    const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
    let asked = 0
    const listOwed = async (id: string) => {
      asked++
      if (asked === 2) throw new Error('dead')
      const owed = await h.db.payment.listOwed(id)
      // The call that declines it finds the mark still there.
      if (asked === 1) expect((await demand(copper, 1_670, 'gone-2')).is).toBe('failed')
      return owed
    }
    const settled = settleFailure(withPayment({ listOwed }), await h.db.company.get(copper.id), 'test')
    await expect(settled).rejects.toThrow('dead')
    expect([(await h.db.payment.listOwed(copper.id)).length, await isFailed(copper.id)]).toEqual([1, false])
    expect((await retry()).errors).toEqual([])
    expect(await isFailed(copper.id)).toBe(true)
    expect((await saveCard('abe')).status).toBe(200)
    expect(await isFailed(copper.id)).toBe(false)
  })
})

describe('a company that cannot be looked at after its debt was settled', () => {
  it('makes room for what is due behind it, and is looked at again in an hour', async () => {
    await saveCard('abe', FAILS)
    expect((await demand(copper, 1_680, 'no-look')).is).toBe('failed')
    const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
    const { retryDue } = await import('#functions/domain/payments/retry.ts')
    let asked = 0
    const listOwed = (id: string) => (asked++ === 0 ? h.db.payment.listOwed(id) : Promise.reject(new Error('not now')))
    const deps = withPayment({ listOwed })
    await expect(settleFailure(deps, await h.db.company.get(copper.id), 'test')).rejects.toThrow('not now')
    expect((await retryDue(deps, h.services.now())).errors).toHaveLength(1)
    expect(await h.db.payment.listDue(h.services.now() + HOUR - 1, 10)).toEqual([])
    h.setClock(h.services.now() + HOUR)
    expect((await retry()).errors).toEqual([])
    expect(await isFailed(copper.id)).toBe(false)
  })
})

describe('a charge that came twice', () => {
  it('stands among what is to go back when the provider could not', async () => {
    const { toPayment } = await import('#functions/domain/payments/collect.ts')
    const { keepOne } = await import('#functions/domain/payments/record.ts')
    const owed = { company: copper, key: 'twice-1', purpose: 'invoice', amountCents: 1_700, description: 'Leads' }
    const payment = { ...toPayment(owed, h.services.now()), status: 'paid' as const, chargeId: 'pi_first' }
    const refund = (status: 'pending' | 'failed') => async () => ({ id: 're_1', status, code: '', reason: 'No.' })
    const keep = (status: 'pending' | 'failed') => {
      const payments = new Proxy(h.services.payments, {
        get: (all, name) => (name === 'refund' ? refund(status) : Reflect.get(all, name)),
      })
      return keepOne({ ...h.services, payments }, payment, { id: 'pi_second', accountId: '' })
    }
    expect(await keep('pending')).toEqual({ is: 'paid', chargeId: 'pi_first' })
    await keep('failed')
    expect((await h.db.owedRefund.listOf(copper.rootId, { limit: 5 })).found).toMatchObject([
      { companyId: copper.id, chargeId: 'pi_second', amountCents: 1_700 },
    ])
  })
})
