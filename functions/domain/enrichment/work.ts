// An enrichment from its file to its result. What was priced is pinned before it is confirmed; the provider is asked page by page,
// each question under a name of its own, so one that comes again costs nothing more; and what was found is pinned before it is charged.
import { createHash, hash } from 'node:crypto'
import { toCsvLine } from '#shared/csv.ts'
import type { Company } from '#shared/model/company.ts'
import { ENRICH_PAGE, type Enrichment, isUnpaidEnrichment, MOST_ENRICHED } from '#shared/model/enrichment.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { EnrichmentRef } from '../../data/enrichment/enrichment.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { LeadData } from '../../gateways/lead-data.ts'
import type { Queues } from '../../gateways/queue.ts'
import { type Form, findExcludedForms, formsOf, KnownLists } from '../exclusions/check.ts'
import { readExclusionFile, uploadLimits } from '../exclusions/file.ts'
import { writeUnerased } from '../exclusions/plan.ts'
import { ERASED, scrubRejected } from '../exclusions/scrub.ts'
import { RefusedFile, type RejectedRow } from '../lib/csv-lines.ts'
import { COMPANY_REMOVED, failEnrichment } from './end.ts'
import {
  type AskedRecord,
  addressesIn,
  headOf,
  incomingEnrichmentKey,
  pageKey,
  readPage,
  readRows,
  rejectedRowsKey,
  resultKey,
  rowsKey,
  toResultLine,
  toRowsFile,
} from './files.ts'
import { type ChargeDeps, chargeEnrichment, pinCharge } from './money.ts'
import { priceOfMatch } from './price.ts'
import { endIfTooLate, tellUnpaid } from './unpaid.ts'

export type EnrichDeps = ChargeDeps & {
  db: Db
  files: Pick<Files, 'read' | 'readText' | 'put' | 'remove' | 'exists'>
  queues: Queues
  leadData: Pick<LeadData, 'enrich'>
  remainingMs: () => number
}

const RESERVE_MS = 45_000
const NOT_HERE = 'Use plain addresses or MD5: other hashes cannot be enriched.'
const TWICE = 'This record stands in the file twice.'
const WAS_ERASED = 'This person was erased, and is not asked for.'
const NOBODY = 'The file holds no plain e-mail address and no MD5 of one.'
const ALL_ERASED = 'The file holds nobody who may be asked for: who stands there was erased.'
const LISTS_AT_ONCE = 500

const digestOf = ({ kind, value }: AskedRecord) => (kind === 'md5' ? value : hash('md5', value))

type Read = Awaited<ReturnType<typeof readExclusionFile>>

/** Who is asked for, and which rows are left out, each with its reason. Of somebody who was erased nothing is kept. */
function sortRows({ accepted, rejected }: Read, isErased: (email: string) => boolean) {
  const rows: AskedRecord[] = []
  const refused: RejectedRow[] = rejected.map((each) => ({ ...each, text: scrubRejected(each.text, isErased) }))
  const twice: RejectedRow[] = []
  const known = new Set<string>()
  for (const { row, record, text } of accepted) {
    const { kind, value } = record
    if (kind !== 'email' && kind !== 'md5') {
      refused.push({ row, reason: NOT_HERE, text })
      continue
    }
    if (kind === 'email' && isErased(value)) {
      refused.push({ row, reason: WAS_ERASED, text: ERASED })
      continue
    }
    const asked: AskedRecord = { text, kind, value }
    const key = digestOf(asked)
    if (known.has(key)) twice.push({ row, reason: TWICE, text })
    else rows.push(asked)
    known.add(key)
  }
  const counts = {
    totalRows: rows.length + refused.length + twice.length,
    accepted: rows.length,
    duplicates: twice.length,
    rejected: refused.length,
  }
  return { rows, left: [...refused, ...twice].sort((a, b) => a.row - b.row), counts }
}

