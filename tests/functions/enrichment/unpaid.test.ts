// Enrichments that a card did not pay: nobody pays for a result that is gone, and no cent is lost, in any order of events.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { idOf } from '#functions/domain/account/notice.ts'
import { endUnpaidEnrichment } from '#functions/domain/enrichment/unpaid.ts'
import { enrich } from '#functions/domain/enrichment/work.ts'
import { collectOwed, retryDue } from '#functions/domain/payments/retry.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { handleStripeEvent } from '#functions/domain/payments/stripe-events.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import type { Services } from '#functions/kit/services.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { chargedUntil, costCents, type Enrichment } from '#shared/model/enrichment.ts'
import { harness } from '../../support/harness.ts'
import { openMortal } from './mortal.ts'
import { enrichmentStage, PRICE, people } from './stage.ts'

const provider = await startLeadData({ key: 'the-key' })
const h = await harness({ env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'the-key' } })
afterAll(() => provider.stop())
const stage = await enrichmentStage(h, provider)
const { agency, run, check, confirm, look, paysBy, giveCard, charges, fill, balance } = stage
const DECLINES = 'pm_card_chargeCustomerFail'
const COST = costCents(2, PRICE)

const refOf = (id: string) => ({ companyId: agency.id, id })
const keyOf = (id: string) => ({ companyId: agency.id, key: `enrich-${id}` })
const rowOf = async (id: string): Promise<Enrichment> => {
  const row = await h.db.enrichment.find(refOf(id))
  if (!row) throw new Error('There is no such enrichment.')
  return row
}
const paymentOf = (id: string) => h.db.payment.find(keyOf(id))
/** As operators see it: the agency itself is led to its card, and to nothing else. */
const jobOf = async (id: string) => (await stage.list('olive')).find((job) => job.id === id)
const chargesOf = (id: string) => charges().filter(({ key }) => key === `enrich-${id}`)
const isOwing = async () => (await h.db.company.get(agency.id)).paymentFailed
const refunded = () => h.stripe.list('refund').reduce((sum, { amount }) => sum + amount, 0)
const isTold = (id: string) => h.db.notice.has({ companyId: agency.id, id: idOf('enrichmentFailed', id) })
const at = (now: number): Services => ({ ...h.services, now: () => now })
const works = (now: number) => ({ ...at(now), remainingMs: () => 600_000 })

/** One that is done, and whose card was declined. */
async function unpaid(tag: string, count = 2): Promise<{ id: string; end: number }> {
  await giveCard(agency.id, DECLINES)
  const id = await run(people(count, tag))
  expect(await jobOf(id)).toMatchObject({ status: 'unpaid', has_result: false })
  expect(await isOwing()).toBe(true)
  await giveCard(agency.id)
  return { id, end: chargedUntil(await rowOf(id)) }
}
const pay = (now: number) => collectOwed(at(now), { companyId: agency.id, why: `c${now}`, by: 'card' })

beforeEach(async () => {
  h.setClock()
  await paysBy('credit_card')
  await giveCard(agency.id)
  // Each begins with nothing owed.
  const company = await h.db.company.get(agency.id)
  if (company.paymentFailed) await settleFailure(h.services, company, 'test')
})

