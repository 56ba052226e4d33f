import { describe, expect, it } from 'vitest'
import { judged, readPrices } from '#bin/cost.ts'
import { agencyBill, leadsBill, standingBill, totalOf, visitsBill } from '#infra/cost.ts'
import { takeInventory } from '#infra/inventory.ts'
import { typicalAgency } from '#infra/usage.ts'
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
    expect(bill.functions).toBeCloseTo(2 * 0.2 + 14 * 0.5 * 0.0133334, 2)
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

  it('grows with an agency and not faster', () => {
    const twice = {
      ...typicalAgency,
      leads: typicalAgency.leads * 2,
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
    const inventory = takeInventory(synth('prod').platform)
    expect(inventory).toMatchObject({ keys: 2, secrets: 5, dashboards: 2, firewallRules: 8, zones: 1 })
    expect(inventory.alarms).toBeGreaterThan(20)
  })

  it.each([
    [9, 0],
    [10, 20],
    [199, 20],
    [300, 20 + 101 * 0.1],
  ])('charges %i custom domains as the price list does', (domains, dollars) => {
    const inventory = { keys: 0, secrets: 0, alarms: 0, dashboards: 0, firewallRules: 0, zones: 0 }
    expect(standingBill(inventory, domains, prices).domains).toBeCloseTo(dollars)
  })
})
