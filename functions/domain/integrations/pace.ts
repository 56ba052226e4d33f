// Whether a tool may be asked now: one that fails again and again is left alone, and one that counts calls gets no more than it takes.
import { BREAKING_FAILURES, PROBE_MS } from '#shared/integrations/breaker.ts'
import { messages } from '#shared/messages.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { Pace } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps, Outcome } from './adapter.ts'

/** Until when a delivery waits (ms), because the time has its calls already; 0 when it goes on. */
export async function waitForPace(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  { companyId, slug }: Pick<ToolConnection, 'companyId' | 'slug'>,
  pace: Pace | undefined,
  kind = 'tool',
): Promise<number> {
  if (!pace) return 0
  const at = now()
  const subject = pace.of === 'platform' ? slug : `${companyId}#${slug}`
  const count = await db.guard.count(kind, subject, pace.perMs, at)
  if (count <= pace.most) return 0
  // Those beyond it spread over the next times, as many in each as it takes.
  const times = Math.ceil(count / pace.most) - 1
  return at - (at % pace.perMs) + times * pace.perMs
}

type Hold = Extract<Outcome, { end: 'hold' }>

/** What a lead waits for; undefined where it is tried now, which after a pause is one alone. */
export async function waitForTool(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  connection: ToolConnection,
  pace: Pace | undefined,
  isTest: boolean,
): Promise<Hold | undefined> {
  const at = now()
  const until = (untilMs: number, isRest: boolean): Hold => ({
    end: 'hold',
    untilMs,
    isForConnection: false,
    isRest,
    words: messages.toolRests,
  })
  // A test is asked for by a person who may have mended it.
  if (!isTest && connection.openUntil > at) return until(connection.openUntil, true)
  const untilMs = await waitForPace({ db, now }, connection, pace)
  if (untilMs > at) return until(untilMs, false)
  if (isTest || connection.failures < BREAKING_FAILURES) return undefined
  return (await db.tool.probe(connection, at, at + PROBE_MS)) ? undefined : until(at + PROBE_MS, true)
}
