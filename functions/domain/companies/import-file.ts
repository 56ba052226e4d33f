// Reads a file of clients: the columns by their names, in any order, and each row by the rules of the form. A bad row is
// rejected with a reason and harms no other.
import { createHash } from 'node:crypto'
import { EMAIL_MAX } from '#shared/constants.ts'
import { unguardCell } from '#shared/csv.ts'
import { emailKey, refusalForEmail } from '#shared/email.ts'
import { messages } from '#shared/messages.ts'
import { type ImportColumn, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#shared/model/client-import.ts'
import { type Phone, readPhone } from '#shared/phone.ts'
import { refusalForText, shortenText } from '#shared/text.ts'
import { kept, RefusedFile, readLines, type Separator, separators, toCells } from '../lib/csv-lines.ts'
import { type CheckedFile, type ClientRow, REASON } from './import-files.ts'

export type ClientFile = CheckedFile & { hash: string }

/** What people call the columns, without signs and blanks. */
const names: Record<ImportColumn, readonly string[]> = {
  company: ['company', 'companyname', 'client', 'clientname', 'clientcompanyname'],
  'full name': ['fullname', 'name', 'contact', 'contactname', 'clientfullname'],
  'e-mail': ['email', 'emailaddress', 'mail', 'clientemail'],
  phone: ['phone', 'phonenumber', 'telephone', 'clientphone'],
  country: ['country', 'countrycode', 'phonecountry', 'clientphonecountrycode'],
}
const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const needed: readonly ImportColumn[] = ['company', 'full name', 'e-mail']

type Columns = Record<ImportColumn, number>

const unnamed = (missing: readonly string[]) => `The first row must name the columns. Missing: ${missing.join(', ')}.`
const MOST_SHOWN = 120

/** What stands in the first row instead, so that the person who sent it sees what was read. */
function found(cells: readonly string[]): string {
  const all = cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ')
  return all ? `It reads: ${shortenText(all, MOST_SHOWN)}` : 'It is empty.'
}

function columnsOf(cells: readonly string[]): Columns {
  const given = cells.map(plain)
  const at = (column: ImportColumn) => given.findIndex((name) => names[column].includes(name))
  const missing = needed.filter((column) => at(column) < 0)
  if (missing.length > 0) throw new RefusedFile(`${unnamed(missing)} ${found(cells)}`)
  return {
    company: at('company'),
    'full name': at('full name'),
    'e-mail': at('e-mail'),
    phone: at('phone'),
    country: at('country'),
  }
}

const namesColumns = (cells: readonly string[]): boolean => {
  const given = cells.map(plain)
  return needed.every((column) => given.some((name) => names[column].includes(name)))
}

/**
 * What ends the cells of a file: the one sign that does so in the row of names, so that a name may hold the others. Where
 * none does by itself, all of them do.
 */
const separatorsOf = (line: string): readonly Separator[] => {
  const only = separators.find((separator) => {
    const read = toCells(line, [separator])
    return !('reason' in read) && namesColumns(read.map(unguardCell))
  })
  return only ? [only] : separators
}

type Read = Pick<ClientRow, 'companyName' | 'fullName' | 'email'> & { phone: Phone | undefined }

function readRow(cells: readonly string[], columns: Columns): Read | { reason: string } {
  // A name that a spreadsheet breaks into lines is one line here.
  const cell = (column: ImportColumn) => (cells[columns[column]] ?? '').replace(/\s*[\r\n]+\s*/g, ' ').trim()
  const [companyName, fullName, email] = [cell('company'), cell('full name'), cell('e-mail').toLowerCase()]
  if ([companyName, fullName, email].some((text) => text.includes('\ufffd')))
    return { reason: 'This row is not saved as UTF-8.' }
  const why = refusalForText(companyName) ?? refusalForText(fullName) ?? refusalForText(email)
  if (why) return { reason: why }
  if (!companyName) return { reason: 'Enter the name of the company.' }
  if (!fullName) return { reason: 'Enter a full name.' }
  if (companyName.length > 120 || fullName.length > 120) return { reason: 'Use at most 120 letters for a name.' }
  if (email.length > EMAIL_MAX) return { reason: `Use at most ${EMAIL_MAX} characters for an e-mail address.` }
  const wrong = refusalForEmail(email)
  if (wrong) return { reason: wrong }
  const number = cell('phone')
  const phone = number ? readPhone(number, (cell('country') || 'US').toUpperCase()) : undefined
  return number && !phone ? { reason: messages.phone } : { companyName, fullName, email, phone }
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: { update(piece: Uint8Array): unknown }) {
  for await (const piece of body) {
    hash.update(piece)
    yield piece
  }
}

/** Throws RefusedFile when nothing of the file may be used. The second of two rows with one address is a duplicate. */
export async function readClientFile(body: AsyncIterable<Uint8Array>): Promise<ClientFile> {
  const hash = createHash('sha256')
  const file: CheckedFile = { columns: [], rows: [], left: [] }
  const seen = new Set<string>()
  let columns: Columns | undefined
  let between: readonly Separator[] = separators
  // A file that we gave back says in a column of ours why its rows were left: that is no part of the row.
  let isKept: boolean[] = []
  const own = (cells: readonly string[]) => cells.filter((_, at) => isKept[at] !== false)
  let row = 0
  for await (const lines of readLines(hashed(body, hash), MAX_IMPORT_BYTES)) {
    for (const line of lines) {
      row++
      if (line.trim() === '') continue
      if (!columns) between = separatorsOf(line)
      const read = toCells(line, between)
      const given = 'reason' in read ? [] : read.map(unguardCell)
      if (!columns) {
        columns = columnsOf(given)
        isKept = given.map((name) => plain(name) !== plain(REASON))
        file.columns = own(given)
        continue
      }
      const found = 'reason' in read ? read : readRow(given, columns)
      const cells = 'reason' in read ? [kept(line)] : own(given)
      if ('reason' in found) file.left.push({ row, kind: 'rejected', reason: found.reason, cells })
      else if (seen.has(emailKey(found.email)))
        file.left.push({ row, kind: 'duplicate', reason: 'This address stands in a row above.', cells })
      else {
        seen.add(emailKey(found.email))
        file.rows.push({ row, cells, ...found })
      }
      if (file.rows.length + file.left.length > MAX_IMPORT_ROWS)
        throw new RefusedFile(
          `The file holds more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Split it into smaller files.`,
        )
    }
  }
  if (!columns) throw new RefusedFile('The file holds no rows.')
  if (file.rows.length + file.left.length === 0)
    throw new RefusedFile('The file holds no clients below the row that names its columns.')
  return { ...file, hash: hash.digest('hex') }
}
