// Rows about a person in the files of a company: on its exclusion lists in plain text, and in its enrichments what was sent, refused and
// found. Records that are hashes name nobody, so they are not looked for. Addresses of other people in such a row are held back.
import { isEmail, normaliseEmail } from '#shared/email.ts'
import type { Files } from '../../gateways/files.ts'
import { addressesIn, cellsOf, enrichmentFolder, incomingFolder, isPageKey, isResultKey } from '../enrichment/files.ts'
import { withoutOthers } from './addresses.ts'
import { recordsOf, rejectedOf } from './keys.ts'

/** `held_back`: how many addresses of other people stood in the rows. */
export type FileRows = {
  found_in: 'exclusion list' | 'enrichment'
  columns?: string[]
  held_back?: number
  rows: string[][]
}

const HELD_BACK = '[address of another person]'

/** Also of a line that is too long to be told into cells. */
const toRow = (line: string): string[] => {
  const cells = cellsOf(line)
  return cells.length > 0 ? cells : [line]
}

/** A row that somebody wrote may name others as well. What is left is as it was; where it is not, it says so. */
function heldBack(rows: readonly string[][], isPerson: (email: string) => boolean) {
  let count = 0
  const hold = () => {
    count++
    return HELD_BACK
  }
  const cellOf = (cell: string) => {
    if (isEmail(normaliseEmail(cell))) return isPerson(cell) ? cell : hold()
    return withoutOthers(cell, isPerson, hold)
  }
  const left = rows.map((row) => row.map(cellOf))
  return { rows: left, ...(count > 0 && { held_back: count }) }
}

/** Files in which the person stands, with their rows alone. `columns`: of what was found in an enrichment. */
export async function rowsAbout(
  files: Pick<Files, 'list' | 'readText'>,
  companyId: string,
  isPerson: (email: string) => boolean,
): Promise<FileRows[]> {
  const lists = [...(await files.list(recordsOf(companyId))), ...(await files.list(rejectedOf(companyId)))]
  const kept = await files.list(enrichmentFolder(companyId))
  const results = new Set(kept.filter(isResultKey).map(folderOf))
  const enrichments = [
    ...(await files.list(incomingFolder(companyId))),
    ...kept.filter((key) => !isPageKey(key) || !results.has(folderOf(key))),
  ]
  const found: FileRows[] = []
  const look = async (key: string, found_in: FileRows['found_in']) => {
    // What somebody sent has the line ends of the program that wrote it.
    const lines = ((await files.readText(key)) ?? '').split(/[\r\n]+/)
    const rows = lines.filter((line) => addressesIn(line).some(isPerson)).map(toRow)
    if (rows.length === 0) return
    // A line of these is one person, as far as anybody knows: what is known beside their address is theirs.
    if (isResultKey(key)) found.push({ found_in, columns: cellsOf(lines[0] ?? ''), rows })
    else if (isPageKey(key)) found.push({ found_in, rows })
    else found.push({ found_in, ...heldBack(rows, isPerson) })
  }
  for (const key of lists) await look(key, 'exclusion list')
  for (const key of enrichments) await look(key, 'enrichment')
  return found
}

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'))
