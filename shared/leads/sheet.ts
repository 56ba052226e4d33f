// A lead as a row of a spreadsheet. Its columns stay the same for as long as the sheet does, so what a campaign does not carry (any
// more) is an empty cell, and further information stands in one.
import { dayIn } from '../dates.ts'
import type { LeadRow, NamedValue } from './row.ts'

export const sheetHead = [
  ...['Day', 'Stored', 'First name', 'Last name', 'E-mail', 'Other e-mails', 'Phone', 'Other phones'],
  ...['Street', 'City', 'State', 'Zip code', 'Keyword', 'Page', 'Came from', 'Seen', 'Further information', 'Id'],
] as const
/** The heading of the id of the lead: by it a writer finds what arrived when an answer was lost. */
export const sheetIdHead = 'Id' satisfies (typeof sheetHead)[number]

const plain = (heading: string) => heading.trim().toLowerCase()

/** Where a heading stands in the first row of a tab (from 0): people move columns. -1 where it does not. */
export const headingAt = (row: readonly string[], heading: string): number =>
  row.findIndex((cell) => plain(cell) === plain(heading))

/** Whether a tab is the one of leads: it has most of their headings, no matter what people call it. */
export const isLeadsTab = (row: readonly string[], head: readonly string[]): boolean =>
  head.filter((heading) => headingAt(row, heading) >= 0).length * 2 >= head.length

/** Values in the order of `head`, each below its heading. Columns that people added stay as they are. */
export function underHeadings(
  row: readonly string[],
  head: readonly string[],
  values: readonly string[],
): (string | null)[] {
  const cells: (string | null)[] = row.map(() => null)
  for (const [index, heading] of head.entries()) {
    const at = headingAt(row, heading)
    if (at >= 0) cells[at] = values[index] ?? ''
  }
  return cells
}

const joined = (values: readonly string[]) => values.join(' ')
const named = (values: readonly NamedValue[]) =>
  values
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ')

/** Texts alone, as long as the head. Days are those of the campaign's zone. */
export const toSheetRow = (row: LeadRow, timeZone: string): string[] => [
  ...[dayIn(timeZone, row.createdAt), new Date(row.createdAt).toISOString(), row.firstName, row.lastName, row.email],
  ...[joined(row.otherEmails), row.phone, joined(row.otherPhones), row.street, row.city, row.stateCode, row.zipCode],
  ...[row.keyword, row.pageUrl, row.referrer, new Date(row.visitedAt).toISOString()],
  ...[named([...row.advanced, ...row.business]), row.id],
]
