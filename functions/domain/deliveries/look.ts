// A tool that works later is asked what came of a lead that it took: what it refused then is no delivery, and says why.
import { MINUTE } from '#shared/dates.ts'
import type { JobMessage } from '#shared/jobs.ts'
import { lookWaits } from '#shared/leads/retries.ts'
import type { Attempt } from '#shared/model/delivery.ts'
import type { DeliveryRef } from '../../data/integrations/delivery.ts'
import { isAdapted } from '../../gateways/integrations/index.ts'
import { type LaterResult, type Pace, ToolFault } from '../../gateways/integrations/tool.ts'
import { withTokens } from '../connections/oauth.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { toMessage } from '../integrations/message.ts'
import { waitForPace } from '../integrations/pace.ts'
import { onRefusedLater } from './refused-later.ts'

type Message = JobMessage<'lookAtDelivery'>

/** Questions of a connection beside its deliveries. */
const lookPace: Pace = { most: 60, perMs: MINUTE, of: 'connection' }
/** What a queue keeps back at most. */
const MOST_WAIT_MS = 15 * MINUTE

/** `endedAt`: of the delivery that is meant, and of none that somebody began anew since. */
export async function lookLater(
  { queues }: Pick<DeliveryDeps, 'queues'>,
  ref: DeliveryRef,
  endedAt: number,
  lookAt: string,
): Promise<void> {
  const message = { ...toMessage(ref), endedAt, lookAt, look: 0 }
  await queues.send('lookAtDelivery', message, { delaySeconds: lookWaits[0] * 60 })
}

const again = ({ queues }: DeliveryDeps, message: Message, waitMs: number) =>
  queues.send('lookAtDelivery', message, { delaySeconds: Math.ceil(Math.min(waitMs, MOST_WAIT_MS) / 1000) })

/** Answers one sentence for the log. May be done again. */
export async function lookAtDelivery(deps: DeliveryDeps, message: Message): Promise<string> {
  const { db, now, tools } = deps
  const { destination, companyId, campaignId, leadId, endedAt, lookAt, look } = message
  const { kind } = destination
  if (kind === 'webhook' || !isAdapted(kind)) return 'nothing to look at'
  const [delivery, connection, adapter] = await Promise.all([
    db.delivery.find({ companyId, campaignId }, leadId, destination.id),
    db.tool.find({ companyId: destination.companyId, slug: kind }),
    tools.adapter(kind),
  ])
  if (delivery?.state !== 'delivered' || delivery.endedAt !== endedAt) return 'it was sent again, or is gone'
  if (!connection || connection.lostAt > 0 || !adapter.look) return 'nobody to ask'
  const at = now()
  const untilMs = Math.max(connection.openUntil, await waitForPace(deps, connection, lookPace, 'tool-look'))
  if (untilMs > at) {
    await again(deps, message, untilMs - at)
    return 'waits for its tool'
  }
  const result = await withTokens(deps, connection, async (credentials): Promise<LaterResult> => {
    return (await adapter.look?.(credentials, lookAt)) ?? { is: 'done' }
  }).catch((error: unknown) => {
    if (error instanceof ToolFault) return error
    throw error
  })
  const isOpen = result instanceof ToolFault ? result.end === 'retry' : result.is === 'pending'
  const wait = lookWaits[look + 1]
  if (isOpen) {
    if (wait === undefined) return 'not known in time'
    const asked = result instanceof ToolFault ? result.afterMs : 0
    await again(deps, { ...message, look: look + 1 }, Math.max(wait * MINUTE, asked))
    return 'still under way'
  }
  // Whether it knows us is found out by what is delivered next.
  if (result instanceof ToolFault) return `not told: ${result.message}`
  if (result.is !== 'failed') return 'done'
  const attempt: Attempt = { at, status: 0, ms: 0, words: result.words }
  return onRefusedLater(deps, delivery, attempt)
}
