// A11: candidates go through the pipeline, eight workers at once, with messages that come twice and late and workers that crash: each is
// one lead at most, and leads, counts, tallies, deliveries and bills say the same. What a lead costs stays the same however many there
// are, and what workers lose who meet on one campaign. `npm run bench -- A11 --leads=1000000` counts as far as a million.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { openDb } from '#functions/data/index.ts'
import { openTable, type Table } from '#functions/data/lib/table.ts'
import { makeBills } from '#functions/domain/billing/bill-campaign.ts'
import { type Candidate, type Outcome, take } from '#functions/domain/leads/take.ts'
import { HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { Person } from '#shared/model/lead.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { type Dice, openDice } from '../simulator/dice.ts'
import { written } from '../simulator/kept-reads.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import { quickenClient } from '../support/quick-line.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'
import { countUnits } from './units.ts'

const given = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1]
const WORKERS = 8
const BATCH = 25
const SEED = Number(given('seed') ?? 20_261_123)
/** Candidates of the books, and the most leads of one campaign. */
const CANDIDATES = 20_000
const MOST_LEADS = Number(given('leads') ?? process.env.BENCH_LEADS ?? 100_000)
const AGAIN = 0.3
const CRASHES = 0.02
/** What a campaign takes of visits in an hour. */
const PER_HOUR = 20_000
const START = Date.parse('2027-02-01T15:00:00Z')

class Crash extends Error {}

type Worker = { services: Bench['services']; units: ReturnType<typeof countUnits>; table: Table; end: () => void }

/** A worker with a door of its own to the table, so that it takes no turns with the others. */
function openWorker({ services, engines }: Bench): Worker {
  const table = openTable(services.table.name)
  const end = quickenClient(table, engines.endpoints.dynamodb)
  const sent = { send: async () => undefined, sendMany: async () => undefined }
  const queues = { ...services.queues, ...sent }
  return { services: { ...services, table, queues, db: openDb(table) }, units: countUnits(table), table, end }
}

/** Before each request, or after it was done: now and then the worker is gone. */
function crashNowAndThen({ table }: Worker, dice: Dice, state: { share: number; crashes: number }): void {
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const isHere = dice.chance(state.share)
      const isBefore = isHere && dice.chance(0.5)
      if (isHere) state.crashes++
      if (isBefore) throw new Crash('before a request')
      const answer = await next(args)
      if (isHere) throw new Crash('after a request')
      return answer
    },
    { step: 'initialize', name: 'crashes' },
  )
}

const personOf = (name: string) =>
  Person.parse({
    personId: name,
    email: `${name}@people.example`,
    firstName: 'Nora',
    lastName: 'Fields',
    city: 'Austin',
  })

type Message = { campaign: Campaign; candidate: Candidate; tries: number }

async function plant({ services, cast }: Bench, name: string, price: Partial<RetailPrice>, at: number) {
  const { db } = services
  const term = price.term ?? 'Weekly'
  const like = { ...cast.campaigns.smiles, status: 'active' as const, statusReason: 'user' as const }
  const campaign = await plantCampaign(db, { ...like, id: `cmp_${name}`, name, term, startedAt: at, createdAt: at })
  const retail = { ...noPrice, perLeadCentiCents: 15_000, ...price, term }
  await db.price.saveRetail(campaign.companyId, campaign.line, retail, { by: 'bench', at: at - 1 }, campaign.id)
  return campaign
}

/** Takes messages until none is left: those without an end come again, as their queue hands them over. */
async function workOff(workers: readonly Worker[], messages: Message[], dice: Dice): Promise<void> {
  const one = async ({ services }: Worker) => {
    while (messages.length > 0) {
      const [first] = messages
      if (!first) break
      const batch: Message[] = []
      for (let at = 0; at < messages.length && batch.length < BATCH; )
        if (messages[at]?.campaign === first.campaign) batch.push(...messages.splice(at, 1))
        else at++
      const candidates = batch.map(({ candidate, tries }) => ({ ...candidate, isRepeat: tries > 0 }))
      const ends = await take(services, first.campaign, candidates).catch((): Outcome[] => [])
      for (const [index, message] of batch.entries())
        if (ends[index] === undefined || ends[index].end === 'again')
          messages.splice(dice.below(messages.length + 1), 0, { ...message, tries: message.tries + 1 })
    }
  }
  await Promise.all(workers.map(one))
}

