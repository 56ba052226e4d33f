// A count of keywords from its question to its end. A campaign has one at a time; what is asked again soon is the same row.
import { conflict } from '#shared/errors.ts'
import { API_VERSION, COUNT_LEASE_MS, type Lookup, lookupStatusOf, SAME_ROW_MS } from '#shared/model/lookup.ts'
import { splitKeywords } from '#shared/model/targeting.ts'
import type { Db } from '../../data/index.ts'
import type { LookupRef } from '../../data/keywords/lookup.ts'
import type { LeadData } from '../../gateways/lead-data.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { areaOf, questionKey, type Wanted } from './question.ts'

const RUNNING = 'A count is running for this campaign. Wait until it has finished.'
const RUNNING_WITHOUT = 'A count is running. Wait until it has finished, or count for a campaign.'

type Asked = Wanted & { companyId: string; campaignId: string; requestedBy: string }
type BeginDeps = { db: Db; queues: Queues; now: () => number; newId: (kind: 'lookup') => string }

/** The newest row of the same question that is to be taken again: one that failed, or one that is some minutes old. */
function findTwin(all: readonly Lookup[], campaignId: string, question: string, now: number): Lookup | undefined {
  const [twin] = all
    .filter((row) => row.campaignId === campaignId && row.question === question)
    .sort((a, b) => b.askedAt - a.askedAt)
  if (!twin) return undefined
  const status = lookupStatusOf(twin, now)
  return status === 'error' || status === 'pending' || now - twin.askedAt < SAME_ROW_MS ? twin : undefined
}

/** Begins a count, or answers the row that the same question has already. Throws `conflict` while the campaign has another one. */
export async function beginCount({ db, queues, now, newId }: BeginDeps, asked: Asked): Promise<Lookup> {
  const { companyId, campaignId, keywords, requestedBy, line, isNational, states, cities, zipCodes } = asked
  const at = now()
  const question = questionKey(asked)
  const all = await db.lookup.list(companyId)
  const twin = findTwin(all, campaignId, question, at)
  if (twin && lookupStatusOf(twin, at) !== 'error') return twin
  const row: Lookup = {
    id: twin?.id ?? newId('lookup'),
    companyId,
    campaignId,
    line,
    keyword: keywords.join(', '),
    isNational: areaOf(asked) === 'national',
    ...(isNational ? { states: [], cities: [], zipCodes: [] } : { states, cities, zipCodes }),
    question,
    status: 'pending',
    count: null,
    countWithoutGeo: null,
    apiVersion: API_VERSION,
    requestedBy,
    createdAt: twin?.createdAt ?? at,
    askedAt: at,
  }
  if (!(await db.lookup.begin(row, twin))) {
    const other = findTwin(await db.lookup.list(companyId), campaignId, question, at)
    if (other && lookupStatusOf(other, at) === 'pending') return other
    throw conflict(campaignId ? RUNNING : RUNNING_WITHOUT)
  }
  await queues.send('countKeyword', { companyId, lookupId: row.id })
  await db.lookup.prune(companyId, all)
  return row
}

type CountDeps = { db: Db; queues: Queues; leadData: Pick<LeadData, 'count'>; now: () => number }

const LEAST_WAIT_SECONDS = 5
const MOST_WAIT_SECONDS = 60
/** A count that takes long is asked for less often. */
const waitSeconds = (ageMs: number) =>
  Math.min(MOST_WAIT_SECONDS, Math.max(LEAST_WAIT_SECONDS, Math.round(ageMs / 4000)))

/** How an area is called in a sentence. */
function areaWords({ isNational, states, cities, zipCodes }: Lookup): string {
  if (isNational) return 'Nationwide'
  const places = [...cities, ...states, ...zipCodes]
  const [shown, rest] = [places.slice(0, 3).join(', '), places.length - 3]
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

async function tellRequester(
  { queues, db, now }: CountDeps,
  row: Lookup,
  count: number,
  countWithoutGeo: number | null,
) {
  const requester = await db.user.find(row.requestedBy)
  if (!requester) return
  const home = await db.company.find(requester.companyId)
  if (!home) return
  const { id, askedAt, keyword } = row
  const told = { companyId: home.id, userId: requester.id, kind: 'keywordCounted', about: `${id}-${askedAt}` } as const
  await addNotice({ db, now }, { ...told, facts: { keyword, count } })
  await queues.send('sendMail', {
    mailId: `mal_keywordCounted-${row.id}-${row.askedAt}`,
    tenantId: home.kind === 'client' ? (home.parentId ?? home.id) : home.id,
    mail: 'keywordCounted',
    facts: { userId: requester.id, keyword: row.keyword, area: areaWords(row), count, countWithoutGeo },
  })
}

/** Asks the provider; what is not counted yet is asked for again later. It may come twice, late, or to two workers at once. */
export async function countKeyword(deps: CountDeps, ref: LookupRef): Promise<string> {
  const { db, queues, leadData, now } = deps
  const row = await db.lookup.find(ref)
  if (row?.status !== 'pending') return 'not pending'
  const { companyId, id, line, askedAt } = row
  if (now() >= askedAt + COUNT_LEASE_MS) {
    await db.lookup.end(row, { status: 'error' })
    return 'given up'
  }
  const keywords = splitKeywords(row.keyword)
  const ask = (area: ReturnType<typeof areaOf>, step: string) =>
    leadData.count({ line, keywords, area }, `${id}-${askedAt}-${step}`)
  const again = async () => {
    await queues.send('countKeyword', { companyId, lookupId: id }, { delaySeconds: waitSeconds(now() - askedAt) })
    return 'waits for the provider'
  }
  const area = areaOf(row)
  const count = await ask(area, 'area')
  if (count === 'pending') return again()
  const nationwide = count === 0 ? (area === 'national' ? 0 : await ask('national', 'national')) : null
  if (nationwide === 'pending') return again()
  // Told first: the mail has a name of its own, so a worker that crashes between the two sends it once.
  await tellRequester(deps, row, count, nationwide)
  const isEnded = await db.lookup.end(row, {
    status: 'done',
    count,
    countWithoutGeo: nationwide,
    countedAt: now(),
  })
  return isEnded ? `${count} people` : 'ended by another worker'
}

/** After the last try. */
export async function failCount({ db }: { db: Db }, ref: LookupRef): Promise<void> {
  const row = await db.lookup.find(ref)
  if (row?.status === 'pending') await db.lookup.end(row, { status: 'error' })
}
