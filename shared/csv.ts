// Files of rows: which ones a person may upload, how a record of an exclusion list is read, and how every
// download is written. The browser and the server decide by the same rules.
import { isEmail, isPlainEmail, normaliseEmail } from './email.ts'

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_UPLOAD_ROWS = 10_000
export const CSV_ONLY = 'Invalid file format. This upload only supports CSV files.'
const MAX_NAME_LENGTH = 100

/** A file name as it is kept: lower case, no folders, nothing but plain letters, digits, dot, dash and underscore. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/\.{2,}/g, '.')
  const dot = plain.lastIndexOf('.')
  const extension = dot < 0 ? '' : plain.slice(dot).slice(0, MAX_NAME_LENGTH / 2)
  const base = plain.slice(0, dot < 0 ? undefined : dot).replace(/^[.-]+/, '')
  return `${base.slice(0, MAX_NAME_LENGTH - extension.length) || 'file'}${extension}`
}

/** The sentence that refuses a file before it is sent, or undefined when it may be tried. Its content is judged later. */
export function refuseFile(file: { name: string; bytes?: number }): string | undefined {
  if (!/[^/\\]*\.csv$/i.test(file.name.trim())) return CSV_ONLY
  if (file.bytes === 0) return 'The file is empty.'
  if (file.bytes !== undefined && file.bytes > MAX_UPLOAD_BYTES) return 'The file is larger than 5 MB.'
  return undefined
}

/** Kinds of hash that a list keeps, with the length of their digest in bytes. */
export const digestBytes = { md5: 16, sha1: 20, sha256: 32 } as const
export type HashKind = keyof typeof digestBytes
export const hashKinds = ['md5', 'sha1', 'sha256'] as const satisfies readonly HashKind[]

export type ExclusionRecord = { kind: 'email' | HashKind; value: string }
export type ParsedRow = { record: ExclusionRecord; text: string } | { reason: string } | 'blank'

const hex = /^[0-9a-f]{16,}$/i
const hashOfLength = new Map<number, HashKind>(hashKinds.map((kind) => [2 * digestBytes[kind], kind]))

/** Reads the cells of one row: an address, a hash told apart by its form, a reason why not, or nothing at all. */
export function parseRow(cells: readonly string[]): ParsedRow {
  const [first = '', ...others] = cells
  const text = unguardCell(first).trim()
  if (others.some((cell) => cell.trim() !== '')) return { reason: 'This row has more than one column.' }
  if (text === '') return 'blank'
  const value = normaliseEmail(text)
  if (isPlainEmail(value)) return { record: { kind: 'email', value }, text }
  if (text.includes('\ufffd')) return { reason: 'This row is not saved as UTF-8.' }
  if (/\p{Cc}/u.test(text)) return { reason: 'This row holds a control character.' }
  if (hex.test(text)) {
    const kind = hashOfLength.get(text.length)
    if (kind) return { record: { kind, value: text.toLowerCase() }, text }
    return { reason: `This is not an MD5, SHA-1 or SHA-256 hash: it has ${text.length} characters.` }
  }
  if (value.length > 254) return { reason: 'This is longer than an e-mail address can be (254 characters).' }
  return isEmail(value) ? { record: { kind: 'email', value }, text } : { reason: 'This is not an e-mail address.' }
}

/** Whether the first row of a file only names its columns: words, no address and no hash. */
export function isHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim()).filter(Boolean)
  return (
    names.length > 0 &&
    names.every((name) => /^\*?\p{L}[\p{L}\p{M}\p{N} _.\-#()/*:?]{0,63}$/u.test(name) && !hex.test(name))
  )
}

// What a spreadsheet would run as a formula: a sign behind blanks, quotes or our own guard, in full width too. It begins a cell
// where the text begins, and where a spreadsheet of another country or a paste may split it: behind `;`, a tab or a line's end.
const begins = '(^|[;\\t\\r\\n])'
const runs = '(?:(?![\\t\\r\\n])[\\s\\p{Cc}"])*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
const formulas = new RegExp(`${begins}('*${runs})`, 'gu')
const guarded = new RegExp(`${begins}'('*${runs})`, 'gu')
/** A cell that begins with a break begins anew behind it, so it is guarded as a whole as well. */
const startsWithBreak = /^'*[\t\r\n]/

/** A phone number as lists write it: a sign and digits are at most a number, and people dial what they see. */
const phone = /^\+\d{7,15}$/

/** A cell that no spreadsheet takes for a formula, whichever separator it splits by: an apostrophe goes before each beginning. */
export const guardCell = (cell: string): string => {
  if (phone.test(cell)) return cell
  const safe = cell.replace(formulas, "$1'$2")
  return startsWithBreak.test(cell) ? `'${safe}` : safe
}

/** Takes the guard off again, so that a downloaded file can be uploaded as it is. */
export const unguardCell = (cell: string): string => {
  const plain = startsWithBreak.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell
  return plain.replace(guarded, '$1$2')
}

/** Books write what is taken off in brackets: spreadsheets read it as a negative number, and never as a formula. */
export const inBooks = (amount: string): string => (amount.startsWith('-') ? `(${amount.slice(1)})` : amount)

/** One line of a file for other programs (RFC 4180, formulas guarded). No other code writes CSV. */
export function toCsvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = guardCell(cell)
    return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  // A lone empty cell would be read back as a blank line, which is no row at all.
  return `${written.length === 1 && written[0] === '' ? '""' : written.join(',')}\r\n`
}
