import type * as z from 'zod'
import type { DeliveryRow } from '#shared/contracts/integrations/calls.ts'
import { reasonOf } from '#shared/integrations/reason.ts'
import { type Delivery, deliveryId } from '#shared/model/delivery.ts'

const iso = (at: number) => new Date(at).toISOString()

/** `leadName`: of a lead, for who may read leads. */
export const toDeliveryRow = (delivery: Delivery, leadName: string): z.input<typeof DeliveryRow> => ({
  id: deliveryId(delivery),
  lead_id: delivery.leadId,
  lead_created_at: iso(delivery.leadAt),
  lead_name: leadName,
  event: delivery.happening?.type ?? 'lead.created',
  kind: delivery.destination.kind,
  destination: delivery.destination.name,
  state: delivery.state,
  attempts: delivery.attempts.map(({ at, status, ms, words }) => ({
    at: iso(at),
    status,
    ms,
    // A receiver may refuse without a word, which is another thing than no answer.
    message: [reasonOf(status), words].filter(Boolean).join(' '),
  })),
  next_at: delivery.state === 'waiting' ? iso(delivery.nextAt) : null,
})
