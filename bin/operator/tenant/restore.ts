// Brings an agency back in place, out of a copy: what is missing comes back, what is there stays, and nobody else's row is looked at.
import { createReadStream } from 'node:fs'
import { booksOf, isUnderWay, wayOf } from '#functions/data/companies/ways.ts'
import { kindOf, type Raw, textOf } from '#functions/data/tenancy/carry/raw.ts'
import { rowReader } from '#functions/data/tenancy/carry/reader.ts'
import { LAST, NAMES } from '#functions/data/tenancy/carry/walk.ts'
import { carryWriter } from '#functions/data/tenancy/carry/write.ts'
import { holdsBoxes } from '#functions/domain/tenancy/carried-boxes.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Company } from '#shared/model/company.ts'
import { type Copy, hashOf, partsInOrder, placeOf, readCopy } from './copy.ts'
import { fileOf, linesOf, type Manifest, Stored } from './folder.ts'
import { checkFolder, inTurns, type Plan, rowsOf, sayRow } from './import.ts'

type Needed = Pick<Services, 'table' | 'files' | 'sealer' | 'now' | 'db'>
export type Choice = { removed: boolean; also: ReadonlySet<string>; replace: ReadonlySet<string> }
/** `removed`: by people of the platform, since the copy was made. */
type State = 'here' | 'lost' | 'removed'

/** What becomes of a row of the copy. */
export const ends = {
  back: 'Come back',
  over: 'Written over',
  same: 'Are here as in the copy',
  stays: 'Are here otherwise, and stay as they are',
  removed: 'Of companies that people removed since (--removed brings these back)',
  also: 'Are not here, and people may have removed them (--also <kinds> brings them back)',
  derived: 'Are made anew by `recount --apply`',
  books: 'Stay away, because their books went on since the copy: a person decides',
  work: 'Stay away, because they were under way and would be done once more',
} as const
export type End = keyof typeof ends
export type Counts = Record<End, Record<string, number>>

export type LookedAt = {
  manifest: Manifest
  copy: Copy
  states: ReadonlyMap<string, State>
  /** Companies as they are here, of those that are. */
  here: ReadonlyMap<string, Company>
  /** Books of which a sum is missing, and in which something happened since the copy. */
  touched: ReadonlySet<string>
  /** Campaigns that are not here: their lines in lists are neither. */
  lostCampaigns: ReadonlySet<string>
  /** Companies that were removed and whose people are erased, or are being erased: what is theirs does not come again. */
  erased: string[]
  taken: string[]
}

/** Books that hold anything that the copy does not: then a sum of the copy is not theirs any more. */
async function findTouched({ table }: Needed, copy: Copy): Promise<Set<string>> {
  const writer = carryWriter(table)
  const reader = rowReader(table)
  const touched = new Set<string>()
  const wanting = new Set<string>()
  for (const item of copy.states) if (!(await writer.find(item))) wanting.add(booksOf(item) ?? '')
  for (const books of wanting) {
    const rows = copy.books.get(books)
    for await (const item of reader.partition(books)) if (rows?.get(placeOf(item)) !== hashOf(item)) touched.add(books)
  }
  return touched
}

async function findLostCampaigns({ table }: Needed, { campaigns }: Copy): Promise<Set<string>> {
  const { find } = carryWriter(table)
  const lost = new Set<string>()
  for (const { id, pk, sk } of campaigns) if (!(await find({ pk: { S: pk }, sk: { S: sk } }))) lost.add(id)
  return lost
}

const ownerOfName = (item: Raw): string =>
  ['userId', 'companyId', 'company', 'user'].map((name) => textOf(item, name)).find(Boolean) ?? ''

/** Names that somebody else has by now. */
async function takenNames(services: Needed, plan: Plan): Promise<string[]> {
  const { find } = carryWriter(services.table)
  const taken: string[] = []
  for (const part of [NAMES, LAST])
    await inTurns(rowsOf(plan, `rows/${part}.jsonl`, services), async (item) => {
      if (!['login', 'domain', 'campaignNumber', 'accountOwner'].includes(kindOf(item))) return
      const there = await find(item)
      if (there && ownerOfName(there) !== ownerOfName(item)) taken.push(sayRow(item))
    })
  return taken.sort()
}

