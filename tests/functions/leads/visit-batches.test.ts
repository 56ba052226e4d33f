// Visits that come soon after one another are worked on together, and what each costs on its way is what prices are reckoned by.
import { beforeAll, describe, expect, it } from 'vitest'
import { openRunner } from '#infra/local/runner.ts'
import { units } from '#infra/usage.ts'
import { jobs, windowMsOf } from '#shared/jobs.ts'
import { type Counter, countUnits } from '#tests/bench/units.ts'
import { watchTable } from './faults.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let counter: Counter
beforeAll(async () => {
  stage = await startStage()
  counter = countUnits(stage.services.table)
})

let people = 0
const visitors = (count: number, prefix = 'batch') =>
  Array.from({ length: count }, () => `${prefix}-visitor-${++people}`)
/** One by one through the door, as browsers send them; each from an address of its own. */
async function visit(campaign: string, ids: readonly string[]) {
  for (const v of ids) await stage.visit(campaign, { v, ip: `203.0.113.${(people++ % 250) + 1}` })
}
const total = async (campaign: Awaited<ReturnType<Stage['newCampaign']>>) =>
  (await stage.leadsOf('cleo', campaign)).total

describe('a batch of visits', () => {
  it('CMP-49+ waits for others for some seconds and no longer: a burst shares transactions, a single visit is soon a lead', async () => {
    const campaign = await stage.newCampaign()
    const { endpoints, queueUrl, hasDue } = stage.engines
    const work = openRunner({ endpoint: endpoints.sqs, queueUrl, hasDue }).start()
    const watch = watchTable(stage.services)
    try {
      const began = performance.now()
      await visit(campaign.id, visitors(16))
      // A busy machine may take longer for the visits than they wait, so that how long is said by when the first is a lead.
      await expect.poll(() => total(campaign), { timeout: 60_000, interval: 100 }).toBeGreaterThan(0)
      expect(performance.now() - began).toBeGreaterThanOrEqual(windowMsOf('resolveVisits'))
      await expect.poll(() => total(campaign), { timeout: 60_000, interval: 100 }).toBe(16)
      // Two workers share a queue here, and other work goes on beside.
      const sales = watch.commands.filter((name) => name === 'TransactWriteItemsCommand')
      expect(sales.length).toBeLessThan(8)
    } finally {
      watch.remove()
      await work.stop()
    }
  })

  it('is 25 visits in one transaction, for the units that the price of leads that come together is reckoned by', async () => {
    const campaign = await stage.newCampaign()
    await visit(campaign.id, visitors(1))
    await stage.drain()
    await visit(campaign.id, visitors(jobs.resolveVisits.batchSize))
    const { units: cost } = await counter.of(() => stage.drain())
    expect(await total(campaign)).toBe(26)
    const { writes, reads } = units.visitBatch
    expect([cost.writes / 25, cost.reads / 25]).toEqual([writes, reads])
  })
})

describe('what a visit costs before it is a lead', () => {
  it('is at the door four units of writing, and one where the visitor was seen lately', async () => {
    const campaign = await stage.newCampaign()
    // The first one of an hour is written down, too.
    await visit(campaign.id, visitors(1))
    const [one = ''] = visitors(1)
    const first = await counter.of(() => visit(campaign.id, [one]))
    expect([first.units.writes, first.units.reads]).toEqual([units.visit.writes, units.visit.reads])
    const watch = watchTable(stage.services)
    const again = await counter.of(() => visit(campaign.id, [one]))
    watch.remove()
    // The engine tells no units of a write that its condition refused; it is charged all the same.
    const writes = watch.commands.filter((name) => /^(Put|Update|Delete)/.test(name)).length
    expect([writes, again.units.reads]).toEqual([units.repeatVisit.writes, units.repeatVisit.reads])
    await stage.drain()
  })

  it('is at the worker a tally and the looks, where nobody knows the visitor', async () => {
    const campaign = await stage.newCampaign()
    await visit(campaign.id, visitors(1, 'unknown'))
    await stage.drain()
    await visit(campaign.id, visitors(1, 'unknown'))
    const { units: cost } = await counter.of(() => stage.drain())
    expect([cost.writes, cost.reads]).toEqual([units.unmatchedVisit.writes, units.unmatchedVisit.reads])
  })
})
