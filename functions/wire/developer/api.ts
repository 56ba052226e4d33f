// What programs read, under the names of the developer API.
import type { Output } from '#shared/contracts/index.ts'
import type { LeadRow } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CompanyListItem } from '#shared/model/node.ts'

const iso = (at: number) => new Date(at).toISOString()

export const toClient = ({
  companyId,
  companyName,
  email,
  createdAt,
}: CompanyListItem): Output<'developer.listClients'>['data'][number] => ({
  id: companyId,
  name: companyName,
  email,
  created_at: iso(createdAt),
})

type Told = Pick<Campaign, 'id' | 'number' | 'name' | 'line' | 'status' | 'timeZone' | 'createdAt'>

export const toCampaign = (
  { id, number, name, line, status, timeZone, createdAt }: Told,
  client: { id: string; name: string },
): Output<'developer.getCampaign'> => ({
  id,
  number,
  name,
  product: line,
  status,
  time_zone: timeZone,
  client: { id: client.id, name: client.name },
  created_at: iso(createdAt),
})

export const toLead = (
  row: LeadRow,
  campaign: Pick<Campaign, 'id'>,
): Output<'developer.listLeads'>['data'][number] => ({
  id: row.id,
  campaign_id: campaign.id,
  first_name: row.firstName,
  last_name: row.lastName,
  email: row.email,
  phone: row.phone,
  street: row.street,
  city: row.city,
  state: row.stateCode,
  zip: row.zipCode,
  keyword: row.keyword,
  page_url: row.pageUrl,
  visited_at: iso(row.visitedAt),
  created_at: iso(row.createdAt),
  credited_at: row.credit === undefined ? null : iso(row.credit.at),
  erased_at: row.erasedAt === undefined ? null : iso(row.erasedAt),
})
