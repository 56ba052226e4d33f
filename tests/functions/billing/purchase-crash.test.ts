// Workers that die while a campaign buys or gives back, after each change that they make in the table, in the queues and at the
// provider, and before the first; then the timetable. In the end what was paid was given, once, and what was given back was paid back,
// once.
import { describe, expect, it } from 'vitest'
import { startCampaign } from '#functions/domain/purchases/purchase.ts'
import { refundLeads } from '#functions/domain/purchases/refund.ts'
import { topUpCampaign } from '#functions/domain/purchases/top-up.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { mortals } from './mortals.ts'
import { startPurchases } from './purchase-stage.ts'

const h = await startPurchases()
const { brightSmiles } = h.cast
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)

const { dieAfter } = mortals(h.services)
/** The timetable, as often as it comes in an hour. */
async function lookAfter(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    later(16 * MINUTE)
    await h.retry()
    await h.sweep()
  }
}
const MOST = 40
/** Each death leaves a campaign of its own behind; the timetable comes to all of them at once, as after a fault of the platform. */
async function everywhere(
  prepare: () => Promise<Campaign>,
  work: (of: Campaign) => (deps: Services) => Promise<unknown>,
  check: (of: Campaign, where: string) => Promise<void>,
) {
  const left: Campaign[] = []
  for (let isOver = false; !isOver && left.length < MOST; ) {
    const campaign = await prepare()
    isOver = await dieAfter(left.length, work(campaign))
    left.push(campaign)
  }
  expect(left.length).toBeLessThan(MOST)
  expect(left.length).toBeGreaterThan(5)
  await lookAfter()
  for (const [changes, campaign] of left.entries()) await check(campaign, `after ${changes} changes`)
}
const free = { platformFeeCents: 0, periodFeeCents: 0 }

describe('a worker that dies at any request', () => {
  it('of a start leaves it paid and given, or neither', { timeout: 600_000 }, async () => {
    const starter = { by: 'Crash', companyId: brightSmiles.id }
    await everywhere(
      () => h.campaign(free),
      (of) => async (mortal) => startCampaign(mortal, of, await h.db.company.get(brightSmiles.id), starter),
      async (of, where) => {
        const [paid, meter] = [h.paid(of).length, await h.meterOf(of)]
        expect([where, meter.bought, paid <= 1]).toEqual([where, paid * 100, true])
        expect([where, await h.db.campaignBill.findPurchase(of)]).toEqual([where, undefined])
        expect([where, (await h.fresh(of)).status]).toEqual([where, paid ? 'active' : 'paused'])
        expect((await h.db.company.get(brightSmiles.id)).paymentFailed).toBe(false)
        expect((await h.begin('ada', of)).status).toBe(paid ? 422 : 200)
        expect([where, h.paid(of).length, (await h.meterOf(of)).bought]).toEqual([where, 1, 100])
      },
    )
  })

  it('of a start that was paid and cannot run leaves nothing but its money, which went back once', {
    timeout: 600_000,
  }, async () => {
    await everywhere(
      async () => {
        const campaign = await h.campaign(free)
        h.stripe.fail('gateway after', { operation: 'POST /v1/payment_intents', times: 3 })
        h.stripe.fail('gateway before', { operation: 'GET /v1/payment_intents', times: 20 })
        await h.beginInVain('ada', campaign).catch(() => undefined)
        h.stripe.clearFaults()
        await h.archive('ada', campaign.number)
        later(20 * MINUTE)
        return campaign
      },
      ({ companyId, id: campaignId }) =>
        (mortal) =>
          topUpCampaign(mortal, { companyId, campaignId }),
      async (of, where) => {
        const payments = (await h.db.payment.list(brightSmiles.id)).filter(({ campaignId }) => campaignId === of.id)
        expect([where, payments.map(({ status, refundedCents }) => [status, refundedCents])]).toEqual([
          where,
          [['refunded', 15_000]],
        ])
        const back = h.stripe
          .list('refund', h.accountId)
          .filter(({ metadata }) => String(metadata?.key) === `refund#${payments[0]?.chargeId}`)
        expect([where, back.map(({ amount }) => amount)]).toEqual([where, [15_000]])
        expect([where, (await h.meterOf(of)).bought, await h.db.campaignBill.findPurchase(of)]).toEqual([
          where,
          0,
          undefined,
        ])
      },
    )
  })

  it('of a top-up leaves it paid and given once', { timeout: 600_000 }, async () => {
    await everywhere(
      async () => {
        const campaign = await h.campaign(free)
        await h.begin('ada', campaign)
        await h.sell(campaign, 95)
        return campaign
      },
      ({ companyId, id: campaignId }) =>
        (mortal) =>
          topUpCampaign(mortal, { companyId, campaignId }),
      async (of, where) => {
        // The message comes again, as that of every worker that crashed.
        await topUpCampaign(h.services, { companyId: of.companyId, campaignId: of.id })
        expect([where, h.paid(of).length, (await h.meterOf(of)).bought]).toEqual([where, 2, 200])
        expect([where, await h.db.campaignBill.findPurchase(of)]).toEqual([where, undefined])
      },
    )
  })

  it('of a refund leaves the leads there, or their money paid back once', {
    timeout: 600_000,
  }, async () => {
    await everywhere(
      async () => {
        const campaign = await h.campaign(free)
        await h.begin('ada', campaign)
        await h.run('ada', campaign.number, 'F')
        return h.fresh(campaign)
      },
      (of) => (mortal) => refundLeads(mortal, of, { amountCents: 15_000, by: 'Crash', isClient: true }),
      async (of, where) => {
        const back = h.stripe
          .list('refund', h.accountId)
          .filter(({ metadata }) => String(metadata?.key).includes(of.id))
          .reduce((sum, { amount }) => sum + amount, 0)
        const fees = h.stripe
          .list('fee_refund')
          .filter(({ metadata }) => String(metadata?.key).includes(of.id))
          .reduce((sum, { amount }) => sum + amount, 0)
        const { bought } = await h.meterOf(of)
        const isBack = bought === 0
        expect([where, bought, back, fees]).toEqual(isBack ? [where, 0, 15_000, 5_000] : [where, 100, 0, 0])
        const parts = (await h.db.campaignBill.listRefunds(of)).flatMap((each) =>
          each.parts.map(({ status }) => status),
        )
        expect([where, parts]).toEqual([where, isBack ? ['done'] : []])
      },
    )
  })
})
