// A delivery that its tool took, and of which nobody knows what came: it is not said to be delivered, and waits like any other. The row
// then has all that a delivery that waits has: it leaves when its tool is connected again, is tried ten times, comes to an end and is told.
// Its tries send nothing, they ask the tool (`look.ts`).
import type { JobMessage } from '#shared/jobs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { toMessage } from '../integrations/message.ts'
import { linesOfDoubt } from './record.ts'

export const SENT_AGAIN = 'it was sent again, or is gone'
export const ITS_TOOL_SAID_IT = 'its tool has said it'

/** Whether its tool is still to say what came of a lead. One that the version before delivered names no tool's work: its message does. */
export const isStillToSay = (delivered: Pick<Delivery, 'lookAt'>, lookAt: string): boolean =>
  (delivered.lookAt ?? lookAt) === lookAt

/** Answers one sentence for the log. Done at any line, by two at once or again, it begins once. */
export async function askByTries(
  { db, queues, now }: Pick<DeliveryDeps, 'db' | 'queues' | 'now'>,
  { companyId, campaignId, leadId, destination, endedAt, lookAt }: JobMessage<'lookAtDelivery'>,
): Promise<string> {
  const delivery = await db.delivery.find({ companyId, campaignId }, leadId, destination.id)
  if (delivery?.state !== 'delivered' || delivery.endedAt !== endedAt) return SENT_AGAIN
  if (!isStillToSay(delivery, lookAt)) return ITS_TOOL_SAID_IT
  if (!(await db.delivery.doubt(delivery, lookAt, now(), linesOfDoubt(delivery)))) return SENT_AGAIN
  // If this is lost, the timetable sends another.
  await queues.send('deliverLead', toMessage(delivery))
  return 'it waits until its tool says what came of it'
}
