// Writes down who changed what. The entry goes to a queue whose worker chains it, so that no call waits for the end of a
// chain that many write to; what the queue accepts is written at least once, and found again by its id.

import {
  type DoorTry,
  type LogAction,
  type LogEntry,
  type LogFacts,
  type LogMessage,
  logTypeOf,
  placeOf,
} from '#shared/audit-log.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { changed, maskEmails } from '#shared/log-facts.ts'
import type { ApiKey } from '#shared/model/api-key.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { cutText, mendText } from '#shared/text.ts'
import { log } from './log.ts'
import type { RequestFacts } from './request-facts.ts'
import type { Services } from './services.ts'

/** What a handler says of its change beyond what the request shows. Never a secret, and no e-mail address in full. */
export type AuditDetails = {
  description?: string
  action?: LogAction
  /** What it happened to, when it is not the company that the call names. */
  company?: Pick<Company, 'id' | 'name' | 'kind' | 'parentId'>
  campaignId?: string
  before?: LogFacts
  after?: LogFacts
}

type Deps = Pick<Services, 'db' | 'queues' | 'newId' | 'now' | 'report'>
type Person = Pick<User, 'id' | 'name' | 'userType' | 'isSystemUser'>

export type Told = Omit<AuditDetails, keyof Facts> &
  Facts & {
    action: LogAction
    description: string
    company: NonNullable<AuditDetails['company']>
    /** Who really did it, and through whose eyes. */
    by: Person
    viewed?: Person | undefined
    request: Pick<RequestFacts, 'ip' | 'timeZone' | 'requestId'>
    signIn?: LogMessage['signIn']
  }

function entryOf({ newId, now }: Deps, told: Told): LogEntry {
  const { company, by, viewed, request } = told
  const entry: LogEntry = {
    id: newId('log'),
    tenantId: company.kind === 'client' && company.parentId ? company.parentId : company.id,
    companyId: company.id,
    companyName: company.name,
    userId: by.id,
    name: viewed ? `${by.name} (as ${viewed.name})` : by.name,
    userType: logTypeOf(by),
    viewedUserId: viewed?.id ?? null,
    action: told.action,
    description: cutText(told.description, 500),
    campaignId: told.campaignId ?? null,
    before: told.before ?? null,
    after: told.after ?? null,
    ip: request.ip,
    location: placeOf(request.timeZone),
    at: now(),
  }
  return JSON.parse(JSON.stringify(entry), mendText) as LogEntry
}

/**
 * Hands the line to its queue; what that does not take waits in the table, where a schedule fetches it. The change has
 * happened: that its line could not be kept at all is told aloud, but is no reason to call the change a failure.
 */
export async function writeAuditLog(services: Deps, told: Told): Promise<void> {
  const entry = entryOf(services, told)
  await send(services, { ...entry, ...(told.signIn && { signIn: told.signIn }) }, told.request.requestId)
}

/**
 * The line of a try by somebody of whom nothing is known but where they come from. Whose name they asked for (`asked`) is
 * looked up by the job that writes the line, which also folds what one source repeats: nothing here takes longer for one name
 * than for another.
 */
export async function tellStranger(
  services: Deps,
  { tenant, request, tried, asked }: { tenant: Company; request: RequestFacts; tried: DoorTry; asked?: string },
): Promise<void> {
  const entry = entryOf(services, {
    action: tried === 'sign-in' ? 'Sign In' : 'Security Change',
    description: '',
    after: { outcome: 'failed' },
    company: tenant,
    by: { id: NOBODY, name: 'Unknown', userType: 'client', isSystemUser: false },
    request,
  })
  const message = { ...entry, isStranger: true as const, door: { tried, ...(asked !== undefined && { asked }) } }
  await send(services, message, request.requestId)
}

const NOBODY = 'usr_nobody'

async function send(services: Deps, entry: LogMessage, requestId: string): Promise<void> {
  try {
    await services.queues.send('writeAuditLog', entry).catch(() => services.db.auditOutbox.put(entry))
  } catch (error) {
    const { id, tenantId, userId, action } = entry
    log.error('user log lost', { id, tenant: tenantId, who: userId, action, rid: requestId }, error)
  }
}

