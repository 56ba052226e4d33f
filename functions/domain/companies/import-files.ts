// Where the files of an import of clients lie: what a browser sent, what the check found in it, and the rows that became
// no client, in the form in which they came.
import * as z from 'zod'
import { toCsvLine } from '#shared/csv.ts'
import type { ClientImport } from '#shared/model/client-import.ts'
import type { Files } from '../../gateways/files.ts'

export type ImportRef = { companyId: string; importId: string }

export const refOfImport = ({ companyId, id }: ClientImport): ImportRef => ({ companyId, importId: id })
export const incomingImportKey = ({ companyId, importId }: ImportRef) => `imports/incoming/${companyId}/${importId}.csv`
/** Another file under the same form is another name here, so that what was shown is what is made. */
const checkedKey = ({ companyId, importId }: ImportRef, contentHash: string) =>
  `imports/checked/${companyId}/${importId}-${contentHash.slice(0, 16)}.json`
export const leftOverKey = ({ companyId, importId }: ImportRef, contentHash: string) =>
  `imports/rejected/${companyId}/${importId}-${contentHash.slice(0, 16)}.csv`

/** The import that an object's key names, or undefined for any other object. */
export function importOfKey(key: string): ImportRef | undefined {
  const [, companyId, importId] =
    /^imports\/incoming\/([\w-]+)\/([\w-]+)\.csv$/.exec(decodeURIComponent(key.replaceAll('+', ' '))) ?? []
  return companyId && importId ? { companyId, importId } : undefined
}

const Row = z.object({ row: z.number(), cells: z.array(z.string()) })
const ClientRow = Row.extend({
  companyName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.object({ national: z.string(), countryCode: z.string(), callingCode: z.string() }).optional(),
})
export type ClientRow = z.output<typeof ClientRow>
const LeftRow = Row.extend({ kind: z.enum(['duplicate', 'rejected']), reason: z.string() })
export type LeftRow = z.output<typeof LeftRow>

/** What the check of a file found: its columns, the rows that would become clients, and those that would not. */
const CheckedFile = z.object({ columns: z.array(z.string()), rows: z.array(ClientRow), left: z.array(LeftRow) })
export type CheckedFile = z.output<typeof CheckedFile>

type Deps = Pick<Files, 'put' | 'readText' | 'remove'>

export async function keepChecked(files: Deps, ref: ImportRef, contentHash: string, file: CheckedFile): Promise<void> {
  await files.put(checkedKey(ref, contentHash), JSON.stringify(file), 'application/json')
}

export async function findChecked(files: Pick<Files, 'readText'>, row: ClientImport): Promise<CheckedFile | undefined> {
  if (row.contentHash === null) return undefined
  const text = await files.readText(checkedKey(refOfImport(row), row.contentHash))
  return text === undefined ? undefined : CheckedFile.parse(JSON.parse(text))
}

/** What was found in a file, and its rows that became no client. */
export const forgetChecked = (files: Pick<Files, 'remove'>, ref: ImportRef, contentHash: string) =>
  files.remove([checkedKey(ref, contentHash), leftOverKey(ref, contentHash)])

/** Nothing that a person sent is kept once it is over, but the rows that they may mend. */
export async function forgetRows(files: Pick<Files, 'remove'>, row: ClientImport): Promise<void> {
  const ref = refOfImport(row)
  await files.remove([incomingImportKey(ref), ...(row.contentHash ? [checkedKey(ref, row.contentHash)] : [])])
}

/** All of an import of which nothing was made. */
export async function forgetImport(files: Pick<Files, 'remove'>, row: ClientImport): Promise<void> {
  await forgetRows(files, row)
  if (row.contentHash) await files.remove([leftOverKey(refOfImport(row), row.contentHash)])
}

/** The name of the column that says why a row became no client. Anybody who sends the file again may leave it there. */
export const REASON = 'Reason'

/** Rows as they came, with their number in that file and why they became no client. */
export async function keepLeftOver(
  files: Deps,
  ref: ImportRef,
  contentHash: string,
  { columns, left }: Pick<CheckedFile, 'columns' | 'left'>,
): Promise<void> {
  if (left.length === 0) return
  const width = Math.max(columns.length, ...left.map(({ cells }) => cells.length))
  const wide = (cells: readonly string[]) => [...cells, ...Array.from({ length: width - cells.length }, () => '')]
  const lines = [...left]
    .sort((a, b) => a.row - b.row)
    .map(({ row, reason, cells }) => toCsvLine([...wide(cells), `Row ${row}: ${reason}`]))
  await files.put(leftOverKey(ref, contentHash), toCsvLine([...wide(columns), REASON]) + lines.join(''), 'text/csv')
}
