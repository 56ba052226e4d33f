// A tool that works later is asked what came of a lead that it took. For an hour that happens beside its delivery, which counts as
// delivered; what the tool did not say by then, or refused, or cannot be asked now, is for the tries of the delivery (`doubt.ts`).
import { HOUR, MINUTE } from '#shared/dates.ts'
import type { JobMessage } from '#shared/jobs.ts'
import { lookWaits } from '#shared/leads/retries.ts'
import { messages } from '#shared/messages.ts'
import type { Delivery, Destination } from '#shared/model/delivery.ts'
import type { DeliveryRef } from '../../data/integrations/delivery.ts'
import { isAdapted } from '../../gateways/integrations/index.ts'
import { type Pace, ToolFault } from '../../gateways/integrations/tool.ts'
import { withTokens } from '../connections/oauth.ts'
import type { DeliveryDeps, Outcome } from '../integrations/adapter.ts'
import { waitForConnection } from '../integrations/adapters/fault.ts'
import { toMessage } from '../integrations/message.ts'
import { waitForPace } from '../integrations/pace.ts'
import { askByTries, ITS_TOOL_SAID_IT, isStillToSay, SENT_AGAIN } from './doubt.ts'

type Message = JobMessage<'lookAtDelivery'>

/** Questions of a connection beside its deliveries. */
const lookPace: Pace = { most: 120, perMs: MINUTE, of: 'connection' }
/** Whose turn would come later than that is not asked about: of more leads than may be asked about the queue would grow without end. */
const MOST_PACED_MS = HOUR
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

/** What came of a lead that a tool took, as far as it says so now. It may have been asked before. */
export async function askTool(
  deps: DeliveryDeps,
  { kind, companyId, name }: Destination,
  lookAt: string,
): Promise<Outcome> {
  const { db, now, tools } = deps
  if (kind === 'webhook' || !isAdapted(kind)) return { end: 'skipped', words: messages.toolGone }
  const unknown = (why: string) => `${name} took the lead, and whether it kept it is not known: ${why}`
  const [connection, { look }] = await Promise.all([db.tool.find({ companyId, slug: kind }), tools.adapter(kind)])
  if (!connection || !look) return { end: 'dead', status: 0, words: unknown(`${name} was disconnected.`) }
  if (connection.lostAt > 0) {
    const lost = await waitForConnection(deps, connection)
    return { ...lost, words: unknown(lost.words) }
  }
  const hold = { end: 'hold', isForConnection: false, words: '' } as const
  if (connection.openUntil > now()) return { ...hold, untilMs: connection.openUntil, isRest: true }
  const untilMs = await waitForPace(deps, connection, lookPace, 'tool-look')
  if (untilMs > now() + MOST_PACED_MS)
    return {
      end: 'delivered',
      status: 0,
      words: `${name} took the lead. More are sent there than can be asked about, so what came of it was not seen.`,
      isUnseen: true,
    }
  if (untilMs > now()) return { ...hold, untilMs }
  try {
    const result = await withTokens(deps, connection, (credentials) => look(credentials, lookAt))
    const isUnseen = result.is === 'hidden'
    if (isUnseen !== connection.unseenSince > 0) await db.tool.setUnseen(connection, isUnseen ? now() : 0)
    if (isUnseen)
      return {
        end: 'delivered',
        status: 0,
        words: `${name} took the lead, and does not let us see what came of it.`,
        isUnseen,
      }
    if (result.is === 'failed') return { end: 'dead', status: 0, words: result.words }
    if (result.is === 'unknown') return { end: 'dead', status: 0, words: unknown(result.words), isUnknown: true }
    if (result.is === 'done') return { end: 'delivered', status: 200, words: `${name} says that it kept the lead.` }
    return { end: 'retry', status: 0, words: unknown('it is still at it.'), afterMs: 0 }
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error
    const { end, message, afterMs } = error
    const said = { status: 0, words: unknown(message) }
    // Whether it knows us is found out by what is delivered next.
    return end === 'dead' ? { end, ...said } : { end: 'retry', ...said, afterMs }
  }
}

/** Somebody sent it again, and it waits for its next try: whether it was there before is good to know should it fail. */
const isBegunAnew = ({ state, lookAt, hasArrived, attempts }: Delivery, endedAt: number): boolean =>
  state === 'waiting' && !lookAt && !hasArrived && attempts.some(({ at }) => at === endedAt)

/** Answers one sentence for the log. May be done again. */
export async function lookAtDelivery(deps: DeliveryDeps, message: Message): Promise<string> {
  const { db, queues, now } = deps
  const { destination, companyId, campaignId, leadId, endedAt, lookAt, look } = message
  const read = () => db.delivery.find({ companyId, campaignId }, leadId, destination.id)
  const delivery = await read()
  const isSame = delivery?.state === 'delivered' && delivery.endedAt === endedAt
  if (!delivery || !(isSame || isBegunAnew(delivery, endedAt))) return SENT_AGAIN
  // A message may come twice, and each asks on by itself.
  if (isSame && !isStillToSay(delivery, lookAt)) return ITS_TOOL_SAID_IT
  const outcome = await askTool(deps, destination, lookAt)
  if (outcome.end === 'delivered') {
    if (outcome.isUnseen) return outcome.words
    if (!(await db.delivery.arrived(delivery))) {
      // Somebody sent it again in between.
      const anew = await read()
      if (anew && isBegunAnew(anew, endedAt)) await db.delivery.arrived(anew)
    }
    return 'done'
  }
  const isLater = outcome.end === 'dead' && outcome.isUnknown === true
  const isOpen = outcome.end === 'retry' || isLater || (outcome.end === 'hold' && !outcome.isForConnection)
  // Its turn did not come: that counts as no question.
  const isPaced = outcome.end === 'hold' && !outcome.isRest
  const next = isPaced ? look : look + 1
  const wait = lookWaits[next]
  if (!isOpen || wait === undefined) return isSame ? askByTries(deps, message) : SENT_AGAIN
  const afterMs = outcome.end === 'retry' ? outcome.afterMs : 0
  const waitMs = outcome.end === 'hold' ? outcome.untilMs - now() : Math.max(wait * MINUTE, afterMs)
  const delaySeconds = Math.max(0, Math.ceil(Math.min(waitMs, MOST_WAIT_MS) / 1000))
  await queues.send('lookAtDelivery', { ...message, look: next }, { delaySeconds })
  return outcome.end === 'hold' ? 'waits for its tool' : 'still under way'
}
