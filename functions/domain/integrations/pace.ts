// Whether a tool may be asked now: one that fails again and again is left alone, and one that counts calls gets no more than it takes.
import { BREAKING_FAILURES, TOOL_PROBE_MS } from '#shared/integrations/breaker.ts'
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
  const { perMs } = pace
  async function untilFor(subject: string, most: number): Promise<number> {
    const count = await db.guard.count(kind, subject, perMs, at)
    if (count <= most) return 0
    // Those beyond it spread over the next times, as many in each as it takes.
    const times = Math.ceil(count / most) - 1
    return at - (at % perMs) + times * perMs
  }
  const ofCompany = await untilFor(`${companyId}#${slug}`, pace.of === 'platform' ? pace.each : pace.most)
  if (ofCompany > 0 || pace.of === 'connection') return ofCompany
  // What a company sends beyond its own part was not counted here: others have all of the rest.
  return untilFor(slug, pace.most)
}

type Hold = Extract<Outcome, { end: 'hold' }>

/** It is tried now. `probeUntil` (ms): until then nobody else tries, because this is the one try after a pause; 0 where it is not. */
type Go = { end: 'go'; probeUntil: number }

/** What a lead waits for, or that it is tried now, which after a pause is one alone. `probeMs`: longer than a try may take. */
export async function waitForTool(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  connection: ToolConnection,
  pace: Pace | undefined,
  { isTest, probeMs = TOOL_PROBE_MS }: { isTest: boolean; probeMs?: number },
): Promise<Hold | Go> {
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
  if (isTest || connection.failures < BREAKING_FAILURES) return { end: 'go', probeUntil: 0 }
  const probeUntil = at + probeMs
  return (await db.tool.probe(connection, at, probeUntil)) ? { end: 'go', probeUntil } : until(probeUntil, true)
}

/** The tool was not asked after all: the one try after its pause is left to another lead. */
export async function giveBackTry(
  { db }: Pick<DeliveryDeps, 'db'>,
  connection: ToolConnection,
  { probeUntil }: Go,
): Promise<void> {
  if (probeUntil > 0) await db.tool.endProbe(connection, probeUntil)
}
