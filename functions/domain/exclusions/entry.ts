// One record of a list by hand: how it is read, whether the list holds it, how it is asked for and how it is taken off.
import { hash } from 'node:crypto'
import { maskEmail } from '#shared/audit-log.ts'
import { type ExclusionRecord, parseRow } from '#shared/csv.ts'
import { isPlainEmail, normaliseEmail } from '#shared/email.ts'
import { conflict, invalid, notFound } from '#shared/errors.ts'
import type { IdKind } from '#shared/ids.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { bucketOf } from '../../data/exclusions/buckets.ts'
import { type Held, HOLD_MS, HOLDER } from '../../data/exclusions/entry.ts'
import { type ExclusionList, erasedShelfOf, type ListRef, shelfOf } from '../../data/exclusions/list.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { digestKey, digestOf, formsOf, personHash } from './check.ts'
import { recordsKey } from './keys.ts'
import { recordOf, rewrite, type ScrubFiles } from './scrub.ts'

export type Entry = { record: ExclusionRecord; text: string }

type RemoveDeps = {
  db: Db
  files: Pick<ScrubFiles, 'readText' | 'put'>
  now: () => number
  newId: (kind: IdKind) => string
}

const BUSY = 'A file is being read into this list. Please try again in a moment.'

/** Reads what a person typed by the rules of a file's row. */
export function readEntry(typed: string): Entry {
  const parsed = parseRow([typed])
  if (parsed === 'blank') throw invalid({ record: 'Name an e-mail address or a hash.' })
  if ('reason' in parsed) throw invalid({ record: parsed.reason.replace('This row', 'This') })
  return parsed
}

/** Of an address so much, and of a hash its beginning, that people who know it see which one it was. */
export const maskEntry = ({ kind, value }: ExclusionRecord): string =>
  kind === 'email' ? maskEmail(value) : `${value.slice(0, 6)}… (${kind})`

/** In which buckets of a list a record stands, in any of its forms. */
async function findHeld(db: Db, list: ExclusionList, record: ExclusionRecord): Promise<Held[]> {
  const forms = formsOf(record)
  const sought = new Set(forms.map(({ kind, digest }) => digestKey(kind, digest)))
  const buckets = forms.flatMap(({ kind, digest }) => {
    const layout = list.kinds[kind]
    return layout ? [{ shelf: shelfOf(list, kind, layout), number: bucketOf(digest, layout.bits) }] : []
  })
  const once = new Map(buckets.map((bucket) => [`${bucket.shelf.kind}${bucket.number}`, bucket]))
  const held: Held[] = []
  for await (const { bucket, digests } of db.exclusion.read([...once.values()], true)) {
    const hits = digests.filter((digest) => sought.has(digestKey(bucket.shelf.kind, digest)))
    if (hits.length > 0) held.push({ bucket, digests: hits })
  }
  return held
}

/** Whether the company has had the person of an address erased: they stay known, and nobody takes them off. */
async function isErased(db: Db, list: ExclusionList, record: ExclusionRecord): Promise<boolean> {
  const shelf = list.scope === COMPANY_SCOPE ? erasedShelfOf(list) : undefined
  if (!shelf || record.kind !== 'email') return false
  const digest = Buffer.from(personHash(record.value), 'hex')
  const bucket = { shelf, number: bucketOf(digest, shelf.bits) }
  for await (const { digests } of db.exclusion.read([bucket], true)) return digests.some((each) => digest.equals(each))
  return false
}

export type EntryState = 'listed' | 'erased' | 'absent'

export async function stateOf(db: Db, list: ExclusionList, record: ExclusionRecord): Promise<EntryState> {
  if ((await findHeld(db, list, record)).length > 0) return 'listed'
  return (await isErased(db, list, record)) ? 'erased' : 'absent'
}

/**
 * Which lines of files name a record that is taken off. All files of a list are gone through while a person waits, a hundred for each
 * million records, so nearly every line is judged without being parsed: an address beyond doubt by its MD5, a hash as it stands.
 */
function goneOf(sought: ExclusionRecord, held: readonly Held[]) {
  // The kind of a hash shows in its length.
  const gone = new Set(held.flatMap(({ digests }) => digests.map((digest) => Buffer.from(digest).toString('hex'))))
  const isGone = (line: string): boolean => {
    const value = normaliseEmail(line)
    if (isPlainEmail(value)) return gone.has(hash('md5', value))
    if (/^[0-9a-f]+$/.test(value)) return gone.has(value)
    const record = recordOf(line)
    return record !== undefined && gone.has(digestOf(record).toString('hex'))
  }
  // Every spelling of an address has the same beginning; only a hash that is taken off may stand there as no matter which address.
  const [local = ''] = sought.kind === 'email' ? sought.value.split('@') : []
  const isSimple = /^[\w.+-]+$/.test(local)
  const mayHold = (text: string): boolean => {
    if (!isSimple) return true
    const small = text.toLowerCase()
    return small.includes(local) || [...gone].some((each) => small.includes(each))
  }
  return { isGone, mayHold }
}

/** Takes a record out of the files in which a list is kept to be downloaded and compared with leads. */
async function cutFromFiles(
  { db, files }: RemoveDeps,
  list: ExclusionList,
  record: ExclusionRecord,
  held: readonly Held[],
): Promise<void> {
  const { isGone, mayHold } = goneOf(record, held)
  const uploads = await db.upload.listImported(list.companyId, list.scope, list.epoch)
  await mapConcurrent(uploads, async (upload) => {
    if (upload.plan)
      await rewrite(files, recordsKey(upload, upload.plan.id), (line) => (isGone(line) ? undefined : line), mayHold)
  })
}

/** Takes a record off a list in all forms in which it stands there. Files first: what crashes in between is asked for again. */
export async function removeEntry(deps: RemoveDeps, ref: ListRef, record: ExclusionRecord): Promise<void> {
  const { db, now, newId } = deps
  const state = await stateOf(db, await db.exclusion.get(ref.companyId, ref.scope), record)
  if (state === 'erased') throw conflict('This person was erased. They stay on the list.')
  if (state === 'absent') throw notFound('entry')
  const holder = `${HOLDER}${newId('entry')}`
  const list = await db.exclusion.hold(ref, holder, now(), now() + HOLD_MS)
  if (!list) throw conflict(BUSY)
  const held = await findHeld(db, list, record)
  if (held.length === 0) {
    await db.exclusion.letGo(ref, holder)
    throw notFound('entry')
  }
  try {
    await cutFromFiles(deps, list, record, held)
  } catch (error) {
    // The next try, and imports, need not wait until it falls silent.
    await db.exclusion.letGo(ref, holder)
    throw error
  }
  if (!(await db.exclusion.takeOut(list, holder, held))) throw conflict(BUSY)
}
