import * as z from 'zod'
import type { FunctionKind } from './bundles.ts'
import { functionSettings } from './lambda.ts'
import { type AgencyMonth, tracing, units, waits } from './usage.ts'

const price = z.number().nonnegative()
export const Prices = z.object({
  region: z.string(),
  readOn: z.iso.date(),
  note: z.string(),
  unsure: z.array(z.string()),
  tableWritePerMillion: price,
  tableReadPerMillion: price,
  tablePerGbMonth: price,
  recoveryPerGbMonth: price,
  httpApiPerMillion: price,
  lambdaPerGbSecond: price,
  lambdaPerMillion: price,
  queuePerMillion: price,
  logsPerGb: price,
  mailPerThousand: price,
  filesPerGbMonth: price,
  filesPutPerThousand: price,
  edgeRequestsPerMillion: price,
  edgeTransferPerGb: price,
  edgeFunctionsPerMillion: price,
  firewallPerMillion: price,
  firewallAcl: price,
  firewallRule: price,
  keyMonth: price,
  secretMonth: price,
  /** Of each metric that an alarm looks at. */
  alarmMetricMonth: price,
  compositeAlarmMonth: price,
  metricMonth: price,
  dashboardMonth: price,
  hostedZoneMonth: price,
  tracePerMillion: price,
  edgeTenants: z.object({ free: price, upTo: price, base: price, each: price }),
})
export type Prices = z.output<typeof Prices>

/** Named parts of a bill, in dollars. */
export type Bill = Record<string, number>
export const totalOf = (bill: Bill) => Object.values(bill).reduce((sum, part) => sum + part, 0)

const million = 1e6
const giga = 1e9

/** A message is sent, handed out and forgotten; the latter two ten at a time, where as many are there. */
const ASKS_ALONE = 3
const ASKS_TOGETHER = 1.2

type Busy = { kind: FunctionKind; milliseconds: number; rounds: number; asked?: number }
type Work = Busy & { writes: number; reads: number; logBytes: number }
type Shared = { requests?: number; runs: number; asks?: number }

/** Megabytes for which Lambda gives one whole processor; with less of it the same work takes longer. */
const MB_OF_A_PROCESSOR = 1769

/** What is billed for the time of one piece of work: while it computes, and while it waits. */
export function gbSecondsOf({ kind, milliseconds, rounds, asked = 0 }: Busy): number {
  const { memory } = functionSettings[kind]
  const computing = milliseconds / Math.min(1, memory / MB_OF_A_PROCESSOR)
  const waiting = rounds * waits.tableRound + asked * waits.provider
  return ((computing + waiting) / 1000) * (memory / 1024)
}

/** So many pieces of work; `requests`, `runs` of functions and `asks` of queues are for each of them. */
function billOf(count: number, works: readonly Work[], { requests = 0, runs, asks = 0 }: Shared, prices: Prices): Bill {
  const sum = (name: 'writes' | 'reads' | 'logBytes') => works.reduce((all, work) => all + work[name], 0)
  const gbSeconds = works.reduce((all, work) => all + gbSecondsOf(work), 0)
  const each: Bill = {
    api: (requests / million) * prices.httpApiPerMillion,
    functions: (runs / million) * prices.lambdaPerMillion + gbSeconds * prices.lambdaPerGbSecond,
    table: (sum('writes') * prices.tableWritePerMillion + sum('reads') * prices.tableReadPerMillion) / million,
    queues: (asks / million) * prices.queuePerMillion,
    logs: (sum('logBytes') / giga) * prices.logsPerGb,
  }
  return Object.fromEntries(Object.entries(each).map(([name, part]) => [name, count * part]))
}

/** `single`: of visits that come alone. `burst`: of visits that come soon after one another. `pulled`: found by searches. Storage is not in it. */
export function leadsBill(leads: number, how: 'single' | 'burst' | 'pulled', prices: Prices): Bill {
  const { visit, lead, visitBatch, batchedLead } = units
  if (how === 'pulled') return billOf(leads, [batchedLead], { runs: batchedLead.runs }, prices)
  if (how === 'single') return billOf(leads, [visit, lead], { requests: 1, runs: 2, asks: ASKS_ALONE }, prices)
  const shared = { requests: 1, runs: 1 + 1 / visitBatch.size, asks: ASKS_TOGETHER }
  return billOf(leads, [visit, visitBatch], shared, prices)
}

/** Visits that become no lead: because nobody is known, or because their visitor was seen lately. */
export function visitsBill(visits: number, why: 'unmatched' | 'repeat', prices: Prices): Bill {
  const { visit, repeatVisit, unmatchedVisit } = units
  if (why === 'repeat') return billOf(visits, [repeatVisit], { requests: 1, runs: 1 }, prices)
  return billOf(visits, [visit, unmatchedVisit], { requests: 1, runs: 2, asks: ASKS_ALONE }, prices)
}

