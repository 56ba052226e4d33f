// What a person is shown of a sign-in to their account, and when failed ones become so many that they are told. It is noted by the
// worker that writes the audit log, so that nobody at the door waits longer for a name that somebody has.
import type { LogEntry, LogMessage } from '#shared/audit-log.ts'
import { DAY } from '#shared/dates.ts'
import { shortAddress, shownSignIns } from '#shared/sign-in.ts'
import type { Db } from '../../data/index.ts'
import { addNotice } from '../account/notice.ts'

type Deps = { db: Pick<Db, 'signInEntry' | 'notice'>; now: () => number }
type SignIn = NonNullable<LogMessage['signIn']>

/** Notes it once, however often its message comes. A notice is told at most once a day, of the day's first five failures. */
export async function noteSignIn(deps: Deps, line: LogEntry, signIn: SignIn): Promise<void> {
  const { userId, id, at, ip, companyId } = line
  const { noticeAt, noticeMs } = shownSignIns
  await deps.db.signInEntry.add({ userId, id, at, ip: shortAddress(ip), ...signIn })
  if (signIn.outcome === 'in') return
  const latest = await deps.db.signInEntry.latest(userId, at - noticeMs, 2 * noticeAt)
  const failed = latest.filter(({ outcome }) => outcome !== 'in').length
  if (failed < noticeAt) return
  const about = `${userId}:${Math.floor(at / DAY)}`
  await addNotice(deps, { companyId, userId, kind: 'signInsFailed', about, facts: { count: noticeAt } })
}
