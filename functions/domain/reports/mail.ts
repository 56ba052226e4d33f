// Reports of leads by mail, for each person as often as they chose. The id of a mail is made of person, rhythm and first day, so that no
// crash and no repetition sends it twice; the row goes on to the next morning only after the mail of this one waits.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type ReportReader, refusalForReportMails } from '#shared/access/report-mails.ts'
import { permissionsOfUser } from '#shared/access/viewer-of.ts'
import { isClosed } from '#shared/model/company.ts'
import { dueMailDay, mailDayAfter, reportedDays } from '#shared/reports/report-mail.ts'
import type { Db } from '../../data/index.ts'
import type { ReportMail } from '../../data/reports/mail.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Sealer } from '../../gateways/seal.ts'

type Readers = Pick<Db, 'company' | 'reportMail' | 'role' | 'user'>
type Deps = { db: Readers; queues: Pick<Queues, 'send'>; now: () => number }

/** The person with all that decides whether they get reports; undefined once they, their company or the one above it are gone. */
export async function findReportReader(db: Readers, userId: string, now: number): Promise<ReportReader | undefined> {
  const user = await db.user.findFresh(userId)
  const company = user?.status === 'active' ? await db.company.find(user.companyId) : undefined
  if (!user || !company) return undefined
  const [parent, { roles }] = await Promise.all([
    company.parentId ? db.company.find(company.parentId) : undefined,
    db.role.find(company.id),
  ])
  const isOver = [company, parent].some((one) => one && (one.deletedAt !== null || isClosed(one, now)))
  return isOver ? undefined : { user, company, parent, permissions: permissionsOfUser(user, roles), now }
}

/** Mails the latest report that is due. Answers one sentence for the log. */
export async function mailReport({ db, queues, now }: Deps, userId: string): Promise<string> {
  const row = await db.reportMail.find(userId)
  if (!row || row.rhythm === 'off') return 'nobody wants it any more'
  const reader = await findReportReader(db, userId, now())
  if (!reader) {
    await db.reportMail.end(row)
    return 'ended with its reader'
  }
  const { rhythm } = row
  const { company } = reader
  const day = dueMailDay(rhythm, company.timeZone, now())
  if (row.day > day) return 'it was mailed before'
  const why = refusalForReportMails(reader)
  const { from, to: until } = reportedDays(rhythm, day)
  if (!why)
    await queues.send('sendMail', {
      mailId: `report-${userId}-${rhythm}-${from}`,
      tenantId: company.kind === 'client' ? (company.parentId ?? company.id) : company.id,
      mail: 'leadReport',
      facts: { userId, rhythm, from, until },
    })
  await db.reportMail.plan(row, row, { rhythm, day: mailDayAfter(rhythm, day), timeZone: company.timeZone })
  return why ? `left out: ${why}` : `${rhythm} from ${from}`
}

/** From now on as often as they say. False when somebody else changed it in the same moment. */
export async function chooseReports(
  { db, sealer, now }: Omit<Deps, 'queues'> & { sealer: Pick<Sealer, 'seal'> },
  { user, company, rhythm }: Pick<ReportReader, 'user' | 'company'> & { rhythm: ReportMail['rhythm'] },
): Promise<boolean> {
  const seen = await db.reportMail.find(user.id)
  if (rhythm === 'off') return !seen || db.reportMail.end(seen)
  const agencyId = company.kind === 'client' ? (company.parentId ?? company.id) : company.id
  const { timeZone } = company
  const day = mailDayAfter(rhythm, dueMailDay(rhythm, timeZone, now()))
  const link = seen ?? (await newEnding(sealer, user.id))
  return db.reportMail.plan({ ...link, userId: user.id, agencyId }, seen, { rhythm, day, timeZone })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A secret for the links of somebody's mails. Who reads the table learns none: mails unseal it, links are compared by its hash. */
export async function newEnding(sealer: Pick<Sealer, 'seal'>, userId: string) {
  const secret = randomBytes(24).toString('base64url')
  return { sealedSecret: await sealer.seal(secret, userId), secretHash: digest(secret).toString('base64url') }
}

/** What stands in the link that ends somebody's reports. */
export const endingToken = async (
  sealer: Pick<Sealer, 'unseal'>,
  { userId, sealedSecret }: Pick<ReportMail, 'userId' | 'sealedSecret'>,
) => `${userId}.${await sealer.unseal(sealedSecret, userId)}`

/** Whose reports a link ends: nobody's, where it was made up or its reader is gone. */
export async function readEndingToken(
  db: Readers,
  token: string,
  now: number,
): Promise<{ row: ReportMail; reader: ReportReader } | undefined> {
  const [, userId = '', secret = ''] = /^(usr_[0-9A-Za-z-]{1,60})\.([\w-]{32})$/.exec(token) ?? []
  const row = userId ? await db.reportMail.find(userId) : undefined
  if (!row || !timingSafeEqual(Buffer.from(row.secretHash, 'base64url'), digest(secret))) return undefined
  const reader = await findReportReader(db, userId, now)
  return reader && { row, reader }
}

/** True once no report leaves any more, also where none did. */
export async function endReports({ db }: { db: Readers }, row: ReportMail): Promise<boolean> {
  if (row.rhythm === 'off' || (await db.reportMail.end(row))) return true
  const now = await db.reportMail.find(row.userId)
  return !now || now.rhythm === 'off' || db.reportMail.end(now)
}
