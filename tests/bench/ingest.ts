// A11: candidates go through the pipeline, eight workers at once, with messages that come twice and late and workers that crash: each is
// one lead at most, and leads, counts, tallies, deliveries and bills say the same. What a lead costs stays the same however many there
// are, and what workers lose who meet on one campaign. `npm run bench -- A11 --leads=1000000` counts as far as a million.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { take } from '#functions/domain/leads/take.ts'
import { HOUR } from '#shared/dates.ts'
import { written } from '../simulator/kept-reads.ts'
import { benchBooks } from './ingest-books.ts'
import { BATCH, openWorker, personOf, plant, START, WORKERS, type Worker } from './ingest-workers.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const given = process.argv.find((text) => text.startsWith('--leads='))?.split('=')[1]
/** The most leads of one campaign. */
const MOST_LEADS = Number(given ?? process.env.BENCH_LEADS ?? 100_000)
/** What a campaign takes of visits in an hour. */
const PER_HOUR = 20_000

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
  const books = await benchBooks(bench)
  const met: string[] = []
  for (const size of [1, 10, BATCH]) met.push(await meet(bench, size))
  return [
    ...books,
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
