// `npm run cost`: what an environment costs in a month, roughly, from the one editable list of prices (infra/prices.json)
// and from what stands in its templates. Fails when a goal is exceeded.
import { readFileSync } from 'node:fs'
import {
  agencyBill,
  type Bill,
  deliveriesBill,
  edgeBill,
  leadsBill,
  Prices,
  standingBill,
  totalOf,
  tracesBill,
  visitsBill,
} from '#infra/cost.ts'
import { environment, stages } from '#infra/environments.ts'
import { takeInventory } from '#infra/inventory.ts'
import { makePlatform } from '#infra/platform.ts'
import { goals, typicalAgency, usage } from '#infra/usage.ts'
import { refuseArguments } from './arguments.ts'

export function readPrices(): Prices {
  return Prices.parse(JSON.parse(readFileSync(new URL('../infra/prices.json', import.meta.url), 'utf8')))
}

/** The figures that have a goal. */
export function judged(prices: Prices): { name: string; dollars: number; goal: number }[] {
  const of = (name: string, bill: Bill, goal: number) => ({ name, dollars: totalOf(bill), goal })
  return [
    of('1M leads of single visits', leadsBill(1e6, 'single', prices), goals.millionLeadsSingly),
    of('1M leads of visits in bursts', leadsBill(1e6, 'burst', prices), goals.millionLeadsBurst),
    of('1M leads of searches', leadsBill(1e6, 'pulled', prices), goals.millionLeadsPulled),
    of('1M visits of nobody known', visitsBill(1e6, 'unmatched', prices), goals.millionUnmatchedVisits),
    of('1M visits seen lately', visitsBill(1e6, 'repeat', prices), goals.millionRepeatVisits),
    of('1M deliveries', deliveriesBill(1e6, prices), goals.millionDeliveries),
    of('one agency for a month', agencyBill(typicalAgency, prices), goals.agencyMonth),
  ]
}

const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const show = (bill: Bill) =>
  Object.entries(bill)
    .map(([name, part]) => `${name} ${dollars(part)}`)
    .join(', ')

function main(): void {
  const prices = readPrices()
  console.log(`List prices of ${prices.region}, read on ${prices.readOn}. From memory: ${prices.unsure.join(', ')}.\n`)
  for (const { name, dollars: amount, goal } of judged(prices)) {
    const isOver = amount > goal
    if (isOver) process.exitCode = 1
    console.log(`${name.padEnd(30)} ${dollars(amount).padStart(8)}   goal ${dollars(goal)}${isOver ? '   OVER' : ''}`)
  }
  const agency = agencyBill(typicalAgency, prices)
  console.log(`\nThe agency's month: ${show(agency)}`)
  for (const stage of stages) {
    const { agencies, customDomains, pageViews } = usage[stage]
    const wanted = environment(stage)
    const inventory = takeInventory(
      makePlatform(wanted, { code: 'stubs', checks: false, app: { builtinCloudFormationValidation: false } }),
      wanted,
    )
    const standing = standingBill(inventory, customDomains, prices)
    const edge = edgeBill(pageViews, prices)
    const traces = tracesBill(typicalAgency, agencies, pageViews, prices)
    const all = totalOf(standing) + totalOf(edge) + agencies * totalOf(agency) + traces
    console.log(
      `\n${stage}: ${dollars(all)} a month with ${agencies} agencies, ${customDomains} custom domains, ${pageViews.toLocaleString('en-US')} page views`,
    )
    console.log(`  standing ${dollars(totalOf(standing))}: ${show(standing)}`)
    console.log(`  edge     ${dollars(totalOf(edge))}: ${show(edge)}`)
    console.log(`  agencies ${dollars(agencies * totalOf(agency))}`)
    console.log(`  traces   ${dollars(traces)}`)
  }
}

if (import.meta.main) {
  refuseArguments('cost')
  main()
}
