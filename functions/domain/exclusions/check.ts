// Whether an address may become a lead: it is looked up in the lists of every company above it, in all forms that
// a list may hold it in.
import { hash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { type ExclusionRecord, type HashKind, hashKinds } from '#shared/csv.ts'
import { MINUTE } from '#shared/dates.ts'
import { emailKey, normaliseEmail } from '#shared/email.ts'
import { bucketOf } from '../../data/exclusions/buckets.ts'
import { COMPANY_SCOPE, type ExclusionList, type ListRef, shelfOf } from '../../data/exclusions/list.ts'
import type { Db } from '../../data/index.ts'

/** The digest under which a record is kept. A plain address is kept as its MD5, so both forms are one record. */
export function digestOf({ kind, value }: ExclusionRecord): Buffer {
  return kind === 'email' ? hash('md5', value, 'buffer') : Buffer.from(value, 'hex')
}

const KEEP_MS = MINUTE
const MAX_KEPT = 5000

/** Where the hashes of lists are, remembered for a minute: a purge or an import counts for every lead after that. */
export class KnownLists {
  readonly #known = new Map<string, { list: ExclusionList; until: number }>()

  async find(db: Db, refs: readonly ListRef[], now: number): Promise<ExclusionList[]> {
    const keyOf = (ref: ListRef) => `${ref.companyId}#${ref.scope}`
    const fresh = (ref: ListRef) => {
      const hit = this.#known.get(keyOf(ref))
      return hit && hit.until > now ? hit.list : undefined
    }
    const missing = refs.filter((ref) => !fresh(ref))
    const read = missing.length > 0 ? await db.exclusion.findMany(missing) : []
    if (this.#known.size + read.length > MAX_KEPT) this.clear()
    for (const list of read) this.#known.set(keyOf(list), { list, until: now + KEEP_MS })
    return refs.flatMap((ref) => fresh(ref) ?? read.find((list) => keyOf(list) === keyOf(ref)) ?? [])
  }

  clear(): void {
    this.#known.clear()
  }
}

const known = new KnownLists()
/** Forgets what this container remembers of lists. */
export const forgetLists = () => known.clear()

/** An address in the spellings of its domain that a list may hold: as it is, in ASCII and in its own script. */
function spellingsOf(email: string): string[] {
  const value = normaliseEmail(email)
  const ascii = emailKey(value)
  const at = ascii.lastIndexOf('@') + 1
  const own = domainToUnicode(ascii.slice(at))
  return [...new Set([value, ascii, ...(own ? [ascii.slice(0, at) + own] : [])])]
}

export type ExclusionMatch = { companyId: string; kind: HashKind }

/**
 * The first company, in the given order, whose list holds the address, or undefined when it may be used. One batch of
 * reads of half a unit for each list and kind of hash, however long the lists are.
 */
export async function findExclusion(
  services: { db: Db; now: () => number },
  companies: readonly (string | { id: string })[],
  email: string,
  lists: KnownLists = known,
): Promise<ExclusionMatch | undefined> {
  const { db, now } = services
  const ids = [...new Set(companies.map((company) => (typeof company === 'string' ? company : company.id)))]
  const refs = ids.map((companyId) => ({ companyId, scope: COMPANY_SCOPE }))
  const digests = spellingsOf(email).flatMap((value) =>
    hashKinds.map((kind) => ({ kind, digest: hash(kind, value, 'buffer') })),
  )
  const wanted = (await lists.find(db, refs, now())).flatMap((list) =>
    digests.flatMap(({ kind, digest }) => {
      const layout = list.kinds[kind]
      return layout ? [{ shelf: shelfOf(list, kind, layout), number: bucketOf(digest, layout.bits) }] : []
    }),
  )
  // Two spellings may lie in one bucket, which is asked for once.
  const buckets = [...new Map(wanted.map((each) => [JSON.stringify(each), each])).values()]
  const matches: ExclusionMatch[] = []
  for await (const { bucket, digests: held } of db.exclusion.read(buckets, false)) {
    const { companyId, kind } = bucket.shelf
    const own = digests.filter((each) => each.kind === kind)
    if (held.some((each) => own.some(({ digest }) => digest.equals(each)))) matches.push({ companyId, kind })
  }
  return ids.flatMap((id) => matches.find((match) => match.companyId === id) ?? [])[0]
}
