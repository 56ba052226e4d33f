// Leads as a file: the cells are those of the rows that screens and deliveries show, and columns that the reader may not see, or
// the campaign does not have, are not there at all.
import { seesPhones } from '../access/phones.ts'
import { toCsvLine } from '../csv.ts'
import { dayIn } from '../dates.ts'
import type { Company } from '../model/company.ts'
import type { InformationType } from '../model/information-type.ts'
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

/** A campaign whose leads may be in a file, and whose they are. */
export type FileHome = {
  campaign: RowCampaign & { name?: string; timeZone?: string }
  client: Pick<Company, 'showsPhone'> & { name?: string }
  types: ChosenTypes
}
export type FileRow = { row: LeadRow; home: FileHome }
type Column = [head: string, cell: (row: LeadRow, home: FileHome) => string]
/** `isMixed`: leads of several campaigns, which are then named in each line. */
export type LeadFile = { homes: readonly FileHome[]; viewer: LeadViewer; isMixed: boolean }

const iso = (at: number) => new Date(at).toISOString()
const joined = (values: readonly string[]) => values.join(' ')
const dollars = (centiCents: number | undefined) => (centiCents === undefined ? '' : (centiCents / 10_000).toFixed(4))
const valueFor = (values: readonly NamedValue[], id: string) => values.find((each) => each.id === id)?.value ?? ''

function unionOf(homes: readonly FileHome[], of: keyof ChosenTypes): InformationType[] {
  return [...new Map(homes.flatMap(({ types }) => types[of]).map((type) => [type.id, type])).values()]
}

/** Columns that the reader may not see of any of the campaigns are not there. */
function columnsOf({ homes, viewer, isMixed }: LeadFile): Column[] {
  const hasPhones = homes.some(({ campaign, client }) => seesPhones({ role: roleOf(viewer) }, client, campaign))
  const hasHome = homes.some(({ campaign }) => campaign.hasHomeAddress)
  const when = (isThere: boolean, ...columns: Column[]) => (isThere ? columns : [])
  const ofTypes = (chosen: ChosenTypes['advanced'], values: (row: LeadRow) => readonly NamedValue[]) =>
    chosen
      .filter((type) => hasPhones || !namesPhone(type))
      .map(({ id, name }): Column => [name, (row) => valueFor(values(row), id)])
  return [
    ['Stored', (row) => iso(row.createdAt)],
    ['Day', (row, { campaign }) => dayIn(campaign.timeZone ?? 'UTC', row.createdAt)],
    ...when(isMixed, ['Campaign', (_, { campaign }) => campaign.name ?? '']),
    ...when(isMixed && viewer === 'agency', ['Client', (_, { client }) => client.name ?? '']),
    ['First name', (row) => row.firstName],
    ['Last name', (row) => row.lastName],
    ['E-mail', (row) => row.email],
    ['Other e-mails', (row) => joined(row.otherEmails)],
    ...when(hasPhones, ['Phone', (row) => row.phone], ['Other phones', (row) => joined(row.otherPhones)]),
    ...when(hasHome, ['Street', (row) => row.street]),
    ['City', (row) => row.city],
    ['State', (row) => row.stateCode],
    ...when(hasHome, ['Zip code', (row) => row.zipCode]),
    ['Keyword', (row) => row.keyword],
    ['Page', (row) => row.pageUrl],
    ['Came from', (row) => row.referrer],
    ['Seen', (row) => iso(row.visitedAt)],
    ...ofTypes(unionOf(homes, 'advanced'), (row) => row.advanced),
    ...ofTypes(unionOf(homes, 'business'), (row) => row.business),
    ...when(viewer !== 'destination', ['Price', (row) => dollars(row.retailCentiCents)]),
    ...when(viewer === 'agency', ['Cost', (row) => dollars(row.wholesaleCentiCents)]),
    ['Credited', (row) => (row.credit ? iso(row.credit.at) : '')],
    ['Id', (row) => row.id],
  ]
}

/** A file line by line: its line of heads, and the line of a lead. */
export function leadFile(of: LeadFile): { head: string; lineOf: (row: FileRow) => string } {
  const columns = columnsOf(of)
  return {
    head: toCsvLine(columns.map(([head]) => head)),
    lineOf: ({ row, home }) => toCsvLine(columns.map(([, cell]) => cell(row, home))),
  }
}

/** The whole file, with a line of heads. */
export function leadCsv(rows: readonly FileRow[], of: LeadFile): string {
  const { head, lineOf } = leadFile(of)
  return [head, ...rows.map(lineOf)].join('')
}
