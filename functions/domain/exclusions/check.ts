// Whether a person may become a lead: each of their addresses is looked up in the lists of the campaign and of every company
// above it, in all forms that a list may hold it in.
import { hash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { type ExclusionRecord, type HashKind, hashKinds } from '#shared/csv.ts'
import { MINUTE } from '#shared/dates.ts'
import { emailKey, normaliseEmail } from '#shared/email.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { ExclusionLevel, ExclusionMatch } from '#shared/model/exclusion.ts'
import { COMPANY_SCOPE, ERASED_SCOPE } from '#shared/model/exclusion.ts'
import { bucketOf } from '../../data/exclusions/buckets.ts'
import { type ExclusionList, erasedShelfOf, type ListRef, shelfOf } from '../../data/exclusions/list.ts'
import type { Db } from '../../data/index.ts'

/** The digest under which a record is kept. A plain address is kept as its MD5, so both forms are one record. */
export function digestOf({ kind, value }: ExclusionRecord): Buffer {
  return kind === 'email' ? hash('md5', value, 'buffer') : Buffer.from(value, 'hex')
}

const refKey = ({ companyId, scope }: ListRef) => `${companyId}#${scope}`

const KEEP_MS = MINUTE
const MAX_KEPT = 5000

/** Where the hashes of lists are, remembered for a minute: a purge or an import counts for every lead after that. */
export class KnownLists {
  readonly #known = new Map<string, { list: ExclusionList; until: number }>()

  async find(db: Db, refs: readonly ListRef[], now: number): Promise<ExclusionList[]> {
    const fresh = (ref: ListRef) => {
      const hit = this.#known.get(refKey(ref))
      return hit && hit.until > now ? hit.list : undefined
    }
    const missing = refs.filter((ref) => !fresh(ref))
    const read = missing.length > 0 ? await db.exclusion.findMany(missing) : []
    if (this.#known.size + read.length > MAX_KEPT) this.clear()
    for (const list of read) this.#known.set(refKey(list), { list, until: now + KEEP_MS })
    return refs.flatMap((ref) => fresh(ref) ?? read.find((list) => refKey(list) === refKey(ref)) ?? [])
  }

  clear(): void {
    this.#known.clear()
  }
}

const rememberedLists = new KnownLists()
/** Forgets what this container remembers of lists. */
export const forgetLists = () => rememberedLists.clear()

/** An address in the spellings of its domain that a list may hold: as it is, in ASCII and in its own script. */
function spellingsOf(email: string): string[] {
  const value = normaliseEmail(email)
  const ascii = emailKey(value)
  const at = ascii.lastIndexOf('@') + 1
  const own = domainToUnicode(ascii.slice(at))
  return [...new Set([value, ascii, ...(own ? [ascii.slice(0, at) + own] : [])])]
}

/** A list that is asked, and the level at which it stands. */
export type AskedList = ListRef & { level: ExclusionLevel }

/** Every list that holds for a campaign, from the widest to the narrowest. */
export const listsOf = ({
  rootId,
  agencyId,
  companyId,
  id,
}: Pick<Campaign, 'rootId' | 'agencyId' | 'companyId' | 'id'>): AskedList[] => [
  { level: 'platform', companyId: rootId, scope: COMPANY_SCOPE },
  { level: 'agency', companyId: agencyId, scope: COMPANY_SCOPE },
  { level: 'client', companyId, scope: COMPANY_SCOPE },
  { level: 'campaign', companyId, scope: id },
]

/** By what a person is known who was erased, or is looked for to be: all spellings of an address have one. */
export const personHash = (email: string): string => hash('sha256', emailKey(email))

/** A digest of an address, as one text that tells its kind. */
export const digestKey = (kind: string, digest: Uint8Array) => `${kind}${Buffer.from(digest).toString('latin1')}`

const digestsOf = (emails: readonly string[]) =>
  [...new Set(emails.flatMap(spellingsOf))].flatMap((value) =>
    hashKinds.map((kind) => ({ kind, digest: hash(kind, value, 'buffer') })),
  )

/** A digest under which a list may hold somebody. */
export type Form = { kind: HashKind; digest: Buffer }
/** Every digest under which a list may hold a record: of an address all its forms, of a hash the hash alone. */
export const formsOf = (record: ExclusionRecord): Form[] =>
  record.kind === 'email' ? digestsOf([record.value]) : [{ kind: record.kind, digest: digestOf(record) }]

/** Every form in which a list may hold an address. */
export const addressKeys = (email: string): string[] =>
  digestsOf([email]).map(({ kind, digest }) => digestKey(kind, digest))

/**
 * For each person, of whom all addresses are given, the first list in the given order that holds one of them, or undefined when the
 * person may be used. All people share one batch of reads: half a unit for each list, kind of hash and address, however
 * long the lists are. It throws when the table does not answer for all of it: nobody is let through unasked.
 */
export function findExclusions(
  services: { db: Db; now: () => number },
  asked: readonly AskedList[],
  people: readonly (readonly string[])[],
  known: KnownLists = rememberedLists,
): Promise<(ExclusionMatch | undefined)[]> {
  return findExcludedForms(services, asked, people.map(digestsOf), known)
}

/** The same for people of whom all forms are given, such as those who are known by a hash alone. */
export async function findExcludedForms(
  services: { db: Db; now: () => number },
  asked: readonly AskedList[],
  digests: readonly (readonly Form[])[],
  known: KnownLists,
): Promise<(ExclusionMatch | undefined)[]> {
  const { db, now } = services
  const refs = new Map(asked.map(({ companyId, scope }) => [refKey({ companyId, scope }), { companyId, scope }]))
  const lists = await known.find(db, [...refs.values()], now())
  const wanted = lists.flatMap((list) =>
    digests.flat().flatMap(({ kind, digest }) => {
      const layout = list.kinds[kind]
      const erased = kind === 'sha256' ? erasedShelfOf(list) : undefined
      const shelves = [...(layout ? [shelfOf(list, kind, layout)] : []), ...(erased ? [erased] : [])]
      return shelves.map((shelf) => ({ shelf, number: bucketOf(digest, shelf.bits) }))
    }),
  )
  // Two addresses may lie in one bucket, which is asked for once.
  const buckets = [...new Map(wanted.map((each) => [JSON.stringify(each), each])).values()]
  const sought = new Set(digests.flat().map(({ kind, digest }) => digestKey(kind, digest)))
  const held = new Map<string, Set<string>>()
  for await (const { bucket, digests: stored } of db.exclusion.read(buckets, false)) {
    const hits = stored.map((digest) => digestKey(bucket.shelf.kind, digest)).filter((key) => sought.has(key))
    const list = refKey(bucket.shelf)
    held.set(list, new Set([...(held.get(list) ?? []), ...hits]))
  }
  // People whom a company has had erased stand with the list of the whole company.
  const all = asked.flatMap((list) =>
    list.scope === COMPANY_SCOPE ? [list, { ...list, scope: ERASED_SCOPE }] : [list],
  )
  return digests.map((own) => {
    for (const list of all) {
      const hits = held.get(refKey(list))
      const hit = hits && own.find(({ kind, digest }) => hits.has(digestKey(kind, digest)))
      if (hit) return { ...list, kind: hit.kind }
    }
    return undefined
  })
}

/** The same for one person. */
export async function findExclusion(
  services: { db: Db; now: () => number },
  asked: readonly AskedList[],
  emails: readonly string[],
  known: KnownLists = rememberedLists,
): Promise<ExclusionMatch | undefined> {
  const [match] = await findExclusions(services, asked, [emails], known)
  return match
}
