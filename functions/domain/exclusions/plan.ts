// Decides what an upload adds to its list as it stands: which records are new, which are there already, and whether the
// hashes have to be spread over more buckets to stay readable for one unit each.
import { digestBytes, type HashKind, hashKinds } from '#shared/csv.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { ImportPlan } from '#shared/model/upload.ts'
import { type Bucket, bitsFor, bucketOf } from '../../data/exclusions/buckets.ts'
import { type ExclusionList, erasedShelfOf, type ListRef, shelfOf } from '../../data/exclusions/list.ts'
import type { Db } from '../../data/index.ts'
import { digestOf, personHash } from './check.ts'
import type { AcceptedRow } from './file.ts'

export type Digests = Partial<Record<HashKind, Buffer[]>>
export type HashedRow = AcceptedRow & { kind: HashKind; digest: Buffer }

/** Rows with the digests that they are kept under. A plain address is kept among the MD5 hashes. */
export const toHashed = (rows: readonly AcceptedRow[]): HashedRow[] =>
  rows.map((row) => ({
    ...row,
    kind: row.record.kind === 'email' ? 'md5' : row.record.kind,
    digest: digestOf(row.record),
  }))

export function digestsOf(rows: readonly HashedRow[]): Digests {
  const digests: Digests = {}
  for (const kind of hashKinds) {
    const mine = rows.filter((row) => row.kind === kind)
    if (mine.length > 0) digests[kind] = mine.map(({ digest }) => digest)
  }
  return digests
}

/** A digest as a key: each byte one character. */
const toKey = (digest: Uint8Array) => Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('latin1')

export function groupByBucket(digests: readonly Uint8Array[], bits: number): Map<number, Uint8Array[]> {
  const groups = new Map<number, Uint8Array[]>()
  for (const digest of digests) {
    const number = bucketOf(digest, bits)
    const group = groups.get(number)
    if (group) group.push(digest)
    else groups.set(number, [digest])
  }
  return groups
}

/** The rows that are new: each record once, and none that the list holds. */
export async function findNew(db: Db, list: ExclusionList, rows: readonly HashedRow[]): Promise<HashedRow[]> {
  const fresh = {
    md5: new Map<string, HashedRow>(),
    sha1: new Map<string, HashedRow>(),
    sha256: new Map<string, HashedRow>(),
  }
  const wanted: Bucket[] = []
  for (const row of rows) {
    const key = toKey(row.digest)
    if (!fresh[row.kind].has(key)) fresh[row.kind].set(key, row)
  }
  for (const kind of hashKinds) {
    const layout = list.kinds[kind]
    if (!layout) continue
    const shelf = shelfOf(list, kind, layout)
    const numbers = new Set([...fresh[kind].values()].map(({ digest }) => bucketOf(digest, layout.bits)))
    wanted.push(...[...numbers].map((number) => ({ shelf, number })))
  }
  for await (const { bucket, digests } of db.exclusion.read(wanted, true)) {
    for (const digest of digests) fresh[bucket.shelf.kind].delete(toKey(digest))
  }
  return hashKinds.flatMap((kind) => [...fresh[kind].values()]).sort((a, b) => a.row - b.row)
}

/** Where each kind of the new records goes, and how many they are. */
export function planTargets(list: ExclusionList, digests: Digests): Pick<ImportPlan, 'targets' | 'added'> {
  const targets: ImportPlan['targets'] = {}
  const added: ImportPlan['added'] = {}
  for (const kind of hashKinds) {
    const count = digests[kind]?.length ?? 0
    if (count === 0) continue
    const current = list.kinds[kind]
    const bits = bitsFor((current?.count ?? 0) + count, digestBytes[kind])
    added[kind] = count
    targets[kind] =
      current && current.bits >= bits
        ? { generation: current.generation, bits: current.bits }
        : { generation: list.generation + 1, bits }
  }
  return { targets, added }
}

/** A company and those above it: what each of them has had erased must not stand in files of the company again. */
async function erasersOf(db: Db, companyId: string): Promise<ListRef[]> {
  const company = await db.company.find(companyId)
  return [companyId, ...(company?.ancestors ?? [])].map((id) => ({ companyId: id, scope: COMPANY_SCOPE }))
}

/** Tells of addresses whether their people are erased, as it is at this moment. */
async function findErased(
  db: Db,
  refs: readonly ListRef[],
  addresses: readonly string[],
): Promise<(email: string) => boolean> {
  const digests = addresses.map((each) => Buffer.from(personHash(each), 'hex'))
  const wanted = (await db.exclusion.findMany(refs, 'as written')).flatMap((list) => {
    const shelf = erasedShelfOf(list)
    if (!shelf) return []
    const numbers = new Set(digests.map((digest) => bucketOf(digest, shelf.bits)))
    return [...numbers].map((number) => ({ shelf, number }))
  })
  if (wanted.length === 0) return () => false
  const erased = new Set<string>()
  for await (const { digests: held } of db.exclusion.read(wanted, true))
    for (const digest of held) erased.add(Buffer.from(digest).toString('hex'))
  return (email) => erased.has(personHash(email))
}

/**
 * Writes lines of which each may name people, and writes them once more where somebody of them is erased meanwhile: the erasure has
 * either seen the file, or is seen here.
 */
export async function writeUnerased(
  db: Db,
  companyId: string,
  addresses: readonly string[],
  write: (isErased: (email: string) => boolean) => Promise<void>,
): Promise<void> {
  // Nobody can be erased of whom nothing is said.
  if (addresses.length === 0) return write(() => false)
  const refs = await erasersOf(db, companyId)
  for (let written = -1; ; ) {
    const isErased = await findErased(db, refs, addresses)
    const erased = addresses.filter(isErased).length
    if (erased === written) return
    await write(isErased)
    written = erased
  }
}
