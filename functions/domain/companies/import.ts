// Makes the clients of a file that was checked and confirmed. Each row's company and person have ids that are made of the
// import and the row, so a retry, a second delivery or a worker that ended in the middle finds what was made and makes
// nothing twice. A long file goes on in another delivery before this one's time is over.
import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { type IdKind, toId, ulidOf } from '#shared/ids.ts'
import { messages } from '#shared/messages.ts'
import { type ClientImport, waitingInvitations } from '#shared/model/client-import.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { createCompany, homeOf } from './edit.ts'
import { checkImport } from './import-check.ts'
import {
  type CheckedFile,
  type ClientRow,
  findChecked,
  forgetRows,
  type ImportRef,
  incomingImportKey,
  keepChecked,
  keepLeftOver,
  refOfImport,
} from './import-files.ts'
import { inviteWaiting, nextDay } from './import-invite.ts'

export type ImportDeps = {
  db: Db
  files: Pick<Files, 'read' | 'readText' | 'put' | 'remove'>
  queues: Queues
  platformDomain: string
  now: () => number
  /** How long this worker may still work. */
  remainingMs: () => number
}

const AT_ONCE = 8
/** What the rows in hand and the end of a delivery may take. */
const RESERVE_MS = 30_000

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An id that is the same whenever this row is read: the time of the import, and a hash where others have chance. */
function idOfRow({ importId }: ImportRef, row: number, kind: IdKind): string {
  const digest = createHash('sha256').update(`${importId}/${row}/${kind}`).digest()
  const chance = [...digest.subarray(0, 16)].map((byte) => CROCKFORD[byte % 32]).join('')
  return toId(kind, `${ulidOf(importId).slice(0, 10)}${chance}`)
}

const isTaken = (error: unknown) => error instanceof AppError && error.fields !== undefined && 'email' in error.fields

/** Whether the row became a client, now or by an earlier try; false when its address is somebody else's. */
async function makeClient(
  deps: ImportDeps,
  agency: Company,
  ref: ImportRef,
  row: ClientRow,
  invitedById: string,
): Promise<boolean> {
  const { db } = deps
  const id = idOfRow(ref, row.row, 'company')
  // The entry is read as it is this moment; the company itself tells of a client that was ended since.
  const isThere = async () => Boolean((await db.node.find(agency.id, id)) ?? (await db.company.find(id)))
  if (await isThere()) return true
  const newId = (kind: IdKind) => (kind === 'company' ? id : idOfRow(ref, row.row, kind))
  const { companyName, fullName, email, phone } = row
  try {
    const form = {
      companyName,
      fullName,
      email,
      phone,
      passwordHash: undefined,
      invitedById,
      subdomain: '',
      settings: {},
    }
    await createCompany({ ...deps, newId }, agency, form)
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
    // Another worker on the same file may have been a moment faster.
    return isThere()
  }
}

async function invite({ queues }: ImportDeps, agency: Company, ref: ImportRef, { row }: ClientRow, inviter: string) {
  const facts = { userId: idOfRow(ref, row, 'user'), inviterName: inviter }
  const mailId = `mal_${ref.importId}_${row}`
  await queues.send('sendMail', { mailId, tenantId: homeOf(agency, agency).id, mail: 'invitation', facts })
}

/** Answers one sentence for the log; may be called any number of times. */
export async function importClients(deps: ImportDeps, ref: ImportRef): Promise<string> {
  const found = await deps.db.clientImport.find({ companyId: ref.companyId, id: ref.importId })
  if (!found) return 'dropped, no import of this id is known'
  if (found.status === 'waiting') return checkImport(deps, found)
  // The form can be used again: what comes after the first file is not kept.
  await deps.files.remove([incomingImportKey(ref)])
  if (found.status === 'running') return work(deps, found)
  return waitingInvitations(found) > 0 ? inviteLater(deps, found) : 'over already, or not confirmed'
}

async function work(deps: ImportDeps, found: ClientImport): Promise<string> {
  const { db, files, queues, now, remainingMs } = deps
  const [ref, id] = [refOfImport(found), { companyId: found.companyId, id: found.id }]
  const file = await findChecked(files, found)
  if (!file) return (await isOver(deps, found)) ? 'over already' : lost(found)
  const agency = await db.company.findFresh(found.companyId)
  if (agency?.kind !== 'agency' || agency.deletedAt !== null) {
    await db.clientImport.close(found, 'failed', 'This agency has ended.', now())
    await forgetRows(files, found)
    return 'refused, the agency has ended'
  }
  const inviter = (await db.user.find(found.requestedBy))?.name ?? agency.name
  const late = new Set(found.lateRows)
  let { worked } = found
  while (worked < file.rows.length) {
    if (remainingMs() < RESERVE_MS) {
      await queues.send('importClients', ref)
      return `${worked} of ${file.rows.length} rows, goes on in the next delivery`
    }
    const some = file.rows.slice(worked, worked + AT_ONCE)
    const granted = (found.granted ?? file.rows.length) - worked
    const made = await Promise.all(
      some.map(async (row, index) => {
        const isMade = await makeClient(deps, agency, ref, row, found.requestedBy)
        if (isMade && index < granted) await invite(deps, agency, ref, row, inviter)
        return isMade
      }),
    )
    for (const [index, { row }] of some.entries()) if (!made[index]) late.add(row)
    worked += some.length
    const far = { worked, currentRow: file.left.length + worked, lateRows: [...late] }
    // Another worker may be further; one that finds the import ended makes nothing more.
    if (!(await db.clientImport.advance(id, far, now())) && (await isOver(deps, found))) return 'over meanwhile'
  }
  return finish(deps, found, file, late)
}

