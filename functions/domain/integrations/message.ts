import type { DeliveryRef } from '../../data/integrations/delivery.ts'

/** What the queue carries of a delivery: its row knows the rest. */
export function toMessage({ companyId, campaignId, agencyId, leadId, leadAt, destination, happening }: DeliveryRef) {
  return { companyId, campaignId, agencyId, leadId, leadAt, destination, ...(happening && { happening }) }
}
