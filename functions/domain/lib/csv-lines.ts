// The lines of an uploaded file of rows, no matter what they end with, and their cells. UTF-8 is read, and UTF-16 that says so
// by its first bytes, as spreadsheets save "Unicode text". What is no text is refused as a whole.
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { shortenText } from '#shared/text.ts'

export type RejectedRow = { row: number; reason: string; text: string }

/** Longest line that is looked at; a longer one is no record, and only its beginning is kept. */
const MAX_LINE = 2000
/** Enough of a file to see what it is. */
const HEAD_BYTES = 512
/** Bytes that may be read beyond the bound, because they come in pieces. */
const SLACK_BYTES = 64 * 1024

/** The whole file is refused, with a sentence for the person who sent it. */
export class RefusedFile extends Error {
  readonly rejected: RejectedRow[]

  constructor(reason: string, rejected: RejectedRow[] = []) {
    super(reason)
    this.name = 'RefusedFile'
    this.rejected = rejected
  }
}

const binaries: { magic: number[]; what: string }[] = [
  { magic: [0x50, 0x4b, 0x03, 0x04], what: 'a spreadsheet or an archive' },
  { magic: [0x1f, 0x8b], what: 'a compressed file' },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], what: 'a spreadsheet' },
  { magic: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
]

/** How a text says by its first bytes that it is written; UTF-8 for everything else. */
function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Looks at the beginning of a file for what is no text, no matter what its name says. */
function refuseBinary(head: Uint8Array): void {
  if (encodingOf(head) !== 'utf-8') return
  const startsWith = (magic: number[]) => magic.every((byte, at) => head[at] === byte)
  const binary = binaries.find(({ magic }) => startsWith(magic))
  if (binary) throw new RefusedFile(`The file is ${binary.what}, not a CSV file. Save it as CSV and try again.`)
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (zeros > 0 && zeros * 4 >= head.length) throw new RefusedFile('The file must be saved as UTF-8 text.')
}

/** The bytes of a file that looks like text, at most so many. */
async function* toText(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array()
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > maxBytes + SLACK_BYTES) throw new RefusedFile(tooLarge(maxBytes))
    head = head && Buffer.concat([head, piece])
    if (head && head.length < HEAD_BYTES) continue
    if (head) refuseBinary(head.subarray(0, HEAD_BYTES))
    yield head ?? piece
    head = undefined
  }
  if (bytes === 0) throw new RefusedFile('The file is empty.')
  if (bytes > maxBytes) throw new RefusedFile(tooLarge(maxBytes))
  if (!head) return
  refuseBinary(head)
  yield head
}

/** The lines of a text in batches, each cut to a bound. All three line ends count, also where a piece ends within one. */
async function* splitLines(text: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const piece of text) {
    // The first piece is long enough to say what the file is.
    decoder ??= new TextDecoder(encodingOf(piece))
    const known = rest + decoder.decode(piece, { stream: true })
    // A carriage return at the end may be the first half of a line end.
    const held = known.endsWith('\r') ? '\r' : ''
    const lines = (held ? known.slice(0, -1) : known).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '').slice(0, MAX_LINE + 1) + held
    yield lines
  }
  yield (rest + (decoder?.decode() ?? '')).split('\r')
}

export const tooLarge = (maxBytes: number) => `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`

const isPlain = (line: string) => !/[",;\t]/.test(line)

/** What may stand between cells. */
export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** The cells of a row, or a reason why it has none. `between` says what ends a cell, where the file has told. */
export function toCells(line: string, between: readonly Separator[] = separators): string[] | { reason: string } {
  if (line.length > MAX_LINE)
    return { reason: `This row is longer than ${MAX_LINE.toLocaleString('en-US')} characters.` }
  if (isPlain(line)) return [line]
  const quoted = /^\s*"([^"]*)"\s*$/.exec(line)?.[1]
  if (quoted !== undefined) return [quoted]
  try {
    return parse(line, { delimiter: [...between], trim: true, relax_column_count: true })[0] ?? []
  } catch (error) {
    if (error instanceof CsvError) return { reason: 'The quotes in this row do not match.' }
    throw error
  }
}

/** Lines that one row may have, by line breaks in its quoted cells. */
const MOST_LINES = 20

/** How a line leaves a row: whole, within a quoted cell, or with a quote that closes nothing. */
function endOf(line: string, isOpen: boolean): 'whole' | 'open' | 'broken' {
  let at = 0
  if (!isOpen) at = cellAt(line, 0)
  for (;;) {
    if (isOpen || line[at] === '"') {
      let close = line.indexOf('"', isOpen ? at : at + 1)
      while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2)
      if (close < 0) return 'open'
      const rest = cellAt(line, close + 1)
      if (rest < line.length && !ends.has(line[rest] ?? '')) return isOpen ? 'broken' : 'whole'
      isOpen = false
      at = rest
    }
    while (at < line.length && !ends.has(line[at] ?? '')) at++
    if (at >= line.length) return 'whole'
    at = cellAt(line, at + 1)
  }
}
const ends: ReadonlySet<string> = new Set(separators)
/** Where a cell's text begins, behind blanks. */
function cellAt(line: string, from: number): number {
  let at = from
  while (line[at] === ' ') at++
  return at
}

/**
 * Lines as rows: a quoted cell may go on in the next lines. One that finds no end, or none that is followed by another cell,
 * is a bad row by itself, and the lines behind it are rows of their own.
 */
async function* joinLines(batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let open: string[] = []
  const take = (line: string, rows: string[]): void => {
    const end = endOf(line, open.length > 0)
    const isLong = open.length + 1 > MOST_LINES || line.length > MAX_LINE
    if (open.length === 0) {
      if (end === 'open' && !isLong) open.push(line)
      else rows.push(line)
      return
    }
    open.push(line)
    if (end === 'whole') {
      rows.push(open.join('\n'))
      open = []
    } else if (end === 'broken' || isLong) leave(rows)
  }
  const leave = (rows: string[]): void => {
    const [first, ...others] = open
    open = []
    if (first !== undefined) rows.push(first)
    for (const line of others) take(line, rows)
  }
  for await (const lines of batches) {
    const rows: string[] = []
    for (const line of lines) take(line, rows)
    yield rows
  }
  const rows: string[] = []
  while (open.length > 0) leave(rows)
  yield rows
}

export const kept = (line: string) => shortenText(line, 500)

/** Excel's own first line, which says what stands between cells: no row, so it is read as a blank one. */
const separatorLine = /^"?sep=.?"?$/i

/** The rows of a file in batches, line breaks of quoted cells as `\n`; throws RefusedFile when it is too large, empty, or no text. */
export async function* readLines(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string[]> {
  let isFirst = true
  for await (const lines of joinLines(splitLines(toText(body, maxBytes)))) {
    const [first, ...others] = lines
    if (first === undefined) continue
    yield isFirst && separatorLine.test(first.trim()) ? ['', ...others] : lines
    isFirst = false
  }
}
