import { describe, expect, it } from 'vitest'
import { stopCampaigns } from '#functions/domain/campaigns/stop.ts'
import { toPayment } from '#functions/domain/payments/collect.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { releaseIfPaid } from '#functions/domain/payments/state.ts'
import { payCommissions, payDue } from '#functions/domain/sales/commissions.ts'
import { resolveAll } from '#functions/domain/wallet/settle.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { countUnits } from '../../bench/units.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { demand, retry, saveCard, connect } = stageOf(h)
const { northlight, copper, brightSmiles, peakFitness, campaigns, users } = h.cast
const start = h.services.now() + DAY
h.setClock(start)

/** A payment of a company, with an attempt that nobody ended. */
async function lapsed(companyId: string, key: string, asked = { customerId: '', accountId: '' }) {
  const company = { ...copper, id: companyId }
  const demanded = { company, key, purpose: 'invoice', amountCents: 5_000, description: 'Leads' }
  const payment = toPayment(demanded, h.services.now() - HOUR)
  await h.db.payment.begin(payment, { key: `${companyId}#${key}#1`, ...asked, endsAt: h.services.now() - 30 * MINUTE })
  return payment
}

describe('payments that cannot be tried', () => {
  it('make room for those behind them, in the same run, and are looked at again in an hour', async () => {
    await saveCard('abe')
    for (let at = 0; at < 100; at++) await lapsed(`com_gone_${at}`, 'never')
    h.setClock(start + MINUTE)
    const behind = await lapsed(copper.id, 'behind')
    const first = await retry()
    expect([first.paid, first.errors.length]).toEqual([1, 100])
    expect(String(first.errors[0])).toContain('The payment never of com_gone_')
    expect(await retry()).toMatchObject({ paid: 0, errors: [] })
    expect((await h.db.payment.find(behind))?.status).toBe('paid')
    h.setClock(start + MINUTE + HOUR)
    expect((await retry()).errors).toHaveLength(100)
    for (let at = 0; at < 100; at++) {
      const payment = await h.db.payment.find({ companyId: `com_gone_${at}`, key: 'never' })
      if (payment) await h.db.payment.end(payment, { status: 'settled', chargeId: null, by: 'test', at: start })
    }
  })

  it('wait for the next run where a slow provider left no time, and so do commissions and top-ups', async () => {
    const payment = await lapsed('com_slow', 'slow')
    const looked: number[] = []
    // Time for nothing but the look at the time.
    const remainingMs = () => 60_000 + looked.push(1)
    expect(await retryDue(h.services, h.services.now(), remainingMs)).toMatchObject({ errors: [], open: 0 })
    const shut = () => Promise.reject(new Error('Somebody asked.'))
    const ledger = { ...h.db.ledger, listOpen: async () => [{}, {}] }
    const commission = { ...h.db.commission, listDue: async () => [{}, {}] }
    const payments = {
      ...h.services.payments,
      findCharge: shut,
      transfer: shut,
      findTransfer: shut,
      readTransfer: shut,
    }
    const deps = { ...h.services, payments, db: { ...h.db, ledger, commission } } as never
    expect(await resolveAll(deps, remainingMs)).toEqual({ settled: 0, open: 0, errors: [] })
    expect(await payDue(deps, remainingMs)).toEqual({ paid: 0, waiting: 0 })
    expect((await retry()).errors).toHaveLength(1)
    expect(looked).toHaveLength(3)
    await h.db.payment.end((await h.db.payment.find(payment)) ?? payment, {
      status: 'settled',
      chargeId: null,
      by: 'test',
      at: h.services.now(),
    })
  })

  it('are not known where the account that was asked is not the platform’s any more, and are looked at less often', async () => {
    const asked = { customerId: 'cus_far', accountId: 'acct_revoked' }
    const payment = await lapsed(brightSmiles.id, 'revoked', asked)
    expect(await retry()).toMatchObject({ open: 1, failed: 0, errors: [] })
    const since = h.services.now()
    const known = await h.db.payment.find(payment)
    expect(known).toMatchObject({ status: 'open', failedAt: null, unreachableSince: since })
    expect((await h.db.company.get(brightSmiles.id)).paymentFailed).toBe(false)
    const looks = async (minutes: number) => {
      h.setClock(h.services.now() + minutes * MINUTE)
      return (await retry()).open
    }
    expect([await looks(10), await looks(6)]).toEqual([0, 1])
    h.setClock(since + DAY + MINUTE)
    expect([await looks(0), await looks(50), await looks(11)]).toEqual([1, 0, 1])
    expect((await h.db.payment.find(payment))?.unreachableSince).toBe(since)
    if (known) await h.db.payment.end(known, { status: 'settled', chargeId: null, by: 'test', at: since })
    h.setClock(start + MINUTE)
  })

  it('are found without reading what was paid', async () => {
    for (let at = 0; at < 60; at++) await demand(copper, 1_000 + at, `paid-${at}`)
    await saveCard('abe', 'pm_card_chargeCustomerFail')
    await demand(copper, 900, 'failed-1')
    await demand(copper, 800, 'failed-2')
    const units = countUnits(h.services.table)
    const { result, units: cost } = await units.of(() => h.db.payment.listFailed(copper.id))
    expect(result.map(({ key }) => key)).toEqual(['failed-1', 'failed-2'])
    expect(cost.reads).toBeLessThanOrEqual(3)
    await saveCard('abe')
    expect(await h.db.payment.listFailed(copper.id)).toEqual([])
  })
})

