// Lines about what strangers do at the door. They may do it without end, so one line stands for many: of a source, or of the
// person whose name was asked for, and of an hour. The counts in it say how many.
import { type DoorTry, type LogEntry, type LogMessage, logTypeOf } from '#shared/audit-log.ts'
import { HOUR } from '#shared/dates.ts'
import { sourceOf } from '#shared/sign-in.ts'
import type { Db } from '../../data/index.ts'
import { findAccount } from '../tenancy/find-account.ts'

type Deps = { db: Pick<Db, 'company' | 'guard' | 'signIn' | 'user'> }

export const foldLimits = {
  /** Which of the tries of one source in an hour have a line. */
  ofSource: [1, 10, 100, 1000, 10_000],
  /** The same of one person, no matter where they come from: each link that is mailed has its own. */
  ofPerson: [1, 2, 3, 4, 5, 10, 100, 1000, 10_000],
  /** Sources with lines of their own in one log and hour; what comes from more is one line. */
  sources: 200,
}

const said: Record<DoorTry, string> = {
  'sign-in': 'Tried to sign in with a name that nobody has here',
  reset: 'Asked for a link to set a new password, for a name that nobody has here',
}
const often = (text: string, step: number) => (step === 1 ? text : `${text} (${step} times within an hour)`)

/** How many there were, and which line is due: the highest step that was reached. */
async function dueStep({ db }: Deps, subject: string, steps: readonly number[], at: number): Promise<number> {
  const count = await db.guard.count('log-door', subject, HOUR, at)
  return steps.findLast((step) => step <= count) ?? 1
}

/**
 * The line to be written for a try, or none when another one stands for it. A line that was decided on is decided so again
 * when its message comes twice, so no crash loses one.
 */
export async function foldLine(deps: Deps, { door, ...entry }: LogMessage): Promise<LogEntry | undefined> {
  if (!door) return entry
  const { db } = deps
  const tenant = await db.company.find(entry.tenantId)
  if (!tenant) return undefined
  const { at, id } = entry
  const isFirst = (what: string) => db.guard.claim(`log-door:${what}:${Math.floor(at / HOUR)}`, id, 2 * HOUR, at)
  const { user } = door.asked === undefined ? { user: undefined } : await findAccount(db, tenant, door.asked)
  if (user) {
    const subject = `${tenant.id}:${door.tried}:${user.id}`
    const step = await dueStep(deps, subject, foldLimits.ofPerson, at)
    if (!(await isFirst(`${subject}:${step}`))) return undefined
    const { isStranger: _, after: __, ...line } = entry
    const isOwn = user.companyId === tenant.id
    return {
      ...line,
      ...(!isOwn && { companyId: user.companyId, companyName: '' }),
      userId: user.id,
      name: user.name,
      userType: logTypeOf(user),
      description: often('Asked for a link to set a new password', step > 5 ? step : 1),
      after: null,
    }
  }
  const subject = `${tenant.id}:${door.tried}:${sourceOf(entry.ip)}`
  const step = await dueStep(deps, subject, foldLimits.ofSource, at)
  if (!(await isFirst(`${subject}:${step}`))) return undefined
  if (step === 1 && (await db.guard.count('log-door-sources', tenant.id, HOUR, at)) > foldLimits.sources) {
    if (!(await isFirst(`${tenant.id}:many`))) return undefined
    const from = `came from more than ${foldLimits.sources} addresses within an hour`
    return {
      ...entry,
      ip: '',
      description: `Tries at names that nobody has here ${from}; each further one has no line`,
    }
  }
  return { ...entry, description: often(said[door.tried], step) }
}
