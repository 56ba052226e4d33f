// What was done lately: in the whole company for those who may read its log, and otherwise by the reader alone.
import { type LogEntry, SAID_BY_SCREEN } from '#shared/audit-log.ts'
import { DAY } from '#shared/dates.ts'
import type { Deed, Deps, Who } from './types.ts'

const MOST_READ = 12
const MOST_SHOWN = 6
const SPAN = 30 * DAY

/** Who came in is asked in the log itself; what a screen says of itself is no deed. */
const isDeed = ({ action, isStranger, after }: LogEntry) =>
  action !== 'Sign In' && action !== 'View As' && !isStranger && after?.source !== SAID_BY_SCREEN

export async function activityOf({ db, now }: Deps, { company, me, actor, may }: Who): Promise<Deed[]> {
  const isWhole = company.kind !== 'client' && may('log:read', 'GET')
  // What somebody does through other eyes stands under their own name.
  if (!isWhole && actor.viewing) return []
  const tenantId = company.kind === 'client' && company.parentId ? company.parentId : company.id
  const to = now()
  const entries = await db.auditLog.latest(
    { tenantId, userId: isWhole ? undefined : me.id, from: to - SPAN, to: to + 1000 },
    MOST_READ,
  )
  return entries
    .filter(isDeed)
    .slice(0, MOST_SHOWN)
    .map(({ at, description, name, companyId, companyName }) => ({
      at,
      what: description,
      who: name,
      company: companyId === company.id ? '' : companyName,
    }))
}