/** Leads that tools and webhooks take at the first try. The table keeps them for a month. */
export function deliveriesBill(deliveries: number, prices: Prices): Bill {
  const { delivery } = units
  const bill = billOf(deliveries, [delivery], { runs: 1, asks: ASKS_ALONE }, prices)
  const keptGb = (deliveries * delivery.bytesKept * delivery.monthsKept) / giga
  return { ...bill, storage: keptGb * (prices.tablePerGbMonth + prices.recoveryPerGbMonth) }
}

/** Traces of so many runs of a function in a month. */
function tracesOf(runs: number): number {
  const most = tracing.eachSecond * tracing.secondsOfAMonth
  return Math.min(runs, most) + Math.max(0, runs - most) * tracing.share
}

/** What an environment's traces cost: those that begin at the doors and in the timetable's work. */
export function tracesBill(agency: AgencyMonth, agencies: number, pageViews: number, prices: Prices): number {
  const { busyAreas } = tracing
  const doors = [agency.leads, agency.pulls].map((runs) => runs * agencies).concat(pageViews)
  const traces =
    doors.reduce((sum, runs) => sum + tracesOf(runs), 0) + busyAreas * tracesOf((agency.calls * agencies) / busyAreas)
  return (traces / million) * prices.tracePerMillion
}

/** All that one agency causes in a month. Its leads come one visit at a time. */
export function agencyBill(agency: AgencyMonth, prices: Prices): Bill {
  const { call, upload, walletMove, invoice, lead, pull } = units
  const writes =
    agency.uploads * upload.writes +
    agency.walletMoves * walletMove.writes +
    agency.invoices * invoice.writes +
    agency.pulls * pull.writes
  const reads =
    agency.calls * call.reads +
    agency.uploads * upload.reads +
    agency.invoices * invoice.reads +
    agency.pulls * pull.reads
  const gbSeconds =
    agency.calls * gbSecondsOf(call) + agency.uploads * gbSecondsOf(upload) + agency.pulls * gbSecondsOf(pull)
  const messages = agency.uploads * upload.messages + agency.pulls * pull.messages
  const keptGb = (agency.leads * agency.monthsKept * lead.bytesKept * KEPT_SHARE) / giga
  return {
    leads: totalOf(leadsBill(agency.leads, 'single', prices)),
    deliveries: totalOf(deliveriesBill(agency.deliveries, prices)),
    calls:
      (agency.calls / million) * (prices.httpApiPerMillion + prices.lambdaPerMillion) +
      (agency.pulls / million) * prices.lambdaPerMillion,
    compute: gbSeconds * prices.lambdaPerGbSecond,
    table: (writes / million) * prices.tableWritePerMillion + (reads / million) * prices.tableReadPerMillion,
    queues: ((messages * 3) / million) * prices.queuePerMillion,
    mail: (agency.mails / 1000) * prices.mailPerThousand,
    storage: keptGb * prices.tablePerGbMonth,
    recovery: keptGb * prices.recoveryPerGbMonth,
    logs: ((agency.calls * call.logBytes + agency.pulls * pull.logBytes) / giga) * prices.logsPerGb,
  }
}

/** A lead's row is this much of its bound on average. */
const KEPT_SHARE = 0.7

/** What stands in the templates and costs by being there. */
export type Inventory = {
  keys: number
  secrets: number
  /** Metrics that alarms look at; an alarm over a sum looks at each of its parts. */
  alarmMetrics: number
  compositeAlarms: number
  /** Numbers of ours, each name with each of its dimensions. */
  metrics: number
  dashboards: number
  firewallRules: number
  zones: number
}

export function standingBill(inventory: Inventory, customDomains: number, prices: Prices): Bill {
  const { free, upTo, base, each } = prices.edgeTenants
  const tenants = customDomains + 1
  return {
    firewall: prices.firewallAcl + inventory.firewallRules * prices.firewallRule,
    keys: inventory.keys * prices.keyMonth,
    secrets: inventory.secrets * prices.secretMonth,
    alarms: inventory.alarmMetrics * prices.alarmMetricMonth + inventory.compositeAlarms * prices.compositeAlarmMonth,
    metrics: inventory.metrics * prices.metricMonth + inventory.dashboards * prices.dashboardMonth,
    zone: inventory.zones * prices.hostedZoneMonth,
    domains: tenants <= free ? 0 : base + Math.max(0, tenants - upTo) * each,
  }
}

/** What page views cost at the edge: a page, six files of which most are kept by the browser, the firewall's look at each. */
export function edgeBill(pageViews: number, prices: Prices): Bill {
  const requests = pageViews * 3
  return {
    edgeRequests:
      (requests / million) *
      (prices.edgeRequestsPerMillion + prices.edgeFunctionsPerMillion + prices.firewallPerMillion),
    edgeTransfer: ((pageViews * 30_000) / giga) * prices.edgeTransferPerGb,
    pages: (pageViews / million) * (prices.httpApiPerMillion + prices.lambdaPerMillion),
  }
}
