// Invitations of a file that holds more clients than a day has invitations: its clients are made at once, and whom the day's
// quota does not reach is invited on the next days, in the order of the file. People who invite by hand have a part of each day.
import { DAY } from '#shared/dates.ts'
import { type ClientImport, waitingInvitations } from '#shared/model/client-import.ts'
import type { Db } from '../../data/index.ts'
import { INVITATIONS_OF_FILES, invitationsOfFile } from '../mail/quota.ts'
import type { ClientRow } from './import-files.ts'

const RECENT = 50
const SOME = 50

export const nextDay = (at: number): number => (Math.floor(at / DAY) + 1) * DAY

const leftOf = async ({ guard }: Pick<Db, 'guard'>, companyId: string, at: number) => {
  const { kind, subject, windowMs } = invitationsOfFile(companyId, 0, at)
  return Math.max(0, INVITATIONS_OF_FILES - (await guard.read(kind, subject, windowMs, at)))
}

/** How many of a file's invitations this day takes, and why the file cannot be confirmed now (empty when it can). */
export async function planInvitations(
  db: Pick<Db, 'guard' | 'clientImport'>,
  file: ClientImport,
  companyId: string,
  at: number,
): Promise<{ today: number; refusal: string }> {
  const today = Math.min(file.accepted, await leftOf(db, companyId, at))
  if (today === file.accepted) return { today, refusal: '' }
  const others = await db.clientImport.listRecent(file.companyId, RECENT)
  const waits = others.some(
    (other) =>
      other.id !== file.id &&
      (waitingInvitations(other) > 0 ||
        (other.status === 'running' && (other.granted ?? other.accepted) < other.accepted)),
  )
  const refusal = `The files of your company invite at most ${INVITATIONS_OF_FILES} people a day, and those of another file still wait. Please confirm this file once they are sent.`
  return { today, refusal: waits ? refusal : '' }
}

type Deps = {
  db: Db
  now: () => number
  invite: (row: ClientRow) => Promise<void>
  isToInvite: (row: ClientRow) => Promise<boolean>
}

/**
 * Sends what this day's quota allows of the invitations that wait. They are counted before they are sent, and sent under ids
 * of their own: a worker that ends in between counts nothing twice, and nobody gets two.
 */
export async function inviteWaiting(
  { db, now, invite, isToInvite }: Deps,
  found: ClientImport,
  rows: readonly ClientRow[],
): Promise<string> {
  const ref = { companyId: found.companyId, id: found.id }
  let row: ClientImport | undefined = found
  while (row && waitingInvitations(row) > 0) {
    const granted = Math.min(row.granted ?? rows.length, rows.length)
    if (granted > row.invited) {
      for (const each of rows.slice(row.invited, granted))
        if (!row.lateRows.includes(each.row) && (await isToInvite(each))) await invite(each)
      await db.clientImport.noteInvited(ref, granted, now(), granted < rows.length ? now() : undefined)
    } else {
      const at = now()
      const count = Math.min(SOME, rows.length - granted, await leftOf(db, row.countedFor, at))
      if (count <= 0) {
        await db.clientImport.noteInvited(ref, row.invited, at, nextDay(at))
        return `${rows.length - row.invited} invitations wait for tomorrow`
      }
      await db.clientImport.grant(row, invitationsOfFile(row.countedFor, count, at), at)
    }
    row = await db.clientImport.find(ref)
  }
  return 'all invited'
}