/** Whether the folder is whole and what of its companies is here. Changes nothing. */
export async function lookAtRestore(services: Needed, plan: Plan): Promise<LookedAt> {
  const { manifest } = await checkFolder(plan)
  const copy = await readCopy(services, plan, manifest)
  const [states, here] = [new Map<string, State>(), new Map<string, Company>()]
  const erased: string[] = []
  for (const { id, name, parentId, deletedAt } of copy.companies.values()) {
    const company = await services.db.company.findFresh(id)
    if (company && company.parentId !== parentId)
      throw new Error(`${name} (${id}) is here, but belongs to somebody else than in the copy. Nothing was changed.`)
    if (company) here.set(id, company)
    states.set(id, !company ? 'lost' : company.deletedAt !== null && deletedAt === null ? 'removed' : 'here')
    if ((await services.db.removedCompany.find(id))?.begunAt !== undefined) erased.push(id)
  }
  const touched = await findTouched(services, copy)
  const lostCampaigns = await findLostCampaigns(services, copy)
  return { manifest, copy, states, here, touched, lostCampaigns, erased, taken: await takenNames(services, plan) }
}

/** Whose a row is; what stands with the platform goes with the agency. */
function companyOf({ manifest, copy }: LookedAt, part: string, item: Raw): string {
  // What a list says of a client stands with their agency.
  const listed = kindOf(item) === 'node' ? textOf(item, 'companyId') : kindOf(item) === 'ce' ? textOf(item, 'co') : ''
  if (copy.companies.has(listed)) return listed
  const own = /rows\/(com_\w+)\.jsonl$/.exec(part)?.[1]
  if (own) return own
  if (kindOf(item) === 'login') return copy.people.get(textOf(item, 'userId'))?.companyId ?? manifest.agencyId
  const named = textOf(item, 'companyId') || textOf(item, 'company')
  return copy.companies.has(named) ? named : manifest.agencyId
}

/** What the removal of a company takes away. All else that is missing was removed while it was there: a key that leaked, a webhook. */
const goesWithCompany: ReadonlySet<string> = new Set(['domain', 'tool', 'toolMenu', 'reportMail'])

function endOf(
  looked: LookedAt,
  { removed, also, replace }: Choice,
  companyId: string,
  item: Raw,
  there: Raw | undefined,
): End {
  const kind = kindOf(item)
  const state = looked.states.get(companyId) ?? 'here'
  // What is sealed is another box each time.
  const isSame = there && (hashOf(there) === hashOf(item) || (holdsBoxes(item) && !replace.has(kind)))
  if (isSame) return 'same'
  if (state === 'removed' && !removed) return 'removed'
  const way = wayOf(kind)
  if (there) return way === 'chosen' && replace.has(kind) ? 'over' : 'stays'
  if (way === 'work' || isUnderWay(item)) return 'work'
  if (way === 'state') return looked.touched.has(booksOf(item) ?? '') ? 'books' : 'back'
  if (state === 'lost') return 'back'
  // Whom it lets in follows from who comes back: people may have been removed before their company was.
  if (state === 'removed' && kind === 'login') return 'derived'
  if (way === 'removable') return also.has(kind) || (state === 'removed' && goesWithCompany.has(kind)) ? 'back' : 'also'
  if (state === 'removed') return 'back'
  // The lists of campaigns lead to their leads, also to those of people who are erased once more.
  if (kind === 'ce' && looked.lostCampaigns.has(textOf(item, 'id'))) return 'back'
  return way === 'derived' ? 'derived' : 'back'
}

/** What was the state of a campaign here stays: one that was stopped since must not run again. */
const overWith = (item: Raw, there: Raw): Raw => {
  if (kindOf(item) !== 'campaign') return item
  const kept = ['status', 'statusReason', 'dueAs', 'dueAt', 'gsi2pk', 'gsi2sk', 'startedAt', 'version']
  const own = Object.fromEntries(Object.entries(item).filter(([name]) => !kept.includes(name)))
  return { ...own, ...Object.fromEntries(Object.entries(there).filter(([name]) => kept.includes(name))) }
}

