// Leads and their sums as reports tell them.
import type { Output } from '#shared/contracts/index.ts'
import type { NamedValue } from '#shared/leads/row.ts'
import { COMPANY_TYPE } from '#shared/model/information-type.ts'
import type { Counted } from '../../domain/reports/counts.ts'
import type { ShownLead } from '../../domain/reports/facts.ts'
import type { FoundLead, FoundPage } from '../../domain/reports/lead-list.ts'
import { toPageWire } from '../lib/page.ts'

const iso = (at: number) => new Date(at).toISOString()
const dollars = (centiCents: number) => centiCents / 10_000
const byName = (values: readonly NamedValue[]) => Object.fromEntries(values.map(({ name, value }) => [name, value]))

export const toReportRow = ({ row, campaign, client }: ShownLead): Output<'leads.list'>['data'][number] => ({
  id: row.id,
  created_at: iso(row.createdAt),
  visited_at: iso(row.visitedAt),
  leadspeek_api_id: campaign.number,
  campaign_name: campaign.name,
  company_id: client.id,
  company_name: client.name,
  leadspeek_type: campaign.line,
  timezone: campaign.timeZone,
  firstname: row.firstName,
  lastname: row.lastName,
  email: row.email,
  email2: row.otherEmails[0] ?? '',
  phone: row.phone,
  phone2: row.otherPhones[0] ?? '',
  address1: row.street,
  address2: '',
  city: row.city,
  state: row.stateCode,
  zipcode: row.zipCode,
  keyword: row.keyword,
  landing_url: row.pageUrl,
  advanced: byName(row.advanced),
  b2b: byName(row.business),
  worksAt: row.business.find(({ id }) => id === COMPANY_TYPE)?.value ?? '',
  price: dollars(row.retailCentiCents ?? 0),
  ...(row.wholesaleCentiCents !== undefined && { wholesale: dollars(row.wholesaleCentiCents) }),
  ...(row.credit && { credit: { at: iso(row.credit.at), level: row.credit.level } }),
  ...(row.erasedAt !== undefined && { erased_at: iso(row.erasedAt) }),
})

/** A page of leads, of which `rowOf` says what their reader is shown, and where it goes on. */
export const toLeadPage = (
  { rows, next: _next, ...numbers }: FoundPage,
  rowOf: (found: FoundLead) => ShownLead | undefined,
  cursor: string | undefined,
): Output<'leads.list'> => ({
  ...toPageWire(numbers),
  next_cursor: cursor ?? null,
  data: rows.flatMap((found) => {
    const shown = rowOf(found)
    return shown ? [toReportRow(shown)] : []
  }),
})

/** What leads cost; a client reads nothing of what its agency pays. */
export const toTotals = (
  { leads, retailCentiCents, wholesaleCentiCents }: Omit<Counted, 'day'>,
  isClient: boolean,
): Pick<Output<'leads.chart'>['totals'], 'leads' | 'spend' | 'wholesale'> => ({
  leads,
  ...(retailCentiCents !== undefined && { spend: dollars(retailCentiCents) }),
  ...(!isClient && wholesaleCentiCents !== undefined && { wholesale: dollars(wholesaleCentiCents) }),
})
