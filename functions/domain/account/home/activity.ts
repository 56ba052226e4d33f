// What was done lately: in the whole company for those who may read its log, and otherwise by the reader alone. A client also sees what
// its agency did with its campaigns, and not who of the agency or the platform it was.
import { type LogEntry, SAID_BY_SCREEN } from '#shared/audit-log.ts'
import { DAY } from '#shared/dates.ts'
import type { Deed, Deps, Who } from './types.ts'

const MOST_READ = 12
const MOST_SHOWN = 6
const SPAN = 30 * DAY

/** Who came in is asked in the log itself; what a screen says of itself is no deed. */
const isDeed = ({ action, isStranger, after }: LogEntry) =>
  action !== 'Sign In' && action !== 'View As' && !isStranger && after?.source !== SAID_BY_SCREEN

async function ofClient({ db, now }: Deps, { company, me, actor }: Who): Promise<Deed[]> {
  const { id: clientId, parentId: tenantId } = company
  if (!tenantId) return []
  const to = now()
  const span = { tenantId, from: to - SPAN, to: to + 1000 }
  const [agency, shown, own] = await Promise.all([
    db.company.get(tenantId),
    db.auditLog.latest({ ...span, clientId }, MOST_READ),
    // What somebody does through other eyes stands under their own name.
    actor.viewing ? [] : db.auditLog.latest({ ...span, userId: me.id }, MOST_READ),
  ])
  const all = new Map([...own.filter(isDeed), ...shown].map((entry) => [entry.id, entry]))
  return [...all.values()]
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_SHOWN)
    .map(({ at, description, name, userType }) => ({
      at,
      what: description,
      who: userType === 'client' ? name : agency.name,
      company: '',
    }))
}

export async function activityOf(deps: Deps, who: Who): Promise<Deed[]> {
  const { company, me, actor, may } = who
  if (company.kind === 'client') return ofClient(deps, who)
  const isWhole = may('log:read', 'GET')
  if (!isWhole && actor.viewing) return []
  const to = deps.now()
  const entries = await deps.db.auditLog.latest(
    { tenantId: company.id, userId: isWhole ? undefined : me.id, from: to - SPAN, to: to + 1000 },
    MOST_READ,
  )
  return entries
    .filter(isDeed)
    .slice(0, MOST_SHOWN)
    .map(({ at, description, name, companyId, companyName }) => ({
      at,
      what: description,
      who: name,
      // Most sentences name it already.
      company: companyId === company.id || description.includes(companyName) ? '' : companyName,
    }))
}
