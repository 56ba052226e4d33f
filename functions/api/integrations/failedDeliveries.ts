import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { namesOfLeads } from '../../domain/integrations/history.ts'
import { failedFor } from '../../domain/integrations/replay.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toDeliveryRow } from '../../wire/integrations/delivery.ts'

const PAGE = 50
const Place = z.object({
  endedAt: z.number().int().min(0),
  leadId: z.string().max(64),
  destinationId: z.string().max(64),
})

export default handle(contracts.integrations.failedDeliveries, async ({ input, actor, campaign, db }) => {
  const scope = `failed-deliveries/${campaign.id}`
  const from = input.cursor === undefined ? null : readCursor(scope, input.cursor, Place)
  const { deliveries, next } = await failedFor({ db, role: actor.role }, campaign, PAGE, from)
  const names = await namesOfLeads(db, deliveries)
  return {
    data: deliveries.map((delivery) => toDeliveryRow(delivery, names.get(delivery.leadId) ?? '')),
    next_cursor: next && toCursor(scope, next),
  }
})
