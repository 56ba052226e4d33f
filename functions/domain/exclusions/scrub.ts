// Files of exclusion lists hold addresses as they were uploaded. Of an erased person only a hash stays, which keeps them listed.
import { hash } from 'node:crypto'
import { type ExclusionRecord, parseRow, toCsvLine } from '#shared/csv.ts'
import type { Files } from '../../gateways/files.ts'
import { toCells } from '../lib/csv-lines.ts'
import { recordsOf, rejectedOf } from './keys.ts'

export type ScrubFiles = Pick<Files, 'readText' | 'put' | 'list' | 'remove'>
type IsPerson = (email: string) => boolean

const ERASED = '[erased]'
const anyAddress = /[^\s,;:"'<>()[\]]+@[^\s,;:"'<>()[\]]+/g

/** The record of a line of a list's file, or undefined where it is none. */
export function recordOf(line: string): ExclusionRecord | undefined {
  const cells = toCells(line)
  const parsed = Array.isArray(cells) ? parseRow(cells) : undefined
  return typeof parsed === 'object' && 'record' in parsed ? parsed.record : undefined
}

/** A plain address becomes its MD5, as which the list holds it anyway. */
function scrubRecord(line: string, isPerson: IsPerson): string {
  const record = line.includes('@') ? recordOf(line) : undefined
  if (record?.kind !== 'email') return line
  return isPerson(record.value) ? toCsvLine([hash('md5', record.value)]).trimEnd() : line
}

/** Whatever may be an address in a row that was refused, which may hold anything. */
export const addressesIn = (text: string): string[] => text.match(anyAddress) ?? []

export const scrubRejected = (line: string, isPerson: IsPerson): string =>
  line.replace(anyAddress, (address) => (isPerson(address) ? ERASED : address))

/** Writes a file anew where a change of its lines changes anything; a line that becomes undefined is left out. `mayChange`: a quick look at the whole. */
export async function rewrite(
  files: Pick<ScrubFiles, 'readText' | 'put'>,
  key: string,
  change: (line: string) => string | undefined,
  mayChange: (text: string) => boolean = () => true,
): Promise<boolean> {
  const text = await files.readText(key)
  if (text === undefined || !mayChange(text)) return false
  const scrubbed = text
    .split('\r\n')
    .flatMap((line) => change(line) ?? [])
    .join('\r\n')
  if (scrubbed === text) return false
  await files.put(key, scrubbed, 'text/csv')
  return true
}

/**
 * Takes a person out of all files of a company's lists. Answers in how many they stood; doing it again finds none. They are looked for
 * in their folders: a worker that crashed between writing one and noting it leaves one that no upload names.
 */
export async function scrubLists(files: ScrubFiles, companyId: string, isPerson: IsPerson): Promise<number> {
  let changed = 0
  for (const key of await files.list(recordsOf(companyId)))
    if (await rewrite(files, key, (line) => scrubRecord(line, isPerson))) changed++
  for (const key of await files.list(rejectedOf(companyId)))
    if (await rewrite(files, key, (line) => scrubRejected(line, isPerson))) changed++
  // Whole lists that were put together to be downloaded are made anew when somebody asks for them.
  const made = await files.list(`exports/exclusions/${companyId}/`)
  if (made.length > 0) await files.remove(made)
  return changed
}