describe('an enrichment that is not paid', () => {
  it('is owed by nobody from a day before its result goes, and says so', async () => {
    const { id, end } = await unpaid('never')
    await look(end - MINUTE)
    expect([(await paymentOf(id))?.status, await isOwing()]).toEqual(['open', true])
    await look(end + HOUR)
    expect(await jobOf(id)).toMatchObject({
      status: 'ended',
      has_result: false,
      reason: expect.stringContaining('Nothing was charged'),
    })
    expect([(await paymentOf(id))?.status, await isOwing()]).toEqual(['void', false])
    await pay(end + 2 * HOUR)
    expect(chargesOf(id)).toEqual([])
    const { body } = await h.call('ada', 'payments.invoices', { company_id: agency.id, page: 1 })
    expect(body.data[0]).toMatchObject({ status: 'void', paid_at: null, reason: expect.stringContaining('not paid') })
    const owed = await h.call('olive', 'payments.listUnpaid', { company_id: h.cast.root.id })
    expect(owed.body.data).toEqual([])
    // Nothing looks at it again.
    expect((await h.db.enrichment.listDue(end + 20 * DAY, 100)).rows.map((row) => row.id)).not.toContain(id)
    expect(await h.db.payment.listDue(end + 20 * DAY, 100)).toEqual([])
  })

  it('tells who owes it, and who looks after them, until when it is owed', async () => {
    await unpaid('told')
    const card = await h.call('ada', 'payments.getCard', { company_id: agency.id })
    expect(JSON.stringify(card.body)).toContain('On the last of them nothing is charged')
    const owed = await h.call('olive', 'payments.listUnpaid', { company_id: h.cast.root.id })
    expect(owed.body.data[0]?.reason).toContain('On the last of them nothing is charged')
  })

  it('opens for a day where it is paid in the last minute', async () => {
    const { id, end } = await unpaid('last')
    await pay(end - MINUTE)
    expect(chargesOf(id)).toEqual([{ amount: COST, key: `enrich-${id}` }])
    await look(end + HOUR)
    h.setClock(end + DAY - MINUTE)
    expect(await jobOf(id)).toMatchObject({ status: 'done', has_result: true })
    expect((await rowOf(id)).paidAt).not.toBeNull()
    h.setClock(end + DAY)
    expect(await jobOf(id)).toMatchObject({ status: 'done', has_result: false })
    expect([(await paymentOf(id))?.status, refunded()]).toEqual(['paid', 0])
  })

  it.each(['a card that is saved', 'the owner who presses', 'the timetable'])(
    'is not charged after its time by %s, although nobody looked',
    async (how) => {
      const { id, end } = await unpaid(`late-${how.slice(-4)}`)
      h.setClock(end)
      if (how === 'a card that is saved') await pay(end)
      else if (how === 'the timetable') {
        const payment = await paymentOf(id)
        if (payment) await h.db.payment.plan(payment, end)
        await retryDue(at(end), end)
      } else {
        const said = await h.call('ada', 'payments.payAgain', { company_id: agency.id })
        expect([said.status, said.body.message]).toEqual([409, expect.stringContaining('Nothing was charged')])
      }
      expect(chargesOf(id)).toEqual([])
      expect([(await rowOf(id)).status, (await paymentOf(id))?.status]).toEqual(['ended', 'void'])
      expect(await isOwing()).toBe(false)
    },
  )

  it('is paid or ends, and never both, when its end comes while its card is asked', async () => {
    const { id, end } = await unpaid('both')
    const payments = {
      ...h.services.payments,
      charge: async (order: Parameters<Services['payments']['charge']>[0]) => {
        // The provider has not been asked yet, then it has.
        const before = await endUnpaidEnrichment(at(end + 1), await rowOf(id))
        const charge = await h.services.payments.charge(order)
        const after = await endUnpaidEnrichment(at(end + 1), await rowOf(id))
        expect([before.is, after.is]).toEqual(['open', 'open'])
        return charge
      },
    }
    await collectOwed({ ...at(end - 1), payments }, { companyId: agency.id, why: 'cboth', by: 'card' })
    await look(end + HOUR)
    expect([(await rowOf(id)).status, (await paymentOf(id))?.status, chargesOf(id).length]).toEqual(['done', 'paid', 1])
    expect(await jobOf(id)).toMatchObject({ status: 'done', has_result: true })
  })

  it('is not charged when its end comes between the look at it and the question', async () => {
    const { id, end } = await unpaid('between')
    const { billing } = h.db
    const get = billing.get
    let looks = 0
    // What a card is found by is read after the look, and before the attempt is written.
    Object.assign(billing, {
      get: async (companyId: string) => {
        const found = await get(companyId)
        if (looks++ === 0) expect((await endUnpaidEnrichment(at(end), await rowOf(id))).is).toBe('failed')
        return found
      },
    })
    await pay(end - 1)
    Object.assign(billing, { get })
    expect(looks).toBeGreaterThan(0)
    expect([(await rowOf(id)).status, (await paymentOf(id))?.status, chargesOf(id).length]).toEqual([
      'ended',
      'void',
      0,
    ])
  })

  it('ends once, however many look at it at once', async () => {
    const { id, end } = await unpaid('many')
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 ? enrich(works(end), refOf(id)) : pay(end).catch((error) => `refused: ${error}`),
      ),
    )
    expect(all.filter((said) => String(said).includes('refused'))).toEqual([])
    await look(end + HOUR)
    expect([(await rowOf(id)).status, (await paymentOf(id))?.status, chargesOf(id).length]).toEqual([
      'ended',
      'void',
      0,
    ])
    expect(await isOwing()).toBe(false)
  })

  /** The card paid, and the worker crashed before the books said so. */
  async function paidUnseen(end: number) {
    const payments = {
      ...h.services.payments,
      charge: async (order: Parameters<Services['payments']['charge']>[0]) => {
        await h.services.payments.charge(order)
        throw new Error('crashed after the charge')
      },
    }
    await collectOwed({ ...at(end - MINUTE), payments }, { companyId: agency.id, why: 'cunseen', by: 'card' })
  }

  it('opens where its payment becomes known on its last day', async () => {
    const { id, end } = await unpaid('seen')
    await paidUnseen(end)
    await enrich(works(end + HOUR), refOf(id))
    expect([(await paymentOf(id))?.status, chargesOf(id).length, refunded()]).toEqual(['paid', 1, 0])
    h.setClock(end + HOUR)
    expect(await jobOf(id)).toMatchObject({ status: 'done', has_result: true })
  })

  it.each(['its own worker', 'the timetable of payments'])(
    'gives back what becomes known after its result is gone, found by %s',
    async (who) => {
      const { id, end } = await unpaid(`gone-${who.slice(-4)}`)
      const before = refunded()
      await paidUnseen(end)
      const late = end + DAY + MINUTE
      h.setClock(late)
      if (who === 'its own worker') await look(late)
      else await retryDue(at(late), late)
      await look(late + HOUR)
      expect([chargesOf(id).length, refunded() - before]).toEqual([1, COST])
      expect((await paymentOf(id))?.status).toBe('refunded')
      expect(await jobOf(id)).toMatchObject({ status: 'ended', reason: expect.stringContaining('goes back') })
      expect(await isOwing()).toBe(false)
    },
  )

  it('leaves smaller sums that it carried to the next one', async () => {
    await giveCard(agency.id, DECLINES)
    const small = await run(people(1, 'carried'))
    expect(await jobOf(small)).toMatchObject({ status: 'done', is_waiting_sum: true })
    const { id, end } = await unpaid('carries')
    expect(await jobOf(id)).toMatchObject({ amount_cents: costCents(1, PRICE) + COST })
    await look(end + HOUR)
    expect(await jobOf(small)).toMatchObject({ status: 'done', is_waiting_sum: true })
    // Signed addresses go by real time.
    h.setClock()
    const next = await run(people(2, 'next'))
    expect(chargesOf(next).map(({ amount }) => amount)).toEqual([costCents(1, PRICE) + COST])
    expect(chargesOf(id)).toEqual([])
  })

  it('is done and opens where it was paid later and all of that went back by hand', async () => {
    const { id, end } = await unpaid('back')
    await pay(h.services.now())
    const { chargeId, accountId } = (await paymentOf(id)) ?? {}
    const refund = h.stripe.byHand.refund(chargeId ?? '', {}, accountId ?? '')
    const paymentDeps = makePaymentDeps(h.services)
    const event = { eventId: 'evt_back', type: 'refund.created', objectId: refund.id, accountId: accountId ?? '' }
    await handleStripeEvent({ ...h.services, paymentDeps }, event)
    expect([(await paymentOf(id))?.status, (await rowOf(id)).paidAt]).toEqual(['refunded', null])
    expect(await jobOf(id)).toMatchObject({ status: 'done', has_result: true })
    expect((await stage.ask('result', id)).status).toBe(200)
    await look(end + HOUR)
    expect(await jobOf(id)).toMatchObject({ status: 'done' })
  })
})