export type Restored = { counts: Counts; files: number }
type How = {
  isApplied: boolean
  /** Done when the lists are there, and before any lead is. */
  beforeRows: () => Promise<unknown>
  /** Done when all is there but the way in. */
  beforeDoor: () => Promise<unknown>
}

async function bringFiles(
  services: Needed,
  { folder }: Plan,
  { copy, states }: LookedAt,
  isLeft: (id: string) => boolean,
  isApplied: boolean,
) {
  let files = 0
  for await (const line of linesOf(folder, 'files.jsonl')) {
    const { key, bytes, contentType } = Stored.parse(JSON.parse(line))
    const owner = key.split('/').find((each) => states.has(each) || copy.people.has(each)) ?? ''
    if (isLeft(copy.people.get(owner)?.companyId ?? owner) || (await services.files.exists(key))) continue
    files += 1
    if (isApplied) await services.files.putStream(key, createReadStream(fileOf(folder, key)), bytes, contentType)
  }
  return files
}

/**
 * Goes through the copy. Without `isApplied` it only says what would become of each row. Companies come after all that is theirs, so
 * that one that was killed knows what was lost.
 */
export async function restoreTenant(
  services: Needed,
  plan: Plan,
  looked: LookedAt,
  choice: Choice,
  { isApplied, beforeRows, beforeDoor }: How,
): Promise<Restored> {
  const { manifest, copy, states, here, touched } = looked
  const { find, put, putLogin, replace } = carryWriter(services.table)
  const site = { agencyId: manifest.agencyId, rootId: plan.platform.rootId }
  const counts = Object.fromEntries(Object.keys(ends).map((end) => [end, {}])) as Counts
  const isLeft = (companyId: string) => states.get(companyId) === 'removed' && !choice.removed
  const brought = new Set<string>()

  async function bring(part: string, item: Raw): Promise<End> {
    if (brought.has(placeOf(item))) return 'back'
    const there = await find(item)
    const end = endOf(looked, choice, companyOf(looked, part, item), item, there)
    if (!isApplied) return end
    if (end === 'back') {
      const done = kindOf(item) === 'login' ? await putLogin(item, site) : await put(item)
      return done === 'other' ? 'stays' : 'back'
    }
    if (end === 'over' && there) return (await replace(overWith(item, there), there)) ? 'over' : 'stays'
    return end
  }
  const bringPart = (part: string, isWanted: (item: Raw) => boolean) =>
    inTurns(rowsOf(plan, part, services), async (item) => {
      if (!isWanted(item)) return
      const end = await bring(part, item)
      counts[end][kindOf(item)] = (counts[end][kindOf(item)] ?? 0) + 1
    })

  // Sums first: nobody begins a new one beside books whose own sum is about to come.
  if (isApplied)
    for (const item of copy.states) {
      const owner = [...states.keys()].find((id) =>
        `${textOf(item, 'pk')}#${textOf(item, 'companyId')}#`.includes(`#${id}#`),
      )
      if (isLeft(owner ?? '') || touched.has(booksOf(item) ?? '')) continue
      if ((await put(item)) === 'written') brought.add(placeOf(item))
    }
  const isCompany = (item: Raw) => kindOf(item) === 'company'
  // An erasure adds to what is there: in its place the lists of the copy would not come back.
  const isList = (item: Raw) => kindOf(item).startsWith('exclusion')
  const parts = partsInOrder(manifest)
  const last = parts.at(-1) ?? ''
  for (const part of parts) await bringPart(part, isList)
  if (isApplied) await beforeRows()
  for (const part of parts.slice(0, -1)) await bringPart(part, (item) => !isCompany(item) && !isList(item))
  const files = await bringFiles(services, plan, looked, isLeft, isApplied)
  for (const part of parts) await bringPart(part, isCompany)
  if (isApplied) await beforeDoor()
  await bringPart(last, (item) => !isCompany(item))
  for (const [id, state] of states) {
    if (!isApplied || state !== 'removed' || !choice.removed) continue
    const deletedAt = here.get(id)?.deletedAt ?? 0
    if (!(await services.db.tenancy.reopen({ id, deletedAt, now: services.now() })))
      throw new Error(`${id} cannot be opened again: it was changed meanwhile, or is being erased.`)
  }
  return { counts, files }
}
