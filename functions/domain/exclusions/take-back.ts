// Files of leads that were given out, or are being made, when a person is erased who may stand in them.
import type { Company } from '#shared/model/company.ts'
import { LIST_FILE_ERASED, type ListFile } from '#shared/model/list-file.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { listFileFolder } from '../lib/list-file-key.ts'

type Deps = { db: Db; now: () => number }

/** Whether a file may hold leads of a company or of those below it. Of a company that is gone nobody can say that it does not. */
async function mayHold({ db }: Pick<Deps, 'db'>, file: ListFile, company: Company): Promise<boolean> {
  if (file.what !== 'leads') return false
  const of = file.leads?.companyId ?? file.companyId
  if (of === company.id || company.ancestors.includes(of)) return true
  return (await db.company.find(of))?.ancestors.includes(company.id) ?? true
}

/**
 * Takes back what a company was given of leads of `erasedIn` or of those below it, because a person was erased there: a file that was
 * made is removed, one that is being made begins anew. May be done again.
 */
export async function takeBackLeadFiles(
  deps: Deps & { files: Pick<Files, 'list' | 'remove'>; queues: Pick<Queues, 'send'> },
  companyId: string,
  erasedIn: Company,
): Promise<number> {
  const { db, files, queues, now } = deps
  const known = await db.listFile.list(companyId)
  const held: ListFile[] = []
  for (const file of known) if (await mayHold(deps, file, erasedIn)) held.push(file)
  for (const file of held) {
    const ref = { companyId: file.companyId, id: file.id }
    if (await db.listFile.beginAnew(ref, now())) await queues.send('makeListFile', ref)
    else await db.listFile.takeBack(ref, LIST_FILE_ERASED, now())
  }
  // Also what a worker that crashed left behind, and what is older than its row. What begins anew gets another name.
  const others = known.filter((file) => !held.includes(file)).map(({ id }) => id)
  const isOther = (key: string) => others.some((id) => key.startsWith(`${listFileFolder(companyId)}${id}`))
  const gone = (await files.list(listFileFolder(companyId))).filter((key) => !isOther(key))
  if (gone.length > 0) await files.remove(gone)
  return gone.length
}