describe('an agency with thousands of campaigns', () => {
  /** The books of a client's campaigns in memory: what is asked here is how many are looked at. */
  const many = (status: Campaign['status'], statusReason: Campaign['statusReason']) => {
    const all = new Map(
      Array.from({ length: 2_600 }, (_, at) => [
        `cmp_${at}`,
        { ...campaigns.peak, id: `cmp_${at}`, status, statusReason },
      ]),
    )
    const db = {
      ...h.db,
      campaign: {
        ...h.db.campaign,
        list: async () => [...all.values()],
      },
      campaignChange: {
        ...h.db.campaignChange,
        async setStatus(seen: Campaign, next: Campaign['status'], reason: Campaign['statusReason'] = '') {
          all.set(seen.id, { ...seen, status: next, statusReason: reason })
          return true
        },
      },
    }
    const states = () => [...new Set([...all.values()].map((each) => `${each.status} ${each.statusReason}`))]
    return { db, states }
  }

  it('PAY-002 has all of them stopped when a payment fails, and all of them freed when it is paid', async () => {
    const running = many('active', '')
    expect(await stopCampaigns({ db: running.db, now: h.services.now }, peakFitness, 'payment_failed')).toBe(2_600)
    expect(running.states()).toEqual(['stopped payment_failed'])
    await h.db.company.update(peakFitness.id, { paymentFailed: true })
    const held = many('stopped', 'payment_failed')
    expect(await releaseIfPaid({ db: held.db, queues: h.services.queues, now: h.services.now }, peakFitness.id)).toBe(
      true,
    )
    expect(held.states()).toEqual(['paused user'])
  })
})

describe('commissions', () => {
  const commission = {
    agencyId: northlight.id,
    paymentKey: 'made',
    kind: 'representative' as const,
    userId: users.sam.id,
    basisPoints: 1_000,
    amountCents: 500,
    status: 'open' as const,
    transferId: '',
    createdAt: start,
  }

  it('SAL-18 are paid of invoices only, not of a set-up', async () => {
    await h.db.company.update(northlight.id, { salesRepId: users.sam.id, commissionRates: { representative: 1_000 } })
    const key = 'set-up'
    const demanded = { company: northlight, key, purpose: 'onboarding', amountCents: 5_000, description: 'Set-up' }
    const begun = toPayment(demanded, start)
    await h.db.payment.begin(begun, { key: 'x', customerId: '', accountId: '', endsAt: start })
    const known = await h.db.payment.find(begun)
    if (known) await h.db.payment.end(known, { status: 'paid', chargeId: 'pi_1', by: 'test', at: start })
    expect(await payCommissions(h.services, { companyId: northlight.id, key })).toEqual({ paid: 0, waiting: 0 })
    expect(await h.db.commission.list(northlight.id, key)).toEqual([])
  })

  it('that cannot be looked up make room for others for an hour', async () => {
    await h.db.commission.begin({ ...commission, destination: 'acct_x', triedAt: start - DAY }, start - HOUR)
    h.stripe.fail(500, { operation: 'GET /v1/transfers', times: 9 })
    await expect(payDue(h.services)).rejects.toThrow('1 commissions could not be paid')
    h.stripe.clearFaults()
    expect(await h.db.commission.listDue(h.services.now())).toEqual([])
    expect(await h.db.commission.listDue(h.services.now() + HOUR)).toHaveLength(1)
  })

  it('wait for another account where the old one is gone', async () => {
    await connect('ada')
    const holder = { user: users.sam.id }
    const kept = await h.db.connectedAccount.get(holder)
    const gone = {
      ...h.db.connectedAccount,
      get: async () => ({ ...kept, accountId: 'acct_gone', payoutsEnabled: true }),
    }
    h.setClock(h.services.now() + 2 * HOUR)
    const deps = { ...h.services, db: { ...h.db, connectedAccount: gone } }
    expect(await payDue(deps)).toEqual({ paid: 0, waiting: 1 })
    const [left] = await h.db.commission.list(northlight.id, 'made')
    expect(left?.status).toBe('open')
    expect(await h.db.commission.listDue(h.services.now() + DAY - MINUTE)).toEqual([])
  })
})
