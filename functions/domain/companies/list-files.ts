// Files of lists that may be long. Anybody who asks gets the state of a file at once; a job writes it. Asking twice while it is
// being made finds the one that is on its way.
import { DAY, MINUTE } from '#shared/dates.ts'
import { isMaking, type ListFile, listFileAt } from '#shared/model/list-file.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { type ListFileRef, listFileKey } from '../lib/list-file-key.ts'
import { reportLines } from './agencies-report.ts'
import { sendLeadFile } from './parted-file.ts'

type Deps = { db: Db; now: () => number }
type Wanted = Pick<ListFile, 'companyId' | 'what' | 'start' | 'end' | 'leads'>

const refOf = ({ companyId, id }: ListFile): ListFileRef => ({ companyId, id })
const RECENT = 20

export const listFileName = ({ what, start, end }: Pick<ListFile, 'what' | 'start' | 'end'>) =>
  `${what === 'leads' ? 'leads' : 'agencies-report'}-${start}-${end}.csv`

/** The file of this list that is on its way; of leads, whose file is its own, the one that this person asked for. */
export async function findOpenFile(
  { db, now }: Deps,
  wanted: Wanted,
  requestedBy?: string,
): Promise<ListFile | undefined> {
  const leads = JSON.stringify(Object.entries(wanted.leads ?? {}).sort())
  const recent = await db.listFile.listRecent(wanted.companyId, RECENT)
  return recent
    .map((file) => listFileAt(file, now()))
    .find(
      (file) =>
        isMaking(file) &&
        file.what === wanted.what &&
        file.start === wanted.start &&
        file.end === wanted.end &&
        JSON.stringify(Object.entries(file.leads ?? {}).sort()) === leads &&
        (requestedBy === undefined || file.requestedBy === requestedBy),
    )
}

export async function orderFile(
  deps: Deps & { queues: Pick<Queues, 'send'>; newId: (kind: 'export') => string },
  wanted: Wanted,
  requestedBy: string,
): Promise<ListFile> {
  const { db, queues, newId, now } = deps
  const open = await findOpenFile(deps, wanted, wanted.what === 'leads' ? requestedBy : undefined)
  if (open) {
    // The call that ordered it may have crashed before its message was sent; a second one changes nothing.
    if (open.status === 'waiting' && now() - open.updatedAt > MINUTE) await queues.send('makeListFile', refOf(open))
    return open
  }
  const file: ListFile = {
    ...wanted,
    id: newId('export'),
    requestedBy,
    status: 'waiting',
    totalRows: 0,
    currentRow: 0,
    reason: null,
    createdAt: now(),
    updatedAt: now(),
  }
  await db.listFile.create(file)
  await queues.send('makeListFile', refOf(file))
  return file
}

/**
 * A file that is there already, because its text has no room in an answer. Of an erased person it is taken back like any other; who
 * is erased while it is written is blank in what `make` makes then.
 */
export async function keepFile(
  { db, files, newId, now }: Deps & { files: Pick<Files, 'put'>; newId: (kind: 'export') => string },
  wanted: Wanted,
  requestedBy: string,
  { text, rows }: { text: string; rows: number },
  make: () => Promise<{ text: string }>,
): Promise<ListFile> {
  const at = now()
  const done = {
    status: 'done',
    totalRows: rows,
    currentRow: rows,
    reason: null,
    createdAt: at,
    updatedAt: at,
  } as const
  const file: ListFile = { ...wanted, id: newId('export'), requestedBy, ...done }
  const put = (content: string) => files.put(listFileKey(file), content, 'text/csv; charset=utf-8')
  await put(text)
  await db.listFile.create(file)
  // In any case: before there was a row to know it by, an erasure may have removed the object.
  await put((await make()).text)
  // One that ended between what was read and what was written has taken it back, and looked for the object before it was there.
  const kept = (await db.listFile.find(file)) ?? file
  if (kept.status !== 'done') await put('')
  return kept
}

type Pieces = { totalRows: number; pieces: AsyncIterable<{ text: string; rows: number }> }

async function reportPieces(db: Db, { companyId, start, end }: ListFile): Promise<Pieces> {
  const list = { parentId: companyId, kind: 'agency', sort: 'companyName', order: 'asc' } as const
  return {
    totalRows: await db.node.count(list.parentId, list.kind),
    pieces: reportLines(db, list, { start, end }),
  }
}