/** 20,000 candidates of ten campaigns: what is left in the table once all of them have an end. */
async function compareBooks(bench: Bench): Promise<Figure> {
  const { services } = bench
  const { db } = services
  const dice = openDice(SEED)
  const state = { share: CRASHES, crashes: 0 }
  const workers = Array.from({ length: WORKERS }, () => openWorker(bench))
  for (const worker of workers) {
    crashNowAndThen(worker, dice, state)
    worker.services.now = () => START
  }
  const names = Array.from({ length: 10 }, (_, index) => `a11x${index}`)
  const campaigns: Campaign[] = []
  for (const [index, name] of names.entries()) {
    // One has a limit, of which nothing more is sold.
    const limit = { count: index === 0 ? 500 : 0, every: 'day' as const, fromOn: '', toOn: '' }
    campaigns.push(await plant(bench, name, { limit }, START - HOUR))
  }
  const before = await Promise.all(campaigns.map((campaign) => db.lead.findMeter(campaign, true)))
  if (before.some((meter) => !meter || meter.leads > 0)) throw new Error('The campaigns are not new.')
  const messages: Message[] = Array.from({ length: CANDIDATES }, (_, index) => {
    const campaign = dice.pick(campaigns)
    // One in twenty is a person who came before.
    const who = index > 0 && dice.chance(0.05) ? dice.below(index) : index
    const person = personOf(`a11p${who}`)
    return { campaign, tries: 0, candidate: { id: `led_a11n${index}`, seenAt: START, person: async () => person } }
  })
  const again = messages.filter(() => dice.chance(AGAIN)).map((message) => ({ ...message, tries: 1 }))
  const all = [...messages, ...again]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.max(0, at - dice.below(4000))
    const [a, b] = [all[at], all[other]]
    if (a && b) all.splice(at, 1, b)
    if (a && b) all.splice(other, 1, a)
  }
  await workOff(workers, all, dice)
  state.share = 0
  const faults: string[] = []
  let stored = 0
  for (const [index, campaign] of campaigns.entries()) {
    const own = messages.filter((message) => message.campaign === campaign)
    const people = new Set<unknown>()
    for (const { candidate } of own) {
      const person = typeof candidate.person === 'function' ? await candidate.person() : candidate.person
      people.add(person?.email)
    }
    const wanted = index === 0 ? Math.min(500, people.size) : people.size
    const leads = await db.lead.list(campaign, { start: 0, end: START * 2 }, { limit: CANDIDATES })
    const meter = await db.lead.findMeter(campaign, true)
    const tally = await db.leadTally.count(campaign, START - HOUR, START + HOUR)
    const told = Object.values(tally).reduce((sum, count) => sum + count, 0)
    const made = await makeBills({ ...services, now: () => START }, campaign, { why: 'final' })
    const billed = made.bills
      .flatMap(({ items }) => items)
      .reduce((sum, { what, count }) => sum + (what === 'leads' ? count : 0), 0)
    stored += leads.length
    const facts = {
      wanted,
      leads: leads.length,
      ids: new Set(leads.map(({ id }) => id)).size,
      people: new Set(leads.map(({ person }) => person.email)).size,
      meter: meter?.leads,
      day: meter?.dayLeads,
      tally: tally.stored,
      billed,
    }
    if (new Set(Object.values(facts)).size !== 1) faults.push(`${campaign.id}: ${JSON.stringify(facts)}`)
    if (told !== own.length) faults.push(`${campaign.id}: ${told} of ${own.length} candidates have an end`)
  }
  for (const worker of workers) worker.end()
  for (const fault of faults) console.error(fault)
  return {
    id: 'A11',
    what: `${CANDIDATES.toLocaleString('en-US')} candidates of ten campaigns (seed ${SEED}), ${again.length} of them twice, eight workers, ${state.crashes} crashes: campaigns whose leads, people, meter, day, tally and bill differ`,
    figure: `${faults.length}; ${stored.toLocaleString('en-US')} leads`,
    goal: '0',
    peer: '-',
    met: faults.length === 0,
  }
}

/** What a lead costs once its campaign has 100, 1,000 and so on, in batches as they come; and how long a thousand of them take. */
async function countUpTo(bench: Bench, most: number): Promise<Figure[]> {
  const worker = openWorker(bench)
  const campaign = await plant(bench, 'a11long', {}, START - HOUR)
  const writes: string[] = []
  const reads: string[] = []
  const seconds: number[] = []
  const marks: number[] = []
  let made = 0
  let last = { leads: 0, writes: 0, reads: 0, ms: 0 }
  for (let mark = 100; mark <= most; mark *= 10) {
    while (made < mark) {
      const now = START + Math.floor((made * HOUR) / PER_HOUR)
      worker.services.now = () => now
      const count = Math.min(BATCH, mark - made)
      const isMeasured = made >= mark - Math.max(50, mark / 10)
      const candidates = Array.from({ length: count }, () => {
        const person = personOf(`long${++made}`)
        return { id: `led_long${made}`, seenAt: now, person: async () => person }
      })
      const began = performance.now()
      const { result, units } = await worker.units.of(() => take(worker.services, campaign, candidates))
      if (made % 50_000 === 0) console.error(`${made} leads`)
      if (result.some(({ end }) => end !== 'stored')) throw new Error('A lead was not stored.')
      if (isMeasured) {
        last.leads += count
        last.writes += units.writes
        last.reads += units.reads
        last.ms += performance.now() - began
      }
    }
    writes.push((last.writes / last.leads).toFixed(2))
    reads.push((last.reads / last.leads).toFixed(2))
    seconds.push(last.ms / last.leads)
    marks.push(mark)
    console.error(`${mark} leads: ${writes.at(-1)} write units each`)
    last = { leads: 0, writes: 0, reads: 0, ms: 0 }
  }
  const meter = await worker.services.db.lead.findMeter(campaign, true)
  if (meter?.leads !== made) throw new Error(`${meter?.leads} of ${made} leads are counted.`)
  worker.end()
  const [first = 1] = seconds
  const spread = Math.max(...writes.map(Number)) / Math.min(...writes.map(Number))
  const shown = marks.map((mark) => mark.toLocaleString('en-US')).join(' / ')
  return [
    {
      id: 'A11',
      what: `A lead of a campaign that has ${shown}, ${BATCH} at once: write units; read units`,
      figure: `${writes.join(' / ')}; ${reads.join(' / ')}`,
      goal: 'flat: <= 1.1 times the least',
      peer: `${((4 * BATCH + 4) / BATCH).toFixed(2)} of the leads' own transaction`,
      met: spread <= 1.1,
    },
    {
      id: 'A11',
      what: 'The same: time of a lead over that of the first hundred',
      figure: seconds.map((each) => (each / first).toFixed(2)).join(' / '),
      goal: '-',
      peer: 'one worker',
      met: undefined,
    },
  ]
}

