// Leads as a file: the cells are those of the rows that screens and deliveries show, and columns that the reader may not see, or
// the campaign does not have, are not there at all.
import { seesPhones } from '../access/phones.ts'
import { toCsvLine } from '../csv.ts'
import type { Company } from '../model/company.ts'
import {
  type ChosenTypes,
  type LeadRow,
  type LeadViewer,
  type NamedValue,
  namesPhone,
  type RowCampaign,
  roleOf,
} from './row.ts'

/** More are not put together at once. */
export const MOST_LEADS_IN_FILE = 10_000

type Column = [head: string, cell: (row: LeadRow) => string]
type Of = { campaign: RowCampaign; client: Pick<Company, 'showsPhone'>; viewer: LeadViewer; types: ChosenTypes }

const iso = (at: number) => new Date(at).toISOString()
const joined = (values: readonly string[]) => values.join(' ')
const dollars = (centiCents: number | undefined) => (centiCents === undefined ? '' : (centiCents / 10_000).toFixed(4))
const valueFor = (values: readonly NamedValue[], id: string) => values.find((each) => each.id === id)?.value ?? ''

function columnsOf({ campaign, client, viewer, types }: Of): Column[] {
  const hasPhones = seesPhones({ role: roleOf(viewer) }, client, campaign)
  const when = (isThere: boolean, ...columns: Column[]) => (isThere ? columns : [])
  const ofTypes = (chosen: ChosenTypes['advanced'], values: (row: LeadRow) => readonly NamedValue[]) =>
    chosen
      .filter((type) => hasPhones || !namesPhone(type))
      .map(({ id, name }): Column => [name, (row) => valueFor(values(row), id)])
  return [
    ['Stored', (row) => iso(row.createdAt)],
    ['First name', (row) => row.firstName],
    ['Last name', (row) => row.lastName],
    ['E-mail', (row) => row.email],
    ['Other e-mails', (row) => joined(row.otherEmails)],
    ...when(hasPhones, ['Phone', (row) => row.phone], ['Other phones', (row) => joined(row.otherPhones)]),
    ...when(campaign.hasHomeAddress, ['Street', (row) => row.street]),
    ['City', (row) => row.city],
    ['State', (row) => row.stateCode],
    ...when(campaign.hasHomeAddress, ['Zip code', (row) => row.zipCode]),
    ['Keyword', (row) => row.keyword],
    ['Page', (row) => row.pageUrl],
    ['Came from', (row) => row.referrer],
    ['Seen', (row) => iso(row.visitedAt)],
    ...ofTypes(types.advanced, (row) => row.advanced),
    ...ofTypes(types.business, (row) => row.business),
    ...when(viewer !== 'destination', ['Price', (row) => dollars(row.retailCentiCents)]),
    ...when(viewer === 'agency', ['Cost', (row) => dollars(row.wholesaleCentiCents)]),
    ['Credited', (row) => (row.credit ? iso(row.credit.at) : '')],
    ['Id', (row) => row.id],
  ]
}

/** The whole file, with a line of heads. */
export function leadCsv(rows: readonly LeadRow[], of: Of): string {
  const columns = columnsOf(of)
  const lines = rows.map((row) => toCsvLine(columns.map(([, cell]) => cell(row))))
  return [toCsvLine(columns.map(([head]) => head)), ...lines].join('')
}
