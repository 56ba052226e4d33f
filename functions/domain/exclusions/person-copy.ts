// The copy of what is held on a person, as a file: their leads, and the rows about them in files of exclusion lists and enrichments. It
// is written in parts, one for each round of the search and one for each company with such files, which become one file at the end.
import { Readable } from 'node:stream'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { MOST_FOUND, type PersonRequest } from '#shared/model/person-request.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { personFolder, personKey, personPartKey, personRowsFolder, personRowsKey } from './keys.ts'
import { rowsAbout } from './person-rows.ts'

export type CopyFiles = Pick<Files, 'put' | 'putStream' | 'look' | 'list' | 'readBytes' | 'readText' | 'remove'>
type Deps = { db: Db; files: CopyFiles; now: () => number }

const TYPE = 'application/json'
const BETWEEN = Buffer.from(',\n')
const FILES = Buffer.from('\n], "files": [\n')
const END = Buffer.from('\n]}\n')

/** What is told to a person of themselves. What the lead was sold for is no matter of theirs. */
const copyOf = (
  { person, pageUrl, referrer, keyword, visitedAt, createdAt }: Lead,
  campaign: Campaign | undefined,
) => ({
  campaign: campaign?.name ?? '',
  site: campaign?.siteUrl ?? '',
  seen_at: new Date(visitedAt).toISOString(),
  stored_at: new Date(createdAt).toISOString(),
  page: pageUrl,
  referrer,
  keyword,
  person,
})

async function leadsFor(db: Db, { found }: PersonRequest): Promise<ReturnType<typeof copyOf>[]> {
  const leads = await db.lead.findPlaces(found)
  const campaigns = await mapConcurrent(leads, ({ companyId, campaignId }) => db.campaign.find(companyId, campaignId))
  return leads.map((lead, index) => copyOf(lead, campaigns[index]))
}

/** Parts of leads: each earlier round had as many leads as a round has. */
const leadPartsOf = (request: PersonRequest): string[] => [
  ...Array.from({ length: request.answered / MOST_FOUND }, (_, round) => personPartKey(request, round * MOST_FOUND)),
  personPartKey(request, request.answered),
]

const inText = (all: readonly object[]): string => all.map((each) => JSON.stringify(each, null, 2)).join(',\n')

/**
 * Writes a part, and again where it reads otherwise by then: an erasure in between has either blanked what is read once more, or comes
 * to remove the part.
 */
async function putAsItIs(files: CopyFiles, key: string, read: () => Promise<string>): Promise<void> {
  for (let text = await read(), written: string | undefined; text !== written; text = await read()) {
    await files.put(key, text, TYPE)
    written = text
  }
}

/** Keeps what a round has found. Doing it again writes the same part. */
export const putLeads = ({ db, files }: Deps, request: PersonRequest): Promise<void> =>
  putAsItIs(files, personPartKey(request, request.answered), async () => inText(await leadsFor(db, request)))

/** Keeps the rows about the person in files of a company. Answers in how many files they stood. */
export async function putRows(
  { db, files }: Deps,
  request: PersonRequest,
  companyId: string,
  isPerson: (email: string) => boolean,
): Promise<number> {
  const look = () => rowsAbout(files, companyId, isPerson)
  const found = await look()
  if (found.length === 0) return 0
  const company = (await db.company.find(companyId))?.name ?? ''
  await putAsItIs(files, personRowsKey(request, companyId), async () =>
    inText((await look()).map((each) => ({ company, ...each }))),
  )
  return found.length
}

/** Parts go with an erasure, which may have come before there was a copy to remove, or where another worker is through with it. */
async function isThroughElsewhere({ db, files }: Omit<Deps, 'now'>, request: PersonRequest): Promise<boolean> {
  if ((await db.personRequest.find(request))?.status === 'done') return true
  await files.remove([personKey(request)])
  return false
}

/** Writes the whole copy; false when a part of it is gone, because the person was erased meanwhile. */
export async function putCopy(deps: Deps, request: PersonRequest): Promise<boolean> {
  const { files, now } = deps
  const leads = leadPartsOf(request)
  // Before it is looked whether the leads are all there: where another worker is through, and removes the parts, they are not.
  const rows = await files.list(personRowsFolder(request))
  const keys = [...leads, ...rows]
  const looks = await mapConcurrent(keys, async (key) => ({ key, bytes: (await files.look(key))?.bytes }))
  // The worker before may have written the copy behind an erasure, and crashed.
  if (looks.some(({ bytes }) => bytes === undefined)) return isThroughElsewhere(deps, request)
  // A part whose leads are all gone is empty.
  const filled = looks.filter(({ bytes }) => bytes)
  const isOfLeads = ({ key }: { key: string }) => leads.includes(key)
  const sections = [filled.filter(isOfLeads), filled.filter((each) => !isOfLeads(each))]
  const head = Buffer.from(`{"made_at": ${JSON.stringify(new Date(now()).toISOString())}, "leads": [\n`)
  const between = sections.reduce((sum, { length }) => sum + BETWEEN.length * Math.max(length - 1, 0), 0)
  const parts = filled.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head
    for (const [section, some] of sections.entries()) {
      if (section > 0) yield FILES
      for (const [at, { key }] of some.entries()) {
        if (at > 0) yield BETWEEN
        const part = await files.readBytes(key)
        if (!part) throw new Error(`The part ${key} is gone.`)
        yield part
      }
    }
    yield END
  }
  const bytes = head.length + FILES.length + END.length + between + parts
  await files.putStream(personKey(request), Readable.from(pieces(), { objectMode: false }), bytes, TYPE)
  const left = await mapConcurrent(leads, (key) => files.look(key))
  return !left.includes(undefined) || isThroughElsewhere(deps, request)
}

/** Of a request that nobody works on any more. */
export async function removeCopy({ files }: Pick<Deps, 'files'>, request: PersonRequest): Promise<void> {
  await files.remove([personKey(request)])
  await removeCopyParts({ files }, request)
}

/** Once the copy is whole, or of no use any more. */
export async function removeCopyParts({ files }: Pick<Deps, 'files'>, request: PersonRequest): Promise<void> {
  const parts = await files.list(personFolder(request))
  if (parts.length > 0) await files.remove(parts)
}

/** Copies that were given out on the same person by a company, and what there is of one that is being made. */
export async function removeCopies(
  { db, files }: { db: Db; files: Pick<Files, 'list' | 'remove'> },
  companyId: string,
  hashes: readonly string[],
): Promise<void> {
  const requests = await db.personRequest.list(companyId)
  const copies = requests.filter(
    ({ kind, hashes: of }) => kind === 'export' && of.some((each) => hashes.includes(each)),
  )
  const parts = await mapConcurrent(copies, (copy) => files.list(personFolder(copy)))
  const keys = [...copies.map(personKey), ...parts.flat()]
  if (keys.length > 0) await files.remove(keys)
}
