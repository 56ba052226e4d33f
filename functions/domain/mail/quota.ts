// How many mails to strangers a company may cause in a day: anybody who registers could otherwise write to anybody, without end.
import { DAY } from '#shared/dates.ts'
import { type AppError, tooMany } from '#shared/errors.ts'
import type { Db } from '../../data/index.ts'
import type { Reservation } from '../../data/session/guard.ts'

export const mailQuotas = { invitation: 500, testMail: 50 } as const
type MailKind = keyof typeof mailQuotas
/** Invitations that one person sends by hand: who has the fewest rights must not use up the day of all others. */
export const INVITATIONS_OF_PERSON = 100
const names = { invitation: 'invitations', testMail: 'test mails' } as const

/** So many mails of a company, as one conditional write counts them. */
export const mailsOf = (companyId: string, kind: MailKind, count: number, now: number): Reservation => ({
  kind: `mails-${kind}`,
  subject: companyId,
  windowMs: DAY,
  now,
  count,
  most: mailQuotas[kind],
})

/** Of each day's invitations so many are left to people who invite by hand: no file takes these, neither on its day nor later. */
export const KEPT_FOR_PEOPLE = 100
export const INVITATIONS_OF_FILES = mailQuotas.invitation - KEPT_FOR_PEOPLE

/** Invitations of files, as one conditional write counts them: only while more are left than those that people have. None always fit. */
export const invitationsOfFile = (companyId: string, count: number, now: number): Reservation => ({
  ...mailsOf(companyId, 'invitation', count, now),
  most: count === 0 ? mailQuotas.invitation : INVITATIONS_OF_FILES,
})

/** What is said to the person who wants more than is left of the day. */
async function tooManyMails(db: Pick<Db, 'guard'>, wanted: Reservation, kind: MailKind): Promise<AppError> {
  const { subject, windowMs, now, count, most } = wanted
  const left = Math.max(0, most - (await db.guard.read(wanted.kind, subject, windowMs, now)))
  const sentence =
    count > most
      ? `This needs ${count} ${names[kind]}, and a company sends at most ${most} a day. Please split it.`
      : left === 0
        ? `Your company sent ${most} ${names[kind]} today. Please go on tomorrow.`
        : `This needs ${count} ${names[kind]}, and ${left} of ${most} are left today. Please go on tomorrow.`
  return tooMany(sentence, Math.ceil((DAY - (now % DAY)) / 1000))
}

/** Counts an invitation of a company and of the person who sends it, and refuses it where either sent enough today. */
export async function countInvitationOf(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const all = mailsOf(companyId, 'invitation', 1, now())
  const own = { ...all, kind: 'mails-invitation-by', subject: userId, most: INVITATIONS_OF_PERSON }
  // What one of the two refuses is not counted for the other.
  const full = await db.guard.reserveAll([all, own])
  if (full === 0) throw await tooManyMails(db, all, 'invitation')
  if (full === 1)
    throw tooMany(
      `You sent ${INVITATIONS_OF_PERSON} invitations today, and leave the others of the day to your colleagues. Please go on tomorrow.`,
      Math.ceil((DAY - (all.now % DAY)) / 1000),
    )
}

/** Counts one such mail of a company, and refuses it when the day has seen enough of them. */
export async function countMail(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  companyId: string,
  kind: MailKind,
): Promise<void> {
  const wanted = mailsOf(companyId, kind, 1, now())
  if (!(await db.guard.reserve(wanted))) throw await tooManyMails(db, wanted, kind)
}
