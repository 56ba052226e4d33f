import { describe, expect, it } from 'vitest'
import { judged, readPrices } from '#bin/cost.ts'
import {
  agencyBill,
  deliveriesBill,
  gbSecondsOf,
  leadsBill,
  standingBill,
  totalOf,
  tracesBill,
  visitsBill,
} from '#infra/cost.ts'
import { environment } from '#infra/environments.ts'
import { takeInventory } from '#infra/inventory.ts'
import { typicalAgency, units } from '#infra/usage.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { synth } from './synth.ts'

const prices = readPrices()

describe('cost', () => {
  it('keeps each goal', () => {
    for (const { name, dollars, goal } of judged(prices)) expect(dollars, name).toBeLessThanOrEqual(goal)
  })

  it('says so when a price breaks a goal', () => {
    const dear = judged({ ...prices, tableWritePerMillion: prices.tableWritePerMillion * 2 })
    expect(dear.some(({ dollars, goal }) => dollars > goal)).toBe(true)
  })

  it('adds up a million leads by hand', () => {
    // The door and the worker, each with a run of its own.
    const bill = leadsBill(1e6, 'single', prices)
    expect(bill.api).toBeCloseTo(1)
    // The door has half a gigabyte and waits for two rounds; the worker has one, and waits for five and for the provider.
    const seconds = 0.5 * (6 / (512 / 1769) + 10) + 1 * (8 / (1024 / 1769) + 25 + 200)
    expect(bill.functions).toBeCloseTo(2 * 0.2 + seconds * 0.0133334, 4)
    expect(bill.table).toBeCloseTo((4 + 9) * 0.625 + (1.5 + 16) * 0.125)
    expect(bill.queues).toBeCloseTo(3 * 0.4)
    expect(bill.logs).toBeCloseTo(0.65 * 0.5)
    const burst = leadsBill(1e6, 'burst', prices)
    expect(burst.table).toBeCloseTo((4 + 4.2) * 0.625 + (1.5 + 2.56) * 0.125)
    expect(burst.queues).toBeCloseTo(1.2 * 0.4)
    const pulled = leadsBill(1e6, 'pulled', prices)
    expect(pulled.table).toBeCloseTo(4.2 * 0.625 + 1.4 * 0.125)
    expect(pulled.api).toBe(0)
    expect(visitsBill(1e6, 'unmatched', prices).table).toBeCloseTo(5 * 0.625 + 7.5 * 0.125)
    expect(visitsBill(1e6, 'repeat', prices).table).toBeCloseTo(0.625 + 1.5 * 0.125)
  })

  it('counts deliveries and traces', () => {
    const { delivery } = units
    const bill = deliveriesBill(1e6, prices)
    expect(bill.table).toBeCloseTo(delivery.writes * 0.625 + delivery.reads * 0.125)
    expect(bill.queues).toBeCloseTo(3 * 0.4)
    expect(bill.storage).toBeCloseTo(0.7 * (0.25 + 0.2))
    // Few agencies are traced whole; of many, a function that is busy all the time gives one trace a second and a twentieth of the rest.
    const { leads, pulls, calls } = typicalAgency
    expect(tracesBill(typicalAgency, 1, 0, prices)).toBeCloseTo(((leads + pulls + calls) / 1e6) * 5)
    const second = 30 * 24 * 3600
    expect(tracesBill({ ...typicalAgency, pulls: 0, calls: 0 }, 1000, 0, prices)).toBeCloseTo(
      ((second + (1000 * leads - second) * 0.05) / 1e6) * 5,
    )
  })

  it('bills a wait as much as work, and work longer where a function has less of a processor', () => {
    const work = { milliseconds: 10, rounds: 0 }
    expect(gbSecondsOf({ ...work, kind: 'api' })).toBeCloseTo(gbSecondsOf({ ...work, kind: 'hooks' }), 9)
    expect(gbSecondsOf({ kind: 'api', milliseconds: 0, rounds: 0, asked: 1 })).toBeCloseTo(0.2)
  })

  it('grows with an agency and not faster', () => {
    const twice = {
      ...typicalAgency,
      leads: typicalAgency.leads * 2,
      deliveries: typicalAgency.deliveries * 2,
      pulls: typicalAgency.pulls * 2,
      calls: typicalAgency.calls * 2,
      uploads: typicalAgency.uploads * 2,
      walletMoves: 200,
      invoices: 160,
      mails: typicalAgency.mails * 2,
    }
    expect(totalOf(agencyBill(twice, prices))).toBeCloseTo(2 * totalOf(agencyBill(typicalAgency, prices)), 6)
  })

  it('counts what stands in the templates', () => {
    const inventory = takeInventory(synth('prod').platform, environment('prod'))
    expect(inventory).toMatchObject({
      keys: 2,
      secrets: 5,
      dashboards: 2,
      firewallRules: 10,
      compositeAlarms: 3,
      zones: 1,
    })
    // A sign of life of each schedule, four canaries, two calls that are counted; nobody is watched.
    expect(inventory.metrics).toBe(scheduleNames.length + 4 + 2)
    // An alarm over the sum of nine functions looks at nine.
    expect(inventory.alarmMetrics).toBeGreaterThan(scheduleNames.length + 2 * 70)
  })

  it.each([
    [9, 0],
    [10, 20],
    [199, 20],
    [300, 20 + 101 * 0.1],
  ])('charges %i custom domains as the price list does', (domains, dollars) => {
    const inventory = {
      keys: 0,
      secrets: 0,
      alarmMetrics: 0,
      compositeAlarms: 0,
      metrics: 0,
      dashboards: 0,
      firewallRules: 0,
      zones: 0,
    }
    expect(standingBill(inventory, domains, prices).domains).toBeCloseTo(dollars)
  })
})