describe('an enrichment that was still to be charged', () => {
  async function pinned(tag: string, means: 'credit_card' | 'data_wallet', count = 2) {
    await paysBy(means)
    const id = await check(people(count, tag))
    const { queues } = h.services
    const { send } = queues
    Object.assign(queues, { send: async () => undefined })
    expect((await confirm(id)).status).toBe(200)
    Object.assign(queues, { send })
    // It crashed between what it costs and the charge.
    const row = await rowOf(id)
    const changes = { status: 'charging', matched: count, amountCents: costCents(count, PRICE), page: 1 } as const
    await h.db.enrichment.save(row, { ...changes, pinnedAt: h.services.now() }, h.services.now())
    return { id, end: chargedUntil(row) }
  }

  it('is not charged once its result is about to go, and cannot be begun then', async () => {
    const { id, end } = await pinned('pinned', 'credit_card')
    const row = await rowOf(id)
    await look(end + HOUR)
    expect([(await rowOf(id)).status, (await paymentOf(id))?.status, chargesOf(id).length]).toEqual([
      'ended',
      'void',
      0,
    ])
    // A worker that had read it before.
    const { chargeEnrichment } = await import('#functions/domain/enrichment/money.ts')
    await chargeEnrichment(works(end - 1), row, await h.db.company.get(agency.id))
    expect([(await rowOf(id)).status, chargesOf(id).length, await isOwing()]).toEqual(['ended', 0, false])
  })

  it('gives the Data Wallet all of it back, and keeps what it had paid before', async () => {
    await paysBy('data_wallet')
    await fill(50_000)
    const before = await balance()
    const { id, end } = await pinned('wallet', 'data_wallet')
    expect(await balance()).toBe(before - COST)
    await look(end + HOUR)
    expect([(await rowOf(id)).status, await balance()]).toEqual(['ended', before])
    h.setClock()
    const paid = await pinned('wallet-paid', 'data_wallet')
    const { chargeEnrichment } = await import('#functions/domain/enrichment/money.ts')
    const { save } = h.db.enrichment
    // It crashed between the charge and what says so.
    Object.assign(h.db.enrichment, { save: async () => Promise.reject(new Error('crashed')) })
    await expect(
      chargeEnrichment(works(h.services.now()), await rowOf(paid.id), await h.db.company.get(agency.id)),
    ).rejects.toThrow('crashed')
    Object.assign(h.db.enrichment, { save })
    await look(paid.end + HOUR)
    expect([(await rowOf(paid.id)).status, await balance()]).toEqual(['done', before - COST])
  })
})

