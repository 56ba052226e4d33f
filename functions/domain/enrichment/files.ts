// Where the files of enrichments lie, and how they are written. All of them hold one record a line, so a person is taken out of
// them line by line.

import { toCsvLine, unguardCell } from '#shared/csv.ts'
import type { Enrichment } from '#shared/model/enrichment.ts'
import type { Files } from '../../gateways/files.ts'
import type { FoundPerson } from '../../gateways/lead-data.ts'
import { addressesIn as addressesInText } from '../exclusions/addresses.ts'
import { toCells } from '../lib/csv-lines.ts'

type Ref = { companyId: string; id: string }

export const incomingFolder = (companyId: string) => `enrichments/incoming/${companyId}/`
export const incomingEnrichmentKey = ({ companyId, id }: Ref) => `${incomingFolder(companyId)}${id}.csv`
export const enrichmentFolder = (companyId: string) => `enrichments/kept/${companyId}/`
const folderOf = ({ companyId, id }: Ref) => `${enrichmentFolder(companyId)}${id}/`
/** Another file under the same form is another name here, so that what was priced is what is asked. */
export const rowsKey = (row: Pick<Enrichment, 'companyId' | 'id' | 'contentHash'>) =>
  `${folderOf(row)}rows-${row.contentHash.slice(0, 16)}.csv`
export const rejectedRowsKey = (row: Pick<Enrichment, 'companyId' | 'id' | 'contentHash'>) =>
  `${folderOf(row)}rejected-${row.contentHash.slice(0, 16)}.csv`
export const pageKey = (ref: Ref, page: number) => `${folderOf(ref)}page-${String(page).padStart(4, '0')}.csv`
export const resultKey = (ref: Ref) => `${folderOf(ref)}result.csv`
/** Pages hold what the result holds, until it is put together out of them. */
export const isPageKey = (key: string): boolean => /\/page-\d+\.csv$/.test(key)
export const isRowsKey = (key: string): boolean => /\/rows-[^/]+\.csv$/.test(key)
export const isResultKey = (key: string): boolean => key.endsWith('/result.csv')

/** The enrichment that an object's key names, or undefined for any other object. */
export function refOfEnrichmentKey(key: string): Ref | undefined {
  const [, companyId, id] =
    /^enrichments\/incoming\/([\w-]+)\/([\w-]+)\.csv$/.exec(decodeURIComponent(key.replaceAll('+', ' '))) ?? []
  return companyId && id ? { companyId, id } : undefined
}

export type AskedRecord = { text: string; kind: 'email' | 'md5'; value: string }

export const toRowsFile = (rows: readonly AskedRecord[]): string =>
  rows.map(({ text, kind, value }) => toCsvLine([text, kind, value])).join('')

const linesOf = (text: string) => text.split('\r\n').filter((line) => line !== '')
/** As they were before they were written: an address may begin with a sign that is guarded in files. */
export const cellsOf = (line: string): string[] => {
  const cells = toCells(line)
  return Array.isArray(cells) ? cells.map(unguardCell) : []
}

/** In their order; one who was erased since keeps its place, without a value, so that the pages of those behind it stay theirs. */
export async function readRows(files: Pick<Files, 'readText'>, row: Enrichment): Promise<AskedRecord[]> {
  const text = await files.readText(rowsKey(row))
  if (text === undefined) throw new Error(`The rows of the enrichment ${row.id} are gone.`)
  return linesOf(text).map((line): AskedRecord => {
    const [said = '', kind = '', value = ''] = cellsOf(line)
    return { text: said, kind: kind === 'md5' ? 'md5' : 'email', value }
  })
}

const FIXED = ['Record', 'E-mail', 'First name', 'Last name', 'Phone', 'Street', 'City', 'State', 'Zip code'] as const

export const headOf = ({ information }: Pick<Enrichment, 'information'>): string =>
  toCsvLine([...FIXED, ...information.map(({ name }) => name)])

/** What a provider breaks into lines is one line here: a person is paid for, and taken out, by the line. */
const inOneLine = (cell: string) => cell.replace(/\s*[\r\n]+\s*/g, ' ')

export const toResultLine = (
  { information }: Pick<Enrichment, 'information'>,
  record: string,
  { email, firstName, lastName, phone, street, city, stateCode, zipCode, advanced }: FoundPerson,
): string =>
  toCsvLine(
    [
      record,
      email,
      firstName,
      lastName,
      phone,
      street,
      city,
      stateCode,
      zipCode,
      ...information.map(({ id }) => advanced[id] ?? ''),
    ].map(inOneLine),
  )

/** Lines of a page with the addresses that stand in each, by which a person is known. */
export async function readPage(files: Pick<Files, 'readText'>, row: Enrichment, page: number) {
  const text = (await files.readText(pageKey(row, page))) ?? ''
  return linesOf(text).map((line) => ({ line: `${line}\r\n`, emails: addressesIn(line) }))
}

/** Also of a line that is too long to be told into cells. */
export const addressesIn = (line: string): string[] => [
  ...new Set([...cellsOf(line).filter((cell) => cell.includes('@')), ...addressesInText(line)]),
]
