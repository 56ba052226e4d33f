// Files of exclusion lists hold addresses as they were uploaded. Of an erased person only a hash stays, which keeps them listed.
import { hash } from 'node:crypto'
import { type ExclusionRecord, parseRow, toCsvLine } from '#shared/csv.ts'
import { HOLD_MS } from '../../data/exclusions/entry.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { toCells } from '../lib/csv-lines.ts'
import { withoutTheirs } from './addresses.ts'
import { listOfRecords, recordsOf, rejectedOf } from './keys.ts'

export type ScrubFiles = Pick<Files, 'readText' | 'put' | 'list' | 'remove'>
type IsPerson = (email: string) => boolean

export const ERASED = '[erased]'

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

/** A row that was refused may hold anything. */
export const scrubRejected = (line: string, isPerson: IsPerson): string => withoutTheirs(line, isPerson, ERASED)

type Change = (line: string) => string | undefined

async function changedText(
  files: Pick<ScrubFiles, 'readText'>,
  key: string,
  change: Change,
  mayChange: (text: string) => boolean,
): Promise<string | undefined> {
  const text = await files.readText(key)
  if (text === undefined || !mayChange(text)) return undefined
  const changed = text
    .split('\r\n')
    .flatMap((line) => change(line) ?? [])
    .join('\r\n')
  return changed === text ? undefined : changed
}

/** Writes a file anew where a change of its lines changes anything; a line that becomes undefined is left out. `mayChange`: a quick look at the whole. */
export async function rewrite(
  files: Pick<ScrubFiles, 'readText' | 'put'>,
  key: string,
  change: Change,
  mayChange: (text: string) => boolean = () => true,
): Promise<boolean> {
  const text = await changedText(files, key, change, mayChange)
  if (text === undefined) return false
  await files.put(key, text, 'text/csv')
  return true
}

type Deps = { db: Pick<Db, 'exclusion'>; files: ScrubFiles; now: () => number }

/**
 * Writes a file of a list anew while nobody else writes it: an entry that is taken off at the same moment would come back with what was
 * read before, or bring the person back. `busy` while somebody else writes files of the list.
 */
async function rewriteHeld({ db, files, now }: Deps, companyId: string, key: string, change: Change, by: string) {
  const ref = listOfRecords(companyId, key)
  if (!(await db.exclusion.holdFiles(ref, by, now(), now() + HOLD_MS))) {
    // Of a list without a row nothing is ever taken off.
    const { revision } = await db.exclusion.get(ref.companyId, ref.scope)
    return revision === 0 ? rewrite(files, key, change) : 'busy'
  }
  try {
    return await rewrite(files, key, change)
  } finally {
    await db.exclusion.letGoFiles(ref, by)
  }
}

type Scrubbing = {
  companyId: string
  isPerson: IsPerson
  /** The worker who does it: two on one request, as where its message came twice, are two. */
  by: string
}

/**
 * Takes a person out of all files of a company's lists. Answers in how many they stood; doing it again finds none. They are looked for
 * in their folders: a worker that crashed between writing one and noting it leaves one that no upload names. `isBusy`: some are
 * left, because somebody else wrote files of their lists.
 */
export async function scrubLists(
  deps: Deps,
  { companyId, isPerson, by }: Scrubbing,
): Promise<{ changed: number; isBusy: boolean }> {
  const { files } = deps
  let changed = 0
  let isBusy = false
  const change = (line: string) => scrubRecord(line, isPerson)
  for (const key of await files.list(recordsOf(companyId))) {
    // Most files hold nobody who is looked for: their lists are not held for that.
    if ((await changedText(files, key, change, () => true)) === undefined) continue
    const done = await rewriteHeld(deps, companyId, key, change, by)
    if (done === 'busy') isBusy = true
    else if (done) changed++
  }
  for (const key of await files.list(rejectedOf(companyId)))
    if (await rewrite(files, key, (line) => scrubRejected(line, isPerson))) changed++
  // Whole lists that were put together to be downloaded are made anew when somebody asks for them.
  const made = await files.list(`exports/exclusions/${companyId}/`)
  if (made.length > 0) await files.remove(made)
  return { changed, isBusy }
}
