// A40: people read and change for some minutes while the table throttles and loses answers. What counts is what failed for them in the
// end, and what grew: memory, connections, promises that nobody waits for.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import { MINUTE, SECOND } from '#shared/dates.ts'
import { headers as names } from '#shared/wire.ts'
import { type Dice, openDice } from '../simulator/dice.ts'
import { takeFaults } from '../support/faults.ts'
import { harness } from '../support/harness.ts'
import { isPermitted } from '../support/permitted.ts'
import { samples } from '../support/samples.ts'
import type { Figure } from './ratio.ts'

const given = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1]
const [MINUTES, PER_SECOND] = [Number(given('minutes') ?? 10), Number(given('rate') ?? 20)]
const THROTTLED = 0.05
const LOST = 0.01
const WRITES = 0.2
/** As often a client asks again, by the same idempotency key. */
const TRIES = 4
/** People at once. */
const PEOPLE = 8
const LOOK_MS = 15 * SECOND

/** They end sign-ins, companies and what the others work on, or mail somebody. */
const left =
  /logout|endAll|remove|delete|close|register|forgot|resend|invite|test|login|refresh|confirm|unlock|reset|password/i
const askers = ['cleo', 'ada', 'carl', 'abe'] as const

setFlagsFromString('--expose-gc')
// @NOTE the engine gives it under this name.
const collect = runInNewContext('gc') as () => void

/** Between the library's tries and the wire, where the service itself would refuse. */
function spoil(
  { middlewareStack }: DynamoDBDocumentClient,
  dice: Dice,
  faults: { now: boolean; throttled: number; lost: number },
) {
  middlewareStack.add(
    (next) => async (args) => {
      if (faults.now && dice.chance(THROTTLED)) {
        faults.throttled++
        throw Object.assign(new Error('Too many.'), {
          name: 'ProvisionedThroughputExceededException',
          $metadata: {},
          $fault: 'client',
        })
      }
      const answer = await next(args)
      if (faults.now && dice.chance(LOST)) {
        faults.lost++
        throw Object.assign(new Error('The answer was lost.'), { name: 'TimeoutError', $metadata: {} })
      }
      return answer
    },
    { step: 'finalizeRequest', priority: 'low', name: 'spoil' },
  )
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
const middle = (values: readonly number[]) =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  )

export async function benchSoak(): Promise<Figure[]> {
  const h = await harness({ hasSdk: true })
  const dice = openDice(40)
  const unhandled: unknown[] = []
  process.on('unhandledRejection', (reason) => unhandled.push(reason))
  const ask = (entry: NamedCall, who: (typeof askers)[number], key = crypto.randomUUID()) =>
    h.call(who, entry.id, samples[entry.id](h.cast, who), { headers: { [names.idempotencyKey]: key } })

  // What works for somebody, twice, is what people do here.
  const known: { entry: NamedCall; who: (typeof askers)[number]; isRead: boolean }[] = []
  for (const entry of allCalls.filter(({ id, call }) => !left.test(id) && call.can !== 'anyone'))
    for (const who of askers.filter((each) => isPermitted(entry, each, h.cast.users))) {
      const ends = [await ask(entry, who), await ask(entry, who)]
      if (ends.every(({ status }) => status === 200)) known.push({ entry, who, isRead: entry.call.method === 'GET' })
    }
  const [reads, writes] = [known.filter(({ isRead }) => isRead), known.filter(({ isRead }) => !isRead)]

  const faults = { now: false, throttled: 0, lost: 0 }
  spoil(h.services.table.client, dice, faults)
  const worker = h.runner.start()
  const kinds = new Set<string>()
  let [done, again, refused, failed] = [0, 0, 0, 0]
  async function act(): Promise<void> {
    const { entry, who } = dice.pick(dice.chance(WRITES) ? writes : reads)
    const key = crypto.randomUUID()
    for (let tries = 1; ; tries++) {
      const { status, body } = await ask(entry, who, key)
      if (status < 400) break
      const { code } = Object(body) as { code?: string }
      // A rule says no: others changed it meanwhile, or there are as many as there may be.
      if (status < 500 && code !== 'in_progress') {
        refused++
        kinds.add(`${entry.id} ${status}`)
        break
      }
      if (tries === TRIES) {
        failed++
        console.error(entry.id, status, takeFaults().join('\n'))
        break
      }
      again++
      await sleep(20 * 2 ** tries)
    }
    done++
  }

  const looks: { heap: number; rss: number; sockets: number }[] = []
  const look = () => {
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    looks.push({
      heap: heapUsed,
      rss,
      sockets: process.getActiveResourcesInfo().filter((each) => /TCP/.test(each)).length,
    })
  }
  async function live(minutes: number): Promise<void> {
    const end = performance.now() + minutes * MINUTE
    let lookAt = performance.now() + LOOK_MS
    await Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        while (performance.now() < end) {
          const since = performance.now()
          await act()
          if (performance.now() > lookAt) {
            lookAt += LOOK_MS
            look()
          }
          await sleep(Math.max(0, (PEOPLE * SECOND) / PER_SECOND - (performance.now() - since)))
        }
      }),
    )
  }
  // What is loaded and kept at first is no growth.
  await live(Math.min(1, MINUTES / 4))
  looks.length = 0
  done = 0
  refused = 0
  faults.now = true
  await live(MINUTES)
  faults.now = false
  await worker.stop()
  const third = Math.max(1, Math.floor(looks.length / 3))
  const growth = (of: (look: (typeof looks)[number]) => number) => {
    const [first, last] = [middle(looks.slice(0, third).map(of)), middle(looks.slice(-third).map(of))]
    return { share: (last / first - 1) * 100, first, last }
  }
  const [heap, rss, sockets] = [growth((each) => each.heap), growth((each) => each.rss), growth((each) => each.sockets)]
  const mega = (bytes: number) => (bytes / 1e6).toFixed(0)
  console.error(`Refused by a rule: ${[...kinds].join(', ')}`)
  return [
    {
      id: 'A40',
      what: `${done} operations of ${known.length} kinds in ${MINUTES} minutes, 80% reads, ${faults.throttled} requests of the table throttled, ${faults.lost} of its answers lost: failed after ${TRIES} tries; asked again; refused by a rule`,
      figure: `${failed}; ${again}; ${refused}`,
      goal: '0',
      peer: '-',
      met: failed === 0,
    },
    {
      id: 'A40',
      what: 'The same: heap and memory after a collection, last third over the first; connections; rejections that nobody handled',
      figure: `${heap.share.toFixed(1)}% (${mega(heap.first)} to ${mega(heap.last)} MB), ${rss.share.toFixed(1)}% (${mega(rss.first)} to ${mega(rss.last)} MB); ${sockets.first} to ${sockets.last}; ${unhandled.length}`,
      goal: `<= 1% in ten minutes; <= ${PEOPLE} more, one for each person at once; 0`,
      peer: '-',
      met: heap.share <= 1 && sockets.last <= sockets.first + PEOPLE && unhandled.length === 0,
    },
  ]
}