/** Reads the file, and waits for somebody to confirm what it would cost. */
async function check(deps: EnrichDeps, row: Enrichment, company: Company): Promise<string> {
  const { db, files, now } = deps
  const object = await files.read(incomingEnrichmentKey(row))
  if (!object) return 'the file is not there'
  const digest = createHash('sha256')
  async function* hashed(body: AsyncIterable<Uint8Array>) {
    for await (const piece of body) {
      digest.update(piece)
      yield piece
    }
  }
  let read: Read
  try {
    read = await readExclusionFile(hashed(object.body), { ...uploadLimits, maxRows: MOST_ENRICHED })
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    await db.enrichment.save(row, { status: 'failed', reason: error.message }, now())
    await files.remove([incomingEnrichmentKey(row)])
    return 'refused'
  }
  const contentHash = digest.digest('hex')
  const pinned = { ...row, contentHash }
  const named = [
    ...read.accepted.flatMap(({ record }) => (record.kind === 'email' ? [record.value] : [])),
    ...read.rejected.flatMap(({ text }) => addressesIn(text)),
  ]
  let sorted = sortRows(read, () => false)
  await writeUnerased(db, row.companyId, named, async (isErased) => {
    sorted = sortRows(read, isErased)
    const left = sorted.left.map((each) => toCsvLine([String(each.row), each.reason, each.text]))
    if (left.length > 0)
      await files.put(rejectedRowsKey(pinned), toCsvLine(['row', 'reason', 'text']) + left.join(''), 'text/csv')
    if (sorted.rows.length > 0) await files.put(rowsKey(pinned), toRowsFile(sorted.rows), 'text/csv')
    // Those of whom it was written a moment ago were all erased.
    else await files.remove([rowsKey(pinned)])
  })
  const { rows, counts } = sorted
  if (rows.length === 0) {
    const reason = sorted.left.some((each) => each.reason === WAS_ERASED) ? ALL_ERASED : NOBODY
    await db.enrichment.save(row, { ...counts, contentHash, status: 'failed', reason }, now())
  } else {
    const priceCentiCents = await priceOfMatch(db, company, row.information.length, now())
    await db.enrichment.save(row, { ...counts, contentHash, priceCentiCents, status: 'ready' }, now())
  }
  await files.remove([incomingEnrichmentKey(row)])
  return `${rows.length} records wait to be confirmed`
}

/** Which people may be answered: neither those on a list of the platform or the agency, nor those who were erased. */
async function mayBeAnswered(
  deps: EnrichDeps,
  { id, rootId }: Company,
  people: readonly (readonly Form[])[],
): Promise<boolean[]> {
  const lists = [
    { level: 'platform', companyId: rootId, scope: COMPANY_SCOPE },
    { level: 'agency', companyId: id, scope: COMPANY_SCOPE },
  ] as const
  // Nothing is remembered from before: a person who was erased a moment ago counts.
  const known = new KnownLists()
  const answers: boolean[] = []
  for (let at = 0; at < people.length; at += LISTS_AT_ONCE) {
    const found = await findExcludedForms(deps, lists, people.slice(at, at + LISTS_AT_ONCE), known)
    answers.push(...found.map((match) => match === undefined))
  }
  return answers
}

const formsOfAddresses = (emails: readonly string[]): Form[] =>
  emails.flatMap((value) => formsOf({ kind: 'email', value }))

const kept = <One>(all: readonly One[], isKept: readonly boolean[]): One[] => all.filter((_, at) => isKept[at])

/**
 * People are answered by their place in the question, and the provider answers a name that comes again as it did before: if somebody
 * was listed between two tries, the rest is another question, or each would be given what belongs to their neighbour.
 */
const nameOfQuestion = ({ id, page }: Enrichment, asked: readonly AskedRecord[]): string =>
  `${id}-${page}-${hash('sha256', asked.map(digestOf).join('\n')).slice(0, 16)}`

/** Asks for one page, keeps its lines, and answers how many there are. */
async function askPage(deps: EnrichDeps, row: Enrichment, company: Company, records: readonly AskedRecord[]) {
  const { files, leadData } = deps
  const asked = kept(records, await mayBeAnswered(deps, company, records.map(formsOf)))
  const found =
    asked.length === 0
      ? []
      : await leadData.enrich({
          records: asked.map(({ kind, value }) => (kind === 'email' ? { email: value } : { md5: value })),
          informationTypeIds: row.information.map(({ id }) => id),
          requestId: nameOfQuestion(row, asked),
        })
  const people = found.flatMap(({ record, person }) => {
    const of = asked[record]
    return of ? [{ of, person }] : []
  })
  const forms = people.map(({ person }) => formsOfAddresses([person.email, ...person.otherEmails].filter(Boolean)))
  const answered = kept(people, await mayBeAnswered(deps, company, forms))
  const lines = answered
    .map(({ of, person }) => toResultLine(row, of.text, person))
    .map((line) => ({ line, emails: addressesIn(line) }))
  let left = lines
  const named = lines.flatMap(({ emails }) => emails)
  await writeUnerased(deps.db, row.companyId, named, async (isErased) => {
    left = lines.filter(({ emails }) => !emails.some(isErased))
    await files.put(pageKey(row, row.page), left.map(({ line }) => line).join(''), 'text/csv')
  })
  return left.length
}

