import type { Output } from '#shared/contracts/index.ts'
import type { HistoryLine } from '../../domain/integrations/history.ts'

const iso = (at: number) => new Date(at).toISOString()

export const toHistoryRow = ({
  one,
  reason,
  said,
  campaign,
  leadName,
  event,
  nextAt,
  isOpen,
  deliveryId,
}: HistoryLine): Output<'integrations.deliveryHistory'>['data'][number] => ({
  id: `${one.at}-${one.leadId}`,
  at: iso(one.at),
  outcome: one.outcome,
  status: one.status,
  reason,
  said,
  campaign_id: campaign?.number ?? '',
  campaign_name: campaign?.name ?? '',
  lead_id: one.leadId,
  lead_created_at: iso(one.leadAt),
  lead_name: leadName,
  event,
  next_at: nextAt > 0 ? iso(nextAt) : null,
  open: isOpen ? 'T' : 'F',
  delivery_id: deliveryId,
})