/** The person who ordered it may work for another company. */
async function noticeOfFile({ db, now }: Deps, file: ListFile, rows: number): Promise<void> {
  const { id, what, requestedBy: userId } = file
  const companyId = (await db.user.find(userId))?.companyId
  const facts = { what, file: id, rows }
  if (companyId) await addNotice({ db, now }, { companyId, kind: 'fileReady', about: id, facts, userId })
}

/** A notice and a mail to who ordered it, once: their ids are the file's. */
async function tellReady(
  { db, queues, now }: Deps & { queues: Pick<Queues, 'send'> },
  file: ListFile,
  rows: number,
): Promise<void> {
  const { id, companyId, requestedBy, start, end } = file
  const company = await db.company.find(companyId)
  if (!company) return
  await noticeOfFile({ db, now }, file, rows)
  const tenantId = company.kind === 'client' ? (company.parentId ?? company.rootId) : company.id
  const facts = { userId: requestedBy, rows, days: `${start} to ${end}`, fileId: id }
  await queues.send('sendMail', { mailId: `lead-file-${id}`, tenantId, mail: 'leadFileReady', facts })
}

type Work = Deps & {
  files: Pick<Files, 'put' | 'putParts' | 'openParts' | 'sendPart' | 'joinParts' | 'exists' | 'remove'>
  queues: Pick<Queues, 'send'>
  remainingMs: () => number
}

/** Goes on where the worker before left off; another delivery of a file that is there sees to its mail alone. */
async function makeLeadFile(deps: Work, ref: ListFileRef, file: ListFile): Promise<string> {
  const { db, queues, now } = deps
  const key = listFileKey(file)
  const sent = await sendLeadFile(deps, key, file)
  if (sent.end === 'other') return 'left alone, another worker is at it'
  if (sent.end === 'later') {
    await queues.send('makeListFile', ref)
    return 'goes on'
  }
  const isFinished = await db.listFile.finish(file, sent.rows, now())
  if (!isFinished && (await db.listFile.find(ref))?.round !== file.round) {
    // It holds somebody who was erased while it was made.
    await deps.files.remove([key])
    return 'left alone, it was begun anew'
  }
  await tellReady(deps, file, sent.rows)
  return `${sent.rows} rows`
}

/** What was written before a file was begun anew: a worker that crashed behind the erasure could not take it away. */
const removeBefore = ({ files }: Pick<Work, 'files'>, { round = 0, ...file }: ListFile): Promise<void> =>
  files.remove([
    listFileKey({ ...file, round: undefined }),
    ...earlier(round).map((each) => listFileKey({ ...file, round: each })),
  ])
const earlier = (round: number) => Array.from({ length: round - 1 }, (_, at) => at + 1)

/** Writes the file. A second delivery of a report, or the next worker after one that crashed, writes the same object anew. */
export async function makeListFile(deps: Work, ref: ListFileRef): Promise<string> {
  const { db, files, now } = deps
  const file = await db.listFile.find(ref)
  const isLeads = file?.what === 'leads'
  if (file?.round !== undefined) await removeBefore(deps, file)
  // The worker before may have crashed after the file was there and before its mail was on its way.
  if (isLeads && file.status === 'done') await tellReady(deps, file, file.totalRows)
  if (!file || !isMaking(file)) return `left alone, it is ${file?.status ?? 'gone'}`
  if (now() - file.createdAt > DAY) return 'left alone, nobody waits for it any more'
  const isOpen = await db.listFile.advance(ref, { currentRow: file.parts?.rows ?? 0, totalRows: file.totalRows }, now())
  if (!isOpen) return 'left alone, it is over'
  if (isLeads) return makeLeadFile(deps, ref, file)
  const { totalRows, pieces } = await reportPieces(db, file)
  const advance = (currentRow: number) =>
    db.listFile.advance(ref, { currentRow, totalRows: Math.max(totalRows, currentRow) }, now())
  await advance(0)
  let rows = 0
  async function* lines() {
    for await (const piece of pieces) {
      yield piece.text
      rows += piece.rows
      await advance(rows)
    }
  }
  await files.putParts(listFileKey(file), lines(), 'text/csv; charset=utf-8')
  await db.listFile.finish(file, rows, now())
  await noticeOfFile(deps, file, rows)
  return `${rows} rows`
}