/** Lines of all pages whose people may still be answered. */
async function collectLines(deps: EnrichDeps, row: Enrichment, company: Company): Promise<string[]> {
  const lines: Awaited<ReturnType<typeof readPage>> = []
  for (let page = 0; page < row.page; page++) lines.push(...(await readPage(deps.files, row, page)))
  const isKept = await mayBeAnswered(
    deps,
    company,
    lines.map(({ emails }) => formsOfAddresses(emails)),
  )
  return kept(lines, isKept).map(({ line }) => line)
}

async function writeResult(deps: EnrichDeps, row: Enrichment, company: Company): Promise<number> {
  let lines = await collectLines(deps, row, company)
  for (;;) {
    await deps.files.put(resultKey(row), headOf(row) + lines.join(''), 'text/csv')
    // A person who was erased while it was written is taken out by the one or the other.
    const again = await collectLines(deps, row, company)
    if (again.length === lines.length) return lines.length
    lines = again
  }
}

const OTHER = 'another worker has it'

/** Nobody looks for a debt of a company that is gone, so nothing more is bought for it. What is being charged goes on. */
const isRemoved = async ({ db }: EnrichDeps, { id }: Company): Promise<boolean> =>
  (await db.company.findFresh(id))?.deletedAt !== null

async function endOfRemoved(deps: EnrichDeps, row: Enrichment): Promise<string> {
  await failEnrichment(deps, row, COMPANY_REMOVED)
  return 'ended, its company was removed'
}

async function run(deps: EnrichDeps, start: Enrichment, company: Company): Promise<string> {
  const { db, files, queues, now, remainingMs } = deps
  const records = await readRows(files, start)
  let row = start
  while (row.page * ENRICH_PAGE < records.length) {
    if (remainingMs() < RESERVE_MS) {
      await queues.send('enrich', { companyId: row.companyId, enrichmentId: row.id })
      return `goes on later, page ${row.page}`
    }
    const places = records.slice(row.page * ENRICH_PAGE, (row.page + 1) * ENRICH_PAGE)
    const page = places.filter(({ value }) => value !== '')
    const count = await askPage(deps, row, company, page)
    const next = await db.enrichment.save(row, { page: row.page + 1, matched: row.matched + count }, now())
    if (!next) return OTHER
    row = next
  }
  const matched = await writeResult(deps, row, company)
  // Deleted while it was worked on.
  if (await isRemoved(deps, company)) return endOfRemoved(deps, row)
  const pinned = await pinCharge(deps, row, matched)
  return pinned ? chargeEnrichment(deps, pinned, company) : OTHER
}

/** Works on an enrichment until it is paid or time is short. It may come at any time, twice, or to two workers at once. */
export async function enrich(deps: EnrichDeps, ref: EnrichmentRef): Promise<string> {
  const [row, company] = await Promise.all([deps.db.enrichment.find(ref), deps.db.company.find(ref.companyId)])
  if (!row || !company) return 'dropped, it is not known'
  const isToBuy = row.status === 'waiting' || row.status === 'running'
  if (isToBuy && (await isRemoved(deps, company))) return endOfRemoved(deps, row)
  switch (row.status) {
    case 'waiting':
      return check(deps, row, company)
    case 'running':
      return run(deps, row, company)
    case 'charging':
      return chargeEnrichment(deps, row, company)
    case 'done': {
      const over = isUnpaidEnrichment(row) ? await endIfTooLate(deps, ref) : undefined
      return over ? `not paid by a card while its result was kept: ${over.is}` : 'left alone, it is done'
    }
    case 'ended':
      await tellUnpaid(deps, row)
      return 'left alone, it is ended'
    default:
      return `left alone, it is ${row.status}`
  }
}
