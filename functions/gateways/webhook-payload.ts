// A lead as webhooks get it: one flat JSON object, the same at each try.
import type { LeadRow, NamedValue } from '#shared/leads/row.ts'

export const leadCreated = 'lead.created'

export type LeadPayload = {
  event: typeof leadCreated
  type: typeof leadCreated
  /** When the lead was stored (ISO), as `created_at`. */
  timestamp: string
  id: string
  created_at: string
  campaign_id: string
  campaign_name: string
  company_name: string
  first_name: string
  last_name: string
  email: string
  phone: string
  address: string
  city: string
  state: string
  zip: string
  keyword: string
  landing_url: string
  tags: string[]
  /** By the id of the information type. */
  advanced: Record<string, string>
  b2b: Record<string, string>
  /** Only on a test lead. */
  test?: true
}

type Named = { campaignNumber: string; campaignName: string; companyName: string; isTest?: boolean }

const byId = (values: readonly NamedValue[]) => Object.fromEntries(values.map(({ id, value }) => [id, value]))

export function toLeadPayload(row: LeadRow, { campaignNumber, campaignName, companyName, isTest }: Named): LeadPayload {
  const createdAt = new Date(row.createdAt).toISOString()
  return {
    event: leadCreated,
    type: leadCreated,
    timestamp: createdAt,
    id: row.id,
    created_at: createdAt,
    campaign_id: campaignNumber,
    campaign_name: campaignName,
    company_name: companyName,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    phone: row.phone,
    address: row.street,
    city: row.city,
    state: row.stateCode,
    zip: row.zipCode,
    keyword: row.keyword,
    landing_url: row.pageUrl,
    tags: [],
    advanced: byId(row.advanced),
    b2b: byId(row.business),
    ...(isTest && { test: true }),
  }
}
