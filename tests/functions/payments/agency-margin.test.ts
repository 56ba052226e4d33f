// The margin of a whole agency: what its clients' margins add up to, for the same read units however many bills there are.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openDb } from '#functions/data/index.ts'
import { agencyCountEntity, shardOf } from '#functions/data/leads/count.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { recountAgency } from '#functions/data/tenancy/recount/index.ts'
import { agencyMargins, chargedByDay } from '#functions/domain/invoices/agency-margin.ts'
import { recountReports } from '#functions/domain/reports/recount.ts'
import { DAY } from '#shared/dates.ts'
import { Payment } from '#shared/model/payment.ts'
import { feeItems, leadItems } from '#shared/money/bill.ts'
import { noFees, noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { billingStage, DECLINES } from '../billing/stage.ts'
import { billedOf } from './billed.ts'

const Units = z.object({
  output: z.object({ ConsumedCapacity: z.object({ CapacityUnits: z.number() }).optional() }),
})
/** Dependencies whose reads are counted in units. */
function countedDb(name: string) {
  const table = openTable(name)
  const count = { units: 0 }
  table.client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
      const answer = await next(args)
      count.units += Units.parse(answer).output.ConsumedCapacity?.CapacityUnits ?? 0
      return answer
    },
    { step: 'initialize', name: 'count' },
  )
  return { db: openDb(table), count }
}

const h = await harness()
const began = Date.parse('2031-03-08T18:00:00Z')
h.setClock(began)
const { agency, client, clientCard } = await billingStage(h)
const billed = billedOf(h)
const HOUR = 3_600_000
let clock = began
const at = (instant: number) => {
  clock = instant
  h.setClock(instant)
}
const sumUp = async () => {
  at(clock + HOUR)
  await h.runner.trigger('sumReports', clock)
  await h.drain()
}
const ask = (id: string, more: { format?: 'csv' } = {}) =>
  h.call('ada', 'payments.margins', { company_id: id, start: '2031-03-01', end: '2031-04-30', ...more })
const totals = async () => {
  const [own, below] = await Promise.all([ask(agency.id), ask(client.id)])
  return { own: own.body.total, below: below.body.total, months: own.body.months }
}
const fees = feeItems('campaign', { ...noPrice, periodFeeCents: 2_500 }, { ...noFees, periodFeeCents: 1_000 })
const recounted = async () => {
  const { clients, campaigns, findings } = await recountAgency(h.services.table, agency, () => clock)
  const root = await h.db.company.get(agency.rootId)
  const reports = await recountReports({ db: h.db, now: () => clock }, { agency, root, clients, campaigns })
  return [...findings, ...reports].filter(({ kind }) => kind === 'agency day' || kind === 'report')
}

