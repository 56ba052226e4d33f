// Hands leads of some time to one destination again. A try is meant only while it is the end of its delivery, so that each is begun
// anew once, however often somebody asks for the same time, and none that is under way is disturbed.
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryTry, HistoryOf, TryOutcome } from '#shared/model/delivery-try.ts'
import { MOST_COUNTED, type Replay, type ReplayKind } from '#shared/model/replay.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { DeliveryDeps } from './adapter.ts'
import { endsDelivery } from './history.ts'
import { toMessage } from './message.ts'

type Reads = { db: Pick<Db, 'deliveryTry' | 'delivery'> }
type Deps = Pick<DeliveryDeps, 'db' | 'queues' | 'now'> & { remainingMs: () => number }
type Range = Pick<Replay, 'kind' | 'from' | 'to'>
type Pair = { one: DeliveryTry; delivery: Delivery }
type Page = { pairs: Pair[]; last: Replay['at'] }

const PAGE = 100
/** As many leave at once; then the deliveries of others have their turn. */
const AT_ONCE = 500
const PAUSE_SECONDS = 5
const RESERVE_MS = 15_000

const outcomesOf = (kind: ReplayKind): TryOutcome[] => (kind === 'failed' ? ['failed'] : ['failed', 'delivered'])
const keyOf = ({ campaignId, leadId }: Pick<DeliveryTry, 'campaignId' | 'leadId'>) => `${campaignId}#${leadId}`

/** Tries of the time with their deliveries as these are now, a page after the other. */
async function* pagesOf(
  { db }: Reads,
  of: HistoryOf,
  { kind, from, to }: Range,
  at: Replay['at'],
): AsyncGenerator<Page> {
  const outcomes = outcomesOf(kind)
  const first = at ? Math.max(0, outcomes.indexOf(at.outcome)) : 0
  let after = at
  for (const outcome of outcomes.slice(first)) {
    for (;;) {
      const tries: DeliveryTry[] = await db.deliveryTry.walk(of, outcome, { from, to, after, limit: PAGE })
      if (tries.length > 0) {
        const unique = [...new Map(tries.map((one) => [keyOf(one), one])).values()]
        const found = new Map((await db.delivery.findMany(unique, of.id, true)).map((each) => [keyOf(each), each]))
        const pairs = tries.flatMap((one) => {
          const delivery = found.get(keyOf(one))
          return delivery ? [{ one, delivery }] : []
        })
        const last = tries.at(-1)
        after = last && { outcome, at: last.at, leadId: last.leadId }
        yield { pairs, last: after }
      }
      if (tries.length < PAGE) break
    }
    after = undefined
  }
}

/** How many it would be, each once. Counting ends at some thousands. */
export async function countReplay(
  deps: Reads,
  of: HistoryOf,
  range: Range,
): Promise<{ count: number; hasMore: boolean }> {
  let walked = 0
  let count = 0
  for await (const { pairs } of pagesOf(deps, of, range, undefined)) {
    count += pairs.filter(({ one, delivery }) => endsDelivery(delivery, one)).length
    walked += pairs.length
    if (walked >= MOST_COUNTED) return { count, hasMore: true }
  }
  return { count, hasMore: false }
}

/** True where it was begun anew for this replay: now, by a worker that crashed before it said so, or by one that is as far. */
async function begin({ db, queues, now }: Deps, { id }: Replay, { one, delivery }: Pair): Promise<boolean> {
  const mark = `${id}#${one.at}`
  if (delivery.replayMark === mark) return true
  if (!endsDelivery(delivery, one)) return false
  if (!(await db.delivery.replay(delivery, now(), mark))) {
    const read = await db.delivery.find(delivery, delivery.leadId, delivery.destination.id)
    return read?.replayMark === mark
  }
  // If this is lost, the timetable sends another.
  await queues.send('deliverLead', toMessage(delivery))
  return true
}

/** Goes on with a replay. Answers one sentence for the log. May be called any number of times. */
export async function runReplay(
  deps: Deps,
  message: { companyId: string; destinationId: string; id: string },
): Promise<string> {
  const { db, queues, now, remainingMs } = deps
  const of = { companyId: message.companyId, id: message.destinationId }
  const found = await db.replay.find(of)
  if (found?.id !== message.id || found.state !== 'running') return 'is over'
  let read: Replay = found
  let sent = 0
  for await (const { pairs, last } of pagesOf(deps, of, read, read.at)) {
    const begun = await mapConcurrent(pairs, (pair) => begin(deps, read, pair))
    const count = begun.filter(Boolean).length
    const next = { done: read.done + count, at: last, state: 'running' as const }
    if (!(await db.replay.advance(read, next, now()))) return 'another worker goes on'
    read = { ...read, ...next, step: read.step + 1 }
    sent += count
    if (sent >= AT_ONCE || remainingMs() < RESERVE_MS) {
      await queues.send('replayLeads', message, { delaySeconds: PAUSE_SECONDS })
      return `goes on later, ${read.done} sent`
    }
  }
  await db.replay.advance(read, { done: read.done, at: read.at, state: 'done' }, now())
  return `done, ${read.done} sent`
}
