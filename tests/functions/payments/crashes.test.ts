import { expect, it } from 'vitest'
import { runCrashes } from '../../support/crashes.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

it('a hundred crashes before, during and after the charge leave each payment charged once, and both books the same', {
  timeout: 600_000,
}, async () => {
  h.setClock(Date.parse('2027-01-10T15:00:00Z'))
  const { services, stripe, setClock } = h
  const report = await runCrashes({ services, stripe, setClock, company: h.cast.copper }, { crashes: 100, seed: 6 })
  expect(report.wrong).toEqual([])
  expect([report.crashes, report.takenCents - report.bookedCents]).toEqual([100, 0])
  // Each of the three kinds of payments, each way to die.
  expect(Object.keys(report.kinds).length).toBeGreaterThan(12)
})
