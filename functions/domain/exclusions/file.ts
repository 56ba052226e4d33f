// Reads an uploaded exclusion file: one record a line, with any line ends, quotes and encoding marks. A bad line is
// rejected with a reason and harms no other; a file that is no list of text at all is refused as a whole.
import { isHeader, MAX_UPLOAD_BYTES, MAX_UPLOAD_ROWS, type ParsedRow, parseRow } from '#shared/csv.ts'
import { kept, RefusedFile, type RejectedRow, readLines, toCells } from '../lib/csv-lines.ts'

export type AcceptedRow = { row: number } & Extract<ParsedRow, { record: unknown }>
export type ExclusionFile = { accepted: AcceptedRow[]; rejected: RejectedRow[] }

export type FileLimits = { maxBytes: number; maxRows: number }
export const uploadLimits: FileLimits = { maxBytes: MAX_UPLOAD_BYTES, maxRows: MAX_UPLOAD_ROWS }

/** Reads at most `limits`; throws RefusedFile when nothing of the file may be used. */
export async function readExclusionFile(
  body: AsyncIterable<Uint8Array>,
  limits = uploadLimits,
  mayHaveNames = true,
): Promise<ExclusionFile> {
  const accepted: AcceptedRow[] = []
  const rejected: RejectedRow[] = []
  let row = 0
  let isFirst = mayHaveNames
  for await (const lines of readLines(body, limits.maxBytes)) {
    for (const line of lines) {
      row++
      const cells = toCells(line)
      const parsed = Array.isArray(cells) ? parseRow(cells) : cells
      if (parsed === 'blank') continue
      const isName = isFirst && Array.isArray(cells) && isHeader(cells)
      isFirst = false
      if (isName) continue
      if ('reason' in parsed) rejected.push({ row, reason: parsed.reason, text: kept(line) })
      else accepted.push({ row, ...parsed })
      if (accepted.length + rejected.length > limits.maxRows) {
        throw new RefusedFile(`The file holds more than ${limits.maxRows.toLocaleString('en-US')} records.`)
      }
    }
  }
  if (accepted.length === 0) throw new RefusedFile(noneValid(rejected), rejected)
  return { accepted, rejected }
}

function noneValid([first]: RejectedRow[]): string {
  if (!first) return 'The file holds no records.'
  return `The file holds no valid e-mail address or hash. Line ${first.row}: ${first.reason}`
}
