// Files of lists that may be long. Anybody who asks gets the state of a file at once; a job writes it. Asking twice while it is
// being made finds the one that is on its way.
import { DAY, MINUTE } from '#shared/dates.ts'
import { isMaking, type ListFile, listFileAt } from '#shared/model/list-file.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { reportLines } from './agencies-report.ts'

type Deps = { db: Db; now: () => number }
export type ListFileRef = { companyId: string; id: string }
type Wanted = Pick<ListFile, 'companyId' | 'what' | 'start' | 'end'>

const refOf = ({ companyId, id }: ListFile): ListFileRef => ({ companyId, id })
const RECENT = 20

export const listFileKey = ({ companyId, id }: ListFileRef) => `exports/lists/${companyId}/${id}.csv`
export const listFileName = ({ start, end }: Pick<ListFile, 'start' | 'end'>) => `agencies-report-${start}-${end}.csv`

/** The file of this list that is on its way, no matter who asked for it. */
export async function findOpenFile({ db, now }: Deps, wanted: Wanted): Promise<ListFile | undefined> {
  const recent = await db.listFile.listRecent(wanted.companyId, RECENT)
  return recent
    .map((file) => listFileAt(file, now()))
    .find(
      (file) => isMaking(file) && file.what === wanted.what && file.start === wanted.start && file.end === wanted.end,
    )
}

export async function orderFile(
  deps: Deps & { queues: Pick<Queues, 'send'>; newId: (kind: 'export') => string },
  wanted: Wanted,
  requestedBy: string,
): Promise<ListFile> {
  const { db, queues, newId, now } = deps
  const open = await findOpenFile(deps, wanted)
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

/** Writes the file. A second delivery, or the next worker after one that crashed, writes the same object anew. */
export async function makeListFile(
  { db, files, now }: Deps & { files: Pick<Files, 'putParts'> },
  ref: ListFileRef,
): Promise<string> {
  const file = await db.listFile.find(ref)
  if (!file || !isMaking(file)) return `left alone, it is ${file?.status ?? 'gone'}`
  if (now() - file.createdAt > DAY) return 'left alone, nobody waits for it any more'
  const list = { parentId: file.companyId, kind: 'agency', sort: 'companyName', order: 'asc' } as const
  const totalRows = await db.node.count(list.parentId, list.kind)
  const advance = (currentRow: number) =>
    db.listFile.advance(ref, { currentRow, totalRows: Math.max(totalRows, currentRow) }, now())
  if (!(await advance(0))) return 'left alone, it is over'
  const days = { start: file.start, end: file.end }
  let rows = 0
  async function* lines() {
    for await (const piece of reportLines(db, list, days)) {
      yield piece.text
      rows += piece.rows
      await advance(rows)
    }
  }
  await files.putParts(listFileKey(ref), lines(), 'text/csv; charset=utf-8')
  await db.listFile.finish(ref, rows, now())
  return `${rows} rows`
}
