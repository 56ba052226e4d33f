// A lead as an address names it: when it was stored, its id, its campaign's number and its client.
type Lead = { createdAt: string; id: string; campaignNumber: string; companyId: string }
export type NamedLead = { storedAt: string; leadId: string; campaignId: string; clientId: string }
type Campaign = { campaignNumber: string; companyId: string }

export const nameLead = ({ createdAt, id, campaignNumber, companyId }: Lead): string =>
  [Date.parse(createdAt), id, campaignNumber, companyId].join('-')

/** Undefined while no lead is open. An address that names a lead alone means one of the campaign that is looked at. */
export function readNamed(text: string, of: Campaign | undefined): NamedLead | undefined {
  const [at = '', leadId = '', number = of?.campaignNumber ?? '', clientId = of?.companyId ?? ''] = text.split('-', 4)
  if (!/^\d{1,15}$/.test(at) || !leadId || !number || !clientId) return undefined
  return { storedAt: new Date(Number(at)).toISOString(), leadId, campaignId: number, clientId }
}