describe('a worker that crashes while one ends unpaid', () => {
  let end = 0
  const mortal = openMortal(h.services, (deps, id) => enrich({ ...deps, now: () => end + HOUR }, refOf(id)))

  it('ends it once and frees the agency, at whichever request it crashes', {
    timeout: 300_000,
  }, async () => {
    let crashes = 0
    for (let line = 1, isOver = false; !isOver; line++) {
      h.setClock()
      await giveCard(agency.id, DECLINES)
      const small = await run(people(1, `small${line}`))
      const made = await unpaid(`crash${line}`)
      end = made.end
      isOver = !(await mortal.run(line, made.id))
      if (!isOver) crashes++
      // Its message comes again, and so do the timetables.
      h.setClock(end + 2 * HOUR)
      await enrich(works(end + 2 * HOUR), refOf(made.id))
      await look(end + 3 * HOUR)
      await retryDue(at(end + 3 * HOUR), end + 3 * HOUR)
      const [row, payment, carried] = [await rowOf(made.id), await paymentOf(made.id), await rowOf(small)]
      expect([line, row.status, payment?.status, carried.carriedBy]).toEqual([line, 'ended', 'void', ''])
      expect([line, await isOwing(), chargesOf(made.id).length]).toEqual([line, false, 0])
      expect([line, await isTold(made.id)]).toEqual([line, true])
      // What waits is charged with one that is paid.
      h.setClock()
      await giveCard(agency.id)
      expect(chargesOf(await run(people(2, `after${line}`))).map(({ amount }) => amount)).toEqual([
        costCents(1, PRICE) + COST,
      ])
    }
    expect(crashes).toBeGreaterThan(3)
  })
})