describe('the margin of an agency', () => {
  it('is what its clients bring together: charged, unpaid, billed by hand, leads and fees', async () => {
    expect((await ask(agency.id)).body).toMatchObject({ data: [], months: [], total: { margin: '0.00' } })
    await billed([...leadItems({ bsn15025w5005r700: 7 }), ...fees])
    await billed(leadItems({ bsn20000w5000r700: 10 }), 'agency')
    await sumUp()
    expect(await totals()).toEqual({
      own: { charged: '35.52', unpaid: '0.00', by_hand: '20.00', leads: '8.50', fees: '10.00', margin: '37.02' },
      below: { charged: '35.52', unpaid: '0.00', by_hand: '20.00', leads: '8.50', fees: '10.00', margin: '37.02' },
      months: [expect.objectContaining({ month: '2031-03', margin: '37.02' })],
    })
  })

  it('follows a decline, its payment on another day, and what went back', async () => {
    at(began + 2 * DAY)
    await clientCard(DECLINES)
    await billed(leadItems({ bsn15000w5000r700: 10 }))
    await sumUp()
    const declined = await totals()
    expect(declined.own).toMatchObject({ unpaid: '15.00', margin: '32.02' })
    expect(declined.own).toEqual(declined.below)
    at(began + 26 * DAY)
    await clientCard()
    await sumUp()
    const paid = await totals()
    expect(paid.own).toMatchObject({ unpaid: '0.00', charged: '50.52' })
    expect(paid.own).toEqual(paid.below)
    const [first] = (await h.db.payment.list(client.id)).filter(({ status }) => status === 'paid')
    if (!first) throw new Error('There is no payment.')
    await h.db.payment.setRefunded(first, first.chargeId ?? '', 500)
    await sumUp()
    const back = await totals()
    expect(back.own.charged).toBe('45.52')
    expect(back.own).toEqual(back.below)
  })

  it('stays the same when its days are folded, and a recount finds and mends what it is made of', async () => {
    expect((await recounted()).map(({ said }) => said)).toEqual([])
    const before = await totals()
    await h.db.leadDays.fold(agency.id, '2031-03-01', '2031-04-30')
    expect(await totals()).toEqual(before)
    expect((await recounted()).map(({ said }) => said)).toEqual([])
    await h.db.daySums.savePart('MARGIN', agency.id, client.id, { day: '2031-03-08', sums: {}, countedAt: clock })
    await h.db.daySums.sumParts('MARGIN', agency.id, '2031-03-08', clock)
    expect((await totals()).own.charged).not.toBe(before.own.charged)
    const found = await recounted()
    expect(found.map(({ said }) => said).join()).toContain('what clients paid')
    for (const { mend } of found) await mend?.()
    expect(await totals()).toEqual(before)
  })

  it('comes as a file, a line for each month', async () => {
    const { file } = (await ask(agency.id, { format: 'csv' })).body
    const text = await h.services.files.readText(new URL(file?.url ?? '').pathname.split('/').slice(2).join('/'))
    expect(text?.split('\n')[0]).toMatch(/^Month,/)
    expect(text).toContain('All months,45.52')
  })

  it('costs the same read units with 10 and with 1,000 bills', async () => {
    const units = async () => {
      const { db, count } = countedDb(h.services.table.name)
      const found = await agencyMargins(db, agency, '2031-03-01', '2031-04-30')
      return { found, read: count.units }
    }
    const days = agencyCountEntity(h.services.table)
    const bills = async (from: number, to: number) => {
      for (let number = from; number < to; number++) {
        const day = `2031-04-${String((number % 10) + 10)}`
        const shard = shardOf(`cmp_${number}`)
        const none = { leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0 }
        await days
          .upsert({ agencyId: agency.id, day, shard })
          .add({ ...none, costCents: 10, feeCents: 1, byHandCents: 0 })
          .go()
      }
      const payments = Array.from({ length: to - from }, (_, index) =>
        Payment.parse({
          companyId: client.id,
          key: `more-${from + index}`,
          purpose: 'invoice',
          about: 'leads',
          amountCents: 1_000,
          campaignId: h.cast.campaigns.smiles.id,
          description: 'Leads',
          status: 'paid',
          createdAt: Date.parse(`2031-04-${((from + index) % 10) + 10}T18:00:00Z`),
          endedAt: clock,
        }),
      )
      for (const [day, sums] of chargedByDay(payments)) {
        await h.db.daySums.savePart('MARGIN', agency.id, `com_${from}`, { day, sums, countedAt: clock })
        await h.db.daySums.sumParts('MARGIN', agency.id, day, clock)
      }
    }
    await bills(0, 10)
    const few = await units()
    await bills(10, 1_000)
    const many = await units()
    expect(many.found[0]?.margin.leadsCents).toBe((few.found[0]?.margin.leadsCents ?? 0) + 990 * 9)
    expect(many.found[0]?.margin.chargedCents).toBe((few.found[0]?.margin.chargedCents ?? 0) + 990 * 1_000)
    // Four rows of each day that bills fell on, where there was one; and longer numbers.
    expect(many.read - few.read).toBeLessThanOrEqual(1)
    expect(many.read).toBeLessThanOrEqual(3)
  })
})
