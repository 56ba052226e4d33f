// The end of what is kept of a company that was removed: 90 days after that its people, leads, lists and files are erased. What it owed
// and paid stays, because books have to be kept, and its numbers, because bills of others follow from them.
import type { Company } from '#shared/model/company.ts'
import { forgottenAt } from '#shared/retention.ts'
import { forgetting } from '../../data/companies/forget.ts'
import type { Db } from '../../data/index.ts'
import type { Table } from '../../data/lib/table.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { batches } from '../companies/batches.ts'
import { folderOfPerson, foldersOf } from './own-files.ts'

export type ForgetDeps = {
  db: Db
  table: Table
  files: Pick<Files, 'list' | 'remove'>
  queues: Pick<Queues, 'send'>
  now: () => number
  remainingMs: () => number
}

/** Less time than this is no time to go on with something. */
const RESERVE_MS = 30_000
/** A file store takes no more in one request. */
const FILES_AT_ONCE = 500
/** Agreements stay with the contract. */
const isKept = (folder: string) => folder.startsWith('documents/')

/** When the company, or the agency that it belonged to, was removed; undefined while neither was. */
async function removalOf(db: Db, company: Company): Promise<number | undefined> {
  const parent = company.kind === 'client' && company.parentId ? await db.company.find(company.parentId) : undefined
  return company.deletedAt ?? parent?.deletedAt ?? undefined
}

async function removeFiles({ db, files }: ForgetDeps, companyId: string): Promise<number> {
  const people = await db.user.listByCompany(companyId)
  const folders = [
    ...foldersOf(companyId).filter((folder) => !isKept(folder)),
    ...people.map(({ id }) => folderOfPerson(id)),
  ]
  let removed = 0
  for (const folder of folders) {
    const keys = await files.list(folder)
    for (let at = 0; at < keys.length; at += FILES_AT_ONCE) await files.remove(keys.slice(at, at + FILES_AT_ONCE))
    removed += keys.length
  }
  return removed
}

/** Erases one removed company, as far as time goes. Answers one sentence for the log; doing it again changes nothing. */
export async function forgetCompany(deps: ForgetDeps, { companyId }: { companyId: string }): Promise<string> {
  const { db, table, queues, now, remainingMs } = deps
  const [company, known] = await Promise.all([db.company.findFresh(companyId), db.removedCompany.find(companyId)])
  const removedAt = company && (await removalOf(db, company))
  // Somebody brought it back meanwhile, or it is not the day yet.
  if (!company || removedAt === undefined || !known) return 'left alone, it was not removed'
  if (known.doneAt !== undefined) return 'was erased before'
  // What was begun goes on: of a client that ended with its agency, its own row says by then that it ended today.
  if (known.begunAt === undefined && forgottenAt(removedAt) > now()) return 'left alone, its time is not over'
  if (known.begunAt === undefined && !(await db.removedCompany.begin(companyId, now())))
    return 'left alone, it was brought back'
  // Clients end with their agency, each in a run of its own.
  if (company.kind === 'agency')
    for await (const nodes of batches(db, { parentId: companyId, kind: 'client', sort: 'createdAt', order: 'asc' }))
      for (const { companyId: clientId } of nodes)
        if (await db.removedCompany.plan(clientId, removedAt))
          await queues.send('forgetCompany', { companyId: clientId })
  const files = await removeFiles(deps, companyId)
  if (
    !(await forgetting(table).forget(
      { companyId, parentId: company.parentId },
      now(),
      () => remainingMs() > RESERVE_MS,
    ))
  ) {
    await queues.send('forgetCompany', { companyId })
    return 'goes on later'
  }
  await db.removedCompany.end(companyId, now())
  return `erased, with ${files} files`
}
