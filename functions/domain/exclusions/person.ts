// What is held on a person below a company: copied into a file, or erased. The person is known by hashes of their addresses alone. It
// is done in steps, each of which says on the request how far it is, so that any worker goes on where the last one ended.
import type { IdKind } from '#shared/ids.ts'
import type { Company } from '#shared/model/company.ts'
import { emailsOf } from '#shared/model/lead.ts'
import {
  isAnswering,
  type LeadPlace,
  leadsOf,
  MOST_FOUND,
  type PersonRequest,
  REQUEST_LOST,
} from '#shared/model/person-request.ts'
import type { PersonRequestRef } from '../../data/exclusions/person-request.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { scrubEnrichments } from '../enrichment/scrub.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { personHash } from './check.ts'
import { type CopyFiles, putCopy, putLeads, putRows, removeCopies, removeCopy, removeCopyParts } from './person-copy.ts'
import { type Below, campaignsBehind, companiesBehind, type Place } from './person-places.ts'
import { type ScrubFiles, scrubLists } from './scrub.ts'
import { takeBackLeadFiles } from './take-back.ts'

export type PersonDeps = {
  db: Db
  files: ScrubFiles & CopyFiles
  queues: Pick<Queues, 'send'>
  now: () => number
  newId: (kind: IdKind) => string
  remainingMs: () => number
}

/** Less time than this is no time to begin something more. */
const RESERVE_MS = 60_000
/** How soon it is tried again where somebody else writes files of a list. */
const BUSY_SECONDS = 15
const LEADS_AT_ONCE = 500
/** Of each campaign of a step, so many pages are looked at beside those of the others. */
const PAGES_TOGETHER = 4

type After = Pick<LeadPlace, 'createdAt' | 'id'>
/** What was found in a campaign; `after`: the last lead that was looked at, where more are left. */
type Looked = { found: LeadPlace[]; after: After | undefined }
type Look = {
  isPerson: (email: string) => boolean
  until: number
  from?: After
  mayGoOn: (pages: number) => boolean
  most: number
}

/** Looks through the leads of a campaign, one page at least, until `most` of the person are found. */
async function findIn(db: Db, campaign: Below, { isPerson, until, from, mayGoOn, most }: Look): Promise<Looked> {
  const found: LeadPlace[] = []
  let after = from
  for (let pages = 0; pages === 0 || mayGoOn(pages); pages++) {
    const leads = await db.lead.list(campaign, { start: 0, end: until }, { after, limit: LEADS_AT_ONCE })
    for (const { companyId, campaignId, createdAt, id, person } of leads) {
      if (!emailsOf(person).some(isPerson)) continue
      found.push({ companyId, campaignId, createdAt, id })
      if (found.length === most) return { found, after: { createdAt, id } }
    }
    const last = leads.at(-1)
    if (!last || leads.length < LEADS_AT_ONCE) return { found, after: undefined }
    after = { createdAt: last.createdAt, id: last.id }
  }
  return { found, after }
}

/** What there is room for, in order: up to a campaign that is not through yet, and none of which a part alone would fit. */
function takeFitting(looked: readonly Looked[], room: number): Looked[] {
  const taken: Looked[] = []
  let left = room
  for (const each of looked) {
    if (each.found.length > left) break
    taken.push(each)
    left -= each.found.length
    if (each.after || left === 0) break
  }
  return taken
}

/** A cursor within a campaign names it, its company, and the last lead that was looked at. */
const withinText = ({ at, companyId }: Pick<Place, 'at'> & Pick<Below, 'companyId'>, { createdAt, id }: After) =>
  [at, companyId, createdAt, id].join('|')

function readWithin(cursor: string): (Place & Below & { from: After }) | undefined {
  const [at = '', companyId, createdAt, leadId] = cursor.split('|')
  if (companyId === undefined || createdAt === undefined || leadId === undefined) return undefined
  const id = at.slice(at.indexOf('/') + 1)
  return { at, id, companyId, from: { createdAt: Number(createdAt), id: leadId } }
}

const judge = (hashes: readonly string[]) => {
  const wanted = new Set(hashes)
  return (email: string) => wanted.has(personHash(email))
}