/** `isChanged`: whether the call changed the row of a company or a person. */
type Telling = Deps & { isChanged: (id: string) => boolean }

type Who = { user: User; holder: User | undefined }
type Subject = { company: Company; user?: User | undefined }

type Facts = { before?: LogFacts | null; after?: LogFacts | null }
const recordOf = (company: Company, user: User | undefined) => ({ ...company, ...(user && { person: user }) })

const orNull = (facts: LogFacts) => (Object.keys(facts).length > 0 ? facts : null)

/**
 * What the handler told; else what the call made of the records of the company and the person that it names: those that it changed are
 * read once more and compared with what the checks had loaded. A failure to read them costs the facts and not the line.
 */
async function factsOf({ db, report, isChanged }: Telling, subject: Subject, details: AuditDetails): Promise<Facts> {
  const isElsewhere = details.company !== undefined && details.company.id !== subject.company.id
  if (details.before || details.after || isElsewhere) return details
  const { company, user } = subject
  try {
    const [companyNow, userNow] = await Promise.all([
      isChanged(company.id) ? db.company.findFresh(company.id) : company,
      user && isChanged(user.id) ? db.user.findFresh(user.id) : user,
    ])
    if (!companyNow) return {}
    const { before, after } = changed(recordOf(company, user), recordOf(companyNow, userNow))
    return { before: orNull(before), after: orNull(after) }
  } catch (error) {
    report('a line of the audit log has no facts', error)
    return {}
  }
}

type Named = { call: Pick<Call, 'audit'> }

const namesOf = (user: User, subject: Subject): string =>
  [subject.user && subject.user.id !== user.id ? subject.user.name : '', subject.company.name]
    .filter(Boolean)
    .join(', ')

/** The line of a call that was carried out: what its contract says was done, or more exactly what its handler said. */
export async function writeAudit(
  services: Telling,
  { call: { audit } }: Named,
  { user, holder }: Who,
  subject: Subject,
  request: RequestFacts,
  details: AuditDetails,
): Promise<void> {
  if (audit === 'none') return
  await writeAuditLog(services, {
    action: audit.action,
    description: `${audit.did}: ${namesOf(user, subject)}`,
    company: subject.company,
    ...details,
    ...(await factsOf(services, subject, details)),
    by: holder ?? user,
    viewed: holder && user,
    request,
  })
}

/** Failures that are no attempt: the same request is asked again after a password, or is being worked on. */
const noAttempt: ReadonlySet<ErrorCode> = new Set(['reauthenticate', 'in_progress', 'key_reused', 'unauthenticated'])

/** The line of what a program did, which names its key. */
export async function writeProgramAudit(
  services: Deps,
  { call: { audit } }: Named,
  { key, company }: { key: Pick<ApiKey, 'id' | 'name'>; company: Company },
  request: RequestFacts,
  details: AuditDetails,
): Promise<void> {
  if (audit === 'none') return
  await writeAuditLog(services, {
    action: audit.action,
    description: `${audit.did}: ${company.name}`,
    company,
    ...details,
    by: { id: key.id, name: `API key ${key.name}`, userType: 'agency', isSystemUser: false },
    request,
  })
}

/**
 * The line of a call that was refused or failed, where its contract says that attempts matter. What the handler had said of a
 * success is not told: there was none.
 */
export async function tellAttempt(
  services: Deps,
  { call: { audit } }: Named,
  { user, holder }: Who,
  subject: Subject,
  request: RequestFacts,
  error: unknown,
): Promise<void> {
  if (audit === 'none' || !audit.tried) return
  const code = error instanceof AppError ? error.code : 'internal'
  if (noAttempt.has(code)) return
  const reason = error instanceof AppError ? maskEmails(error.message) : 'It failed for a reason of ours.'
  await writeAuditLog(services, {
    action: audit.action,
    description: `${audit.tried}: ${namesOf(user, subject)}. ${reason}`,
    company: subject.company,
    after: { outcome: code === 'forbidden' ? 'refused' : 'failed' },
    by: holder ?? user,
    viewed: holder && user,
    request,
  })
}
