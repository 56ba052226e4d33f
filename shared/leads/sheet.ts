// A lead as a row of a spreadsheet. Its columns stay the same for as long as the sheet does, so what a campaign does not carry (any
// more) is an empty cell, and further information stands in one.
import { dayIn } from '../dates.ts'
import type { LeadRow, NamedValue } from './row.ts'

export const sheetHead = [
  ...['Day', 'Stored', 'First name', 'Last name', 'E-mail', 'Other e-mails', 'Phone', 'Other phones'],
  ...['Street', 'City', 'State', 'Zip code', 'Keyword', 'Page', 'Came from', 'Seen', 'Further information', 'Id'],
] as const
/** Where the id of the lead stands (from 1): by it a writer finds what arrived when an answer was lost. */
export const sheetIdColumn = sheetHead.length

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
