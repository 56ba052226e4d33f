// Takes an erased person out of all files of a company's enrichments: what was sent, what was refused, and what was found.
import { toCsvLine } from '#shared/csv.ts'
import type { Files } from '../../gateways/files.ts'
import { ERASED, rewrite } from '../exclusions/scrub.ts'
import { addressesIn, enrichmentFolder, incomingFolder, isRowsKey } from './files.ts'

/** What is left of a record that pages are told by its place among others. */
const PLACE = toCsvLine([ERASED, '', '']).trimEnd()

type Deps = { files: Pick<Files, 'readText' | 'put' | 'list'> }

/** Answers in how many files the person stood; doing it again finds none. */
export async function scrubEnrichments(
  { files }: Deps,
  companyId: string,
  isPerson: (email: string) => boolean,
): Promise<number> {
  const isTheirs = (line: string) => addressesIn(line).some(isPerson)
  const withoutLine = (line: string) => (isTheirs(line) ? undefined : line)
  const withPlace = (line: string) => (isTheirs(line) ? PLACE : line)
  // What somebody sent has the line ends of the program that wrote it.
  const withoutRows = (text: string) => {
    const rows = text.split(/[\r\n]/)
    const kept = rows.filter((row) => !isTheirs(row))
    return kept.length === 0 ? undefined : kept.join('\n')
  }
  let changed = 0
  for (const key of await files.list(enrichmentFolder(companyId)))
    if (await rewrite(files, key, isRowsKey(key) ? withPlace : withoutLine)) changed++
  for (const key of await files.list(incomingFolder(companyId))) if (await rewrite(files, key, withoutRows)) changed++
  return changed
}
