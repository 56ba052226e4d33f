// The copy of what is held on a person, as a file. Of somebody with very many leads it is written in parts, one for each round of the
// search, which become one file at the end.
import { Readable } from 'node:stream'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { MOST_FOUND, type PersonRequest } from '#shared/model/person-request.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { personKey, personPartKey } from './keys.ts'

export type CopyFiles = Pick<Files, 'put' | 'putStream' | 'look' | 'readBytes' | 'remove'>
type Deps = { db: Db; files: CopyFiles; now: () => number }

const TYPE = 'application/json'
const BETWEEN = Buffer.from(',\n')
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

/** Parts of a copy that may be there: each earlier round had as many leads as a round has. */
const partsOf = (request: PersonRequest): string[] =>
  Array.from({ length: request.answered / MOST_FOUND }, (_, round) => personPartKey(request, round * MOST_FOUND))

/** Keeps what a round has found. Doing it again writes the same part. */
export async function putCopyPart({ db, files }: Deps, request: PersonRequest): Promise<void> {
  const leads = await leadsFor(db, request)
  const text = leads.map((lead) => JSON.stringify(lead, null, 2)).join(',\n')
  await files.put(personPartKey(request, request.answered), text, TYPE)
}

/** Writes the whole copy; false when a part of it is gone, because the person was erased meanwhile. */
export async function putCopy(deps: Deps, request: PersonRequest): Promise<boolean> {
  const { db, files, now } = deps
  const made_at = new Date(now()).toISOString()
  if (request.answered === 0) {
    const copy = { made_at, leads: await leadsFor(db, request) }
    await files.put(personKey(request), JSON.stringify(copy, null, 2), TYPE)
    return true
  }
  await putCopyPart(deps, request)
  const keys = [...partsOf(request), personPartKey(request, request.answered)]
  const looks = await mapConcurrent(keys, (key) => files.look(key))
  if (looks.includes(undefined)) return false
  // A part whose leads are all gone is empty.
  const filled = keys.filter((_, at) => looks[at]?.bytes)
  const head = Buffer.from(`{"made_at": ${JSON.stringify(made_at)}, "leads": [\n`)
  const between = BETWEEN.length * Math.max(filled.length - 1, 0)
  const bytes = looks.reduce((sum, part) => sum + (part?.bytes ?? 0), head.length + between + END.length)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head
    for (const [at, key] of filled.entries()) {
      if (at > 0) yield BETWEEN
      const part = await files.readBytes(key)
      if (!part) throw new Error(`The part ${key} is gone.`)
      yield part
    }
    yield END
  }
  await files.putStream(personKey(request), Readable.from(pieces(), { objectMode: false }), bytes, TYPE)
  return true
}

/** Once the copy is whole, or of no use any more. */
export async function removeCopyParts({ files }: Pick<Deps, 'files'>, request: PersonRequest): Promise<void> {
  if (request.answered > 0) await files.remove([...partsOf(request), personPartKey(request, request.answered)])
}

/** Copies that were given out on the same person by a company, and what there is of one that is being made. */
export async function removeCopies(
  { db, files }: { db: Db; files: Pick<Files, 'remove'> },
  companyId: string,
  hashes: readonly string[],
): Promise<void> {
  const requests = await db.personRequest.list(companyId)
  const copies = requests.filter(
    ({ kind, hashes: of }) => kind === 'export' && of.some((each) => hashes.includes(each)),
  )
  const keys = copies.flatMap((copy) => [personKey(copy), ...partsOf(copy), personPartKey(copy, copy.answered)])
  if (keys.length > 0) await files.remove(keys)
}