/** `later`: there was no time. `busy`: somebody else writes files of a list. */
type Put = 'later' | 'busy'

/** Answers the request as it is after its step, or undefined when another worker has it. */
type Step = (deps: PersonDeps, request: PersonRequest, company: Company) => Promise<PersonRequest | Put | undefined>

const goOn = async (
  { db, now }: PersonDeps,
  read: PersonRequest,
  step: Parameters<Db['personRequest']['advance']>[1],
): Promise<PersonRequest | undefined> =>
  (await db.personRequest.advance(read, step, now())) ? { ...read, ...step, status: 'running' } : undefined

const find: Step = async (deps, request, company) => {
  const { db, now, remainingMs } = deps
  // Only by the address that was asked for: other addresses of leads of an earlier round are not looked for in turn.
  const isPerson = judge(request.hashes.slice(0, 1))
  const hasTime = () => remainingMs() >= RESERVE_MS
  let read = request
  const room = () => MOST_FOUND - read.found.length
  const keep = async (looked: readonly Looked[], cursor: string, campaigns: number) => {
    const found = [...read.found, ...looked.flatMap((each) => each.found)]
    // In one write, so that of two workers no later one takes up a round that was answered. The search goes on from the same place.
    const part = found.length >= MOST_FOUND ? 'answer' : 'find'
    const next = await goOn(deps, read, { part, cursor, campaigns: read.campaigns + campaigns, found })
    if (next) read = next
    return next !== undefined
  }
  if (room() <= 0) return goOn(deps, read, { part: 'answer', cursor: read.cursor })
  for (;;) {
    // A campaign with very many leads is gone through alone, with a place to go on from.
    for (let within = readWithin(read.cursor); within; within = readWithin(read.cursor)) {
      if (!hasTime()) return 'later'
      const { from } = within
      const looked = await findIn(db, within, { isPerson, until: now() + 1, from, mayGoOn: hasTime, most: room() })
      const cursor = looked.after ? withinText(within, looked.after) : within.at
      if (!(await keep([looked], cursor, looked.after ? 0 : 1))) return undefined
      if (read.part === 'answer') return read
    }
    let isCut = false
    for await (const campaigns of campaignsBehind(db, company, read.cursor)) {
      if (!hasTime()) return 'later'
      const look = { isPerson, until: now() + 1, mayGoOn: (pages: number) => pages < PAGES_TOGETHER, most: room() }
      const looked = await mapConcurrent(campaigns, (each) => findIn(db, each, look))
      const taken = takeFitting(looked, room())
      const [place, after] = [campaigns[taken.length - 1], taken.at(-1)?.after]
      if (!place) continue
      isCut = after !== undefined || taken.length < campaigns.length
      const cursor = after ? withinText(place, after) : place.at
      if (!(await keep(taken, cursor, taken.length - (after ? 1 : 0)))) return undefined
      if (read.part === 'answer') return read
      if (isCut) break
    }
    if (!isCut) return goOn(deps, read, { part: 'answer', cursor: '' })
  }
}

/** What the search of a full round has left behind it, where it goes on once that round is answered; '' after the last one. */
const KNOWN = 'known'
const leftBehind = ({ cursor }: PersonRequest): string =>
  cursor.startsWith(KNOWN) ? cursor.slice(KNOWN.length + 1) : cursor
const knownText = (request: PersonRequest): string => [KNOWN, leftBehind(request)].filter(Boolean).join('#')

const nextRound = (deps: PersonDeps, request: PersonRequest): Promise<PersonRequest | undefined> => {
  const answered = leadsOf(request)
  return goOn(deps, request, { part: 'find', cursor: leftBehind(request), found: [], answered })
}

const answerCopy: Step = async (deps, request) => {
  await putLeads(deps, request)
  return leftBehind(request) ? nextRound(deps, request) : goOn(deps, request, { part: 'files', cursor: '' })
}

