// Tools that take so many calls in a time are asked no more often than that.
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { Pace } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps } from './adapter.ts'

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
