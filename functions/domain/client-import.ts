// Makes clients of a file. Each row's company and person have ids that are made of the import and the row, so a retry, a
// second delivery or a worker that died in the middle finds what was made and makes nothing twice.
import { createHash } from 'node:crypto'
import { toCsvLine } from '#shared/csv.ts'
import { AppError } from '#shared/errors.ts'
import { type IdKind, toId, ulidOf } from '#shared/ids.ts'
import { messages } from '#shared/messages.ts'
import type { ClientImport } from '#shared/model/client-import.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../data/index.ts'
import type { Files } from '../gateways/files.ts'
import type { Queues } from '../gateways/queue.ts'
import { type ClientRow, readClientFile } from './client-file.ts'
import { createCompany, homeOf } from './companies.ts'
import { RefusedFile, type RejectedRow } from './csv-lines.ts'

export type ImportRef = { companyId: string; importId: string }
export type ImportDoors = {
  db: Db
  files: Pick<Files, 'read' | 'put' | 'remove'>
  queues: Queues
  platformDomain: string
  now: () => number
}

const AT_ONCE = 4
const STEP_ROWS = 20

export const incomingImportKey = ({ companyId, importId }: ImportRef) => `imports/incoming/${companyId}/${importId}.csv`
export const leftOverKey = ({ companyId, importId }: ImportRef) => `imports/rejected/${companyId}/${importId}.csv`

/** The import that an object's key names, or undefined for any other object. */
export function importOfKey(key: string): ImportRef | undefined {
  const [, companyId, importId] =
    /^imports\/incoming\/([\w-]+)\/([\w-]+)\.csv$/.exec(decodeURIComponent(key.replaceAll('+', ' '))) ?? []
  return companyId && importId ? { companyId, importId } : undefined
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An id that is the same whenever this row is read: the time of the import, and a hash where others have chance. */
function idOfRow({ importId }: ImportRef, row: number, kind: IdKind): string {
  const digest = createHash('sha256').update(`${importId}/${row}/${kind}`).digest()
  const chance = [...digest.subarray(0, 16)].map((byte) => CROCKFORD[byte % 32]).join('')
  return toId(kind, `${ulidOf(importId).slice(0, 10)}${chance}`)
}

const isTaken = (error: unknown) =>
  error instanceof AppError && error.fields !== undefined && 'ClientEmail' in error.fields

/** Whether the row became a client, now or by an earlier try; false when its address is somebody else's. */
async function makeClient(doors: ImportDoors, agency: Company, ref: ImportRef, row: ClientRow): Promise<boolean> {
  const { db } = doors
  const id = idOfRow(ref, row.row, 'company')
  // The entry is read as it is this moment; the company itself tells of a client that was ended since.
  const isThere = async () => Boolean((await db.node.find(agency.id, id)) ?? (await db.company.find(id)))
  if (await isThere()) return true
  const newId = (kind: IdKind) => (kind === 'company' ? id : idOfRow(ref, row.row, kind))
  const { companyName, fullName, email, phone } = row
  try {
    const form = { companyName, fullName, email, phone, passwordHash: undefined, subdomain: '', settings: {} }
    await createCompany({ ...doors, newId }, agency, form)
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
    // Another worker on the same file may have been a moment faster.
    return isThere()
  }
}

async function invite({ queues }: ImportDoors, agency: Company, ref: ImportRef, { row }: ClientRow, inviter: string) {
  const facts = { userId: idOfRow(ref, row, 'user'), inviterName: inviter }
  const mailId = `mal_${ref.importId}_${row}`
  await queues.send('sendMail', { mailId, tenantId: homeOf(agency, agency).id, mail: 'invitation', facts })
}

async function keepLeftOver({ files }: ImportDoors, ref: ImportRef, rows: readonly RejectedRow[]): Promise<void> {
  if (rows.length === 0) return
  const lines = [...rows]
    .sort((a, b) => a.row - b.row)
    .map(({ row, reason, text }) => toCsvLine([String(row), reason, text]))
  await files.put(leftOverKey(ref), toCsvLine(['row', 'reason', 'text']) + lines.join(''), 'text/csv')
}

/** Answers one sentence for the log; may be called any number of times. */
export async function importClients(doors: ImportDoors, ref: ImportRef): Promise<string> {
  const { db, files, now } = doors
  const found = await db.clientImport.find(ref.companyId, ref.importId)
  if (!found || found.status === 'done' || found.status === 'failed') return 'over already, or unknown'
  const object = await files.read(incomingImportKey(ref))
  if (!object) return 'dropped, the file is gone'
  try {
    return await work(doors, ref, found, object.body)
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    await db.clientImport.fail(ref.companyId, ref.importId, error.message, now())
    await files.remove([incomingImportKey(ref)])
    return `refused: ${error.message}`
  }
}

async function work(doors: ImportDoors, ref: ImportRef, found: ClientImport, body: AsyncIterable<Uint8Array>) {
  const { db, files, now } = doors
  const { rows, duplicates, rejected, hash } = await readClientFile(body)
  const totalRows = rows.length + duplicates.length + rejected.length
  if (!(await db.clientImport.begin(ref.companyId, ref.importId, hash, totalRows, now())))
    return 'left alone, another file was read first'
  const agency = await db.company.get(ref.companyId)
  if (agency.kind !== 'agency' || agency.deletedAt !== null) throw new RefusedFile('This agency has ended.')
  const inviter = (await db.user.find(found.requestedBy))?.name ?? agency.name
  const taken: RejectedRow[] = [...duplicates]
  let accepted = 0
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const made = await Promise.all(
      some.map(async (row) => {
        const isMade = await makeClient(doors, agency, ref, row)
        if (isMade) await invite(doors, agency, ref, row, inviter)
        return isMade
      }),
    )
    for (const [index, row] of some.entries()) {
      if (made[index]) accepted++
      else taken.push({ row: row.row, reason: messages.emailTaken, text: row.text })
    }
    const done = totalRows - rows.length + at + some.length
    if (at % STEP_ROWS === 0) await db.clientImport.advance(ref.companyId, ref.importId, done, now())
  }
  await keepLeftOver(doors, ref, [...taken, ...rejected])
  const counts = { totalRows, accepted, duplicates: taken.length, rejected: rejected.length }
  await db.clientImport.finish(ref.companyId, ref.importId, counts, now())
  await files.remove([incomingImportKey(ref)])
  return `done, ${accepted} new, ${taken.length} known, ${rejected.length} rejected`
}
