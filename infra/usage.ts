// What a month holds: how much each kind of work costs in units, and how much of it an environment sees.
import type { Stage } from './environments.ts'

/**
 * Units of one piece of work. They are the bounds that the tests of the table's units hold; a change of what a piece
 * of work costs is made there first and then here. `kind` is that of the function, which says its memory; `milliseconds` of a whole
 * processor; `rounds` are how often it waits for the table, and `asked` how often for a provider.
 */
export const units = {
  /** Its own row, the mark of its person, the meter and the agency's day, each twice because they are one transaction; and its tally. Where it goes is read with it. */
  lead: { kind: 'jobs', rounds: 5, asked: 1, writes: 9, reads: 16, milliseconds: 8, logBytes: 400, bytesKept: 1024 },
  /** Leads of a pull are transactions of 45, with one meter, one day and one tally; they share runs and lines of log. */
  batchedLead: { kind: 'jobs', rounds: 0.1, writes: 4.2, reads: 1.4, runs: 0.01, milliseconds: 1.5, logBytes: 20 },
  /** A visit at the door: who its visitor is, and three counters of what came from where; its campaign is read by its number. */
  visit: { kind: 'hooks', rounds: 2, writes: 4, reads: 1.5, milliseconds: 6, logBytes: 250 },
  /** A visitor who was seen in the last 24 hours: the write that refuses them. */
  repeatVisit: { kind: 'hooks', rounds: 2, writes: 1, reads: 1.5, milliseconds: 4, logBytes: 250 },
  /** A visit whose person nobody knows, at the worker. */
  unmatchedVisit: { kind: 'jobs', rounds: 2, asked: 1, writes: 1, reads: 6, milliseconds: 6, logBytes: 250 },
  /** 25 visits of a burst, each: one transaction and one tally for all of them. */
  visitBatch: {
    kind: 'jobs',
    rounds: 0.2,
    asked: 0.04,
    size: 25,
    writes: 4.2,
    reads: 2.56,
    milliseconds: 2,
    logBytes: 120,
  },
  /** A question of an hour that found nobody: its row is leased and kept again, each time with its place in the index of what is due. */
  pull: { kind: 'jobs', rounds: 4, asked: 1, writes: 5, reads: 6.5, milliseconds: 60, logBytes: 400, messages: 1 },
  call: { kind: 'api', rounds: 3, writes: 0, reads: 5, milliseconds: 12, logBytes: 400 },
  upload: { kind: 'jobs', rounds: 80, writes: 223, reads: 8.5, milliseconds: 4000, logBytes: 800, messages: 2 },
  /** A lead to one destination that takes it at the first try: its row, leased and ended, and the try. */
  delivery: {
    kind: 'jobs',
    rounds: 4,
    asked: 1,
    writes: 3,
    reads: 3,
    milliseconds: 10,
    logBytes: 400,
    bytesKept: 700,
    monthsKept: 1,
  },
  walletMove: { writes: 6 },
  /** A bill of a campaign and its payment, of which its payer is told by a notice; before anybody is charged all leads that it is for are counted, four to a unit. Its day of revenue is marked, and it is in the margin of its agency. The row of the payer's latest notices counts as it is with a payer who was told of enough: 40 to 50 of them, three units on average with their trimming; a new payer's is one. */
  invoice: { writes: 29, reads: 170.5 },
} as const

/**
 * What a function is billed for while it only waits, in milliseconds: the table answers a round, and providers a question. Assumed:
 * an account alone can show it. A message of visits asks for all of its people at once.
 */
export const waits = { tableRound: 5, provider: 200 } as const

export type AgencyMonth = {
  leads: number
  /** To tools and webhooks. */
  deliveries: number
  /** Each campaign that looks for people is asked for every hour. */
  pulls: number
  calls: number
  uploads: number
  walletMoves: number
  invoices: number
  mails: number
  monthsKept: number
}

/** An agency with twenty clients, as the goal for its price describes it. */
export const typicalAgency: AgencyMonth = {
  leads: 50_000,
  deliveries: 50_000,
  pulls: 20 * 24 * 30,
  calls: 10_000,
  uploads: 40,
  walletMoves: 100,
  invoices: 80,
  mails: 1280,
  monthsKept: 12,
}

/**
 * How X-Ray samples by default: the first run of a second of each function that begins a trace, and a twentieth of what comes besides.
 * Workers go on with the trace of the message that they got. Calls are spread over functions by area, of which some are busy.
 */
export const tracing = { eachSecond: 1, share: 0.05, busyAreas: 10, secondsOfAMonth: 30 * 24 * 3600 } as const

/** Agencies, custom domains among them, and page views of an environment. */
export const usage: Record<Stage, { agencies: number; customDomains: number; pageViews: number }> = {
  dev: { agencies: 2, customDomains: 1, pageViews: 10_000 },
  staging: { agencies: 10, customDomains: 3, pageViews: 50_000 },
  prod: { agencies: 1000, customDomains: 300, pageViews: 20_000_000 },
}

/** Dollars that must not be exceeded: a little above what the measured units come to. */
export const goals = {
  millionLeadsSingly: 17,
  millionLeadsBurst: 8.3,
  millionLeadsPulled: 3.1,
  millionUnmatchedVisits: 10.3,
  millionRepeatVisits: 2.4,
  millionDeliveries: 7.6,
  agencyMonth: 1.8,
} as const