/** What the quota of the day on which the file was confirmed did not reach. */
async function inviteLater(deps: ImportDeps, found: ClientImport): Promise<string> {
  const { db, files, now } = deps
  const ref = refOfImport(found)
  const [file, agency] = [await findChecked(files, found), await db.company.findFresh(found.companyId)]
  if (!file) return inviteByHand(deps, found)
  const isGone = agency?.kind !== 'agency' || agency.deletedAt !== null
  const inviter = (await db.user.find(found.requestedBy))?.name ?? agency?.name ?? ''
  const said = isGone
    ? 'nobody is invited, the agency has ended'
    : await inviteWaiting(
        {
          db,
          now,
          invite: (row) => invite(deps, agency, ref, row, inviter),
          // Who was invited again by hand, or left, is not written to once more.
          isToInvite: async ({ row }) => {
            const user = await db.user.find(idOfRow(ref, row, 'user'))
            return user?.status === 'invited' && user.invitedAt === user.createdAt
          },
        },
        found,
        file.rows,
      )
  if (isGone)
    await db.clientImport.noteInvited({ companyId: found.companyId, id: found.id }, file.rows.length, now(), undefined)
  const after = await db.clientImport.find({ companyId: found.companyId, id: found.id })
  if (!after || waitingInvitations(after) === 0) await forgetRows(files, found)
  // The store forgets what was written some days ago, and invitations of a company that many files wait for take longer.
  else if (found.contentHash) await keepChecked(files, ref, found.contentHash, file)
  return said
}

/** Without its rows nobody knows who is left, and no later day would: people of the company are told to invite by hand. */
async function inviteByHand({ db, now }: ImportDeps, { companyId, id, fileName }: ClientImport): Promise<string> {
  // A twin of this worker may have sent the last of them, and forgotten the rows.
  const row = await db.clientImport.find({ companyId, id })
  const count = row ? waitingInvitations(row) : 0
  if (!row || count === 0) return 'over already'
  await addNotice({ db, now }, { companyId, kind: 'invitationsLost', about: id, facts: { file: fileName, count } })
  await db.clientImport.noteInvited({ companyId, id }, row.invited + count, now(), undefined)
  return `${count} invitations are left to people, what the check found is gone`
}

async function isOver({ db }: ImportDeps, { companyId, id }: ClientImport): Promise<boolean> {
  return (await db.clientImport.find({ companyId, id }))?.status !== 'running'
}

function lost({ id }: ClientImport): never {
  throw new Error(`What the check of import ${id} found is gone.`)
}

async function finish({ db, files, now }: ImportDeps, found: ClientImport, file: CheckedFile, late: Set<number>) {
  const known = file.rows
    .filter(({ row }) => late.has(row))
    .map(({ row, cells }) => ({ row, cells, kind: 'duplicate' as const, reason: messages.emailTaken }))
  const left = [...file.left, ...known]
  const duplicates = left.filter(({ kind }) => kind === 'duplicate').length
  const counts = {
    totalRows: file.rows.length + file.left.length,
    accepted: file.rows.length - known.length,
    duplicates,
    rejected: left.length - duplicates,
  }
  if (found.contentHash) await keepLeftOver(files, refOfImport(found), found.contentHash, { ...file, left })
  const invited = Math.min(found.granted ?? file.rows.length, file.rows.length)
  const waiting = file.rows.length - invited
  const dueAt = waiting > 0 ? nextDay(now()) : undefined
  const id = { companyId: found.companyId, id: found.id }
  await db.clientImport.finish(id, 'running', { ...counts, invited }, now(), dueAt)
  const { companyId, fileName } = found
  const facts = { file: fileName, accepted: counts.accepted, rejected: left.length }
  await addNotice({ db, now }, { companyId, kind: 'clientsImported', about: found.id, facts })
  // Invitations that wait are found by their rows.
  if (waiting === 0) await forgetRows(files, found)
  const later = waiting > 0 ? `, ${waiting} invitations wait` : ''
  return `done, ${counts.accepted} new, ${counts.duplicates} known, ${counts.rejected} rejected${later}`
}