const gatherRows: Step = async (deps, request, company) => {
  const { db, now, remainingMs } = deps
  const isPerson = judge(request.hashes)
  let read = request
  for await (const { at, id } of companiesBehind(db, company, request.cursor)) {
    if (remainingMs() < RESERVE_MS) return 'later'
    const files = read.files + (await putRows(deps, read, id, isPerson))
    const next = await goOn(deps, read, { cursor: at, files })
    if (!next) return undefined
    read = next
  }
  if (await putCopy(deps, read)) await db.personRequest.end(read, 'done', null, now())
  else await db.personRequest.end(read, 'failed', REQUEST_LOST, now())
  await removeCopyParts(deps, read)
  return undefined
}

const blank: Step = async (deps, request) => {
  const { db, now } = deps
  const leads = await db.lead.findPlaces(request.found)
  // Kept before the first lead is blank: nobody could find them out after that.
  const hashes = [...new Set([...request.hashes, ...leads.flatMap(({ person }) => emailsOf(person).map(personHash))])]
  const known = await goOn(deps, request, { hashes, cursor: knownText(request) })
  if (!known) return undefined
  await db.exclusion.erase(
    request.companyId,
    hashes.map((each) => Buffer.from(each, 'hex')),
    now(),
  )
  await mapConcurrent(request.found, async (place) => {
    await db.lead.erase(place, now())
    await db.delivery.forgetWords(place, place.id, now())
  })
  return leftBehind(known) ? nextRound(deps, known) : goOn(deps, known, { part: 'files', cursor: '' })
}

const scrub: Step = async (deps, request, company) => {
  const { db, now, newId, remainingMs } = deps
  const isPerson = judge(request.hashes)
  const by = newId('entry')
  let read = request
  // A copy that is being made has read what is scrubbed a moment later: so files of those above go after that of those below.
  const takeBack = async (companyId: string) => {
    await removeCopies(deps, companyId, request.hashes)
    await takeBackLeadFiles(deps, companyId, company)
  }
  for await (const { at, id } of companiesBehind(db, company, request.cursor)) {
    if (remainingMs() < RESERVE_MS) return 'later'
    const { changed, isBusy } = await scrubLists(deps, { companyId: id, isPerson, by })
    const files = read.files + changed + (await scrubEnrichments(deps, id, isPerson))
    await takeBack(id)
    const next = await goOn(deps, read, { cursor: isBusy ? read.cursor : at, files })
    if (!next) return undefined
    if (isBusy) return 'busy'
    read = next
  }
  for (const above of company.ancestors) await takeBack(above)
  await db.personRequest.end(request, 'done', null, now())
  return undefined
}

const stepOf = ({ part, kind }: PersonRequest): Step => {
  if (part === 'find') return find
  if (kind === 'export') return part === 'files' ? gatherRows : answerCopy
  return part === 'files' ? scrub : blank
}

/** Works on a request until it is answered or time is short. Answers one sentence for the log; may be called any number of times. */
export async function answerPersonRequest(deps: PersonDeps, ref: PersonRequestRef): Promise<string> {
  const { db, queues } = deps
  const company = await db.company.find(ref.companyId)
  let request = await db.personRequest.find(ref)
  if (!company || !request || !isAnswering(request)) return `left alone, it is ${request?.status ?? 'gone'}`
  for (;;) {
    const next: PersonRequest | Put | undefined = await stepOf(request)(deps, request, company)
    if (next === 'later' || next === 'busy') {
      await queues.send('answerPersonRequest', ref, next === 'busy' ? { delaySeconds: BUSY_SECONDS } : {})
      return `goes on later, ${request.part}`
    }
    if (!next) return (await db.personRequest.find(ref))?.status === 'done' ? 'done' : 'another worker goes on'
    request = next
  }
}

/** Of a message that was given up. What there is of a copy goes: nobody could have it, and an erasure that is through looks for it no more. */
export async function failPersonRequest(
  { db, files, now }: Pick<PersonDeps, 'db' | 'files' | 'now'>,
  ref: PersonRequestRef,
): Promise<void> {
  await db.personRequest.end(ref, 'failed', REQUEST_LOST, now())
  const request = await db.personRequest.find(ref)
  if (request?.kind === 'export' && request.status === 'failed') await removeCopy({ files }, request)
}