/** What a request takes on AWS; meanwhile others meet it. */
const LATENCY_MS = 8

/** Transactions that touch the same row at once: the table refuses the later one, and charges for it. The engine never does. */
function playConflicts(workers: readonly Worker[], count: { tries: number; cancelled: number; units: number }) {
  const busy = new Set<string>()
  for (const { table } of workers)
    table.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          if (commandName !== 'TransactWriteItemsCommand') return next(args)
          const rows = (written({ constructor: { name: 'TransactWriteCommand' }, input: args.input }) ?? []).map(
            ({ pk, sk }) => `${pk} ${sk}`,
          )
          count.tries++
          if (rows.some((row) => busy.has(row))) {
            count.cancelled++
            count.units += 2 * rows.length
            const CancellationReasons = rows.map((row) => ({ Code: busy.has(row) ? 'TransactionConflict' : 'None' }))
            throw new TransactionCanceledException({ $metadata: {}, message: 'conflict', CancellationReasons })
          }
          for (const row of rows) busy.add(row)
          try {
            const [answer] = await Promise.all([next(args), new Promise((done) => setTimeout(done, LATENCY_MS))])
            return answer
          } finally {
            for (const row of rows) busy.delete(row)
          }
        },
      { step: 'initialize', name: 'conflicts' },
    )
}

/** Eight workers on one campaign whose transactions are refused as AWS refuses them. */
async function meet(bench: Bench, size: number): Promise<string> {
  const LEADS = 700
  const workers = Array.from({ length: WORKERS }, () => openWorker(bench))
  const count = { tries: 0, cancelled: 0, units: 0 }
  playConflicts(workers, count)
  const campaign = await plant(bench, `a11meet${size}`, {}, START - HOUR)
  const batches = Array.from({ length: LEADS / size }, (_, batch) =>
    Array.from({ length: size }, (__, index) => {
      const person = personOf(`meet${size}x${batch}x${index}`)
      return { id: `led_${person.personId}`, seenAt: START, person: async () => person, isRepeat: false }
    }),
  )
  let again = 0
  const one = async (worker: Worker): Promise<number> => {
    worker.services.now = () => START
    let writes = 0
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const candidates = batch
      const { result, units } = await worker.units.of(() => take(worker.services, campaign, candidates))
      writes += units.writes
      if (result.every(({ end }) => end === 'stored')) continue
      again++
      batches.unshift(batch.map((candidate) => ({ ...candidate, isRepeat: true })))
    }
    return writes
  }
  const writes = (await Promise.all(workers.map(one))).reduce((sum, each) => sum + each, 0)
  const meter = await bench.services.db.lead.findMeter(campaign, true)
  if (meter?.leads !== LEADS) throw new Error(`${meter?.leads} of ${LEADS} leads were stored.`)
  for (const worker of workers) worker.end()
  const stored = (writes / LEADS).toFixed(2)
  const lost = (count.units / LEADS).toFixed(2)
  return `${stored} + ${lost} (${count.cancelled} of ${count.tries} refused, ${again} messages came again)`
}

export async function benchIngest(bench: Bench): Promise<Figure[]> {
  const long = await countUpTo(bench, MOST_LEADS)
  const books = await compareBooks(bench)
  const met: string[] = []
  for (const size of [1, 10, BATCH]) met.push(await meet(bench, size))
  return [
    books,
    {
      id: 'A11',
      what: `Eight workers on one campaign, 1 / 10 / ${BATCH} leads at once, conflicts played, each request ${LATENCY_MS} ms: write units of a lead + those of refused transactions`,
      figure: met.join(' / '),
      goal: 'none lost',
      peer: 'one worker: nothing is refused',
      met: true,
    },
    ...long,
  ]
}
