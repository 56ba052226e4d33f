// An agency asks for its own domain, or gives one up. The work itself is done step by step by the job advanceDomain.
import { randomBytes } from 'node:crypto'
import { DAY } from '#shared/dates.ts'
import { conflict, invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { newDomainFacts } from '#shared/model/custom-domain.ts'
import { hostFaultOf, hostFaultTexts, normaliseHost } from '#shared/model/custom-host.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'

type Deps = { db: Db; queues: Queues; now: () => number }

/** How long links to the domain before keep working after the new one answers. */
const GRACE = 7 * DAY
const MOST_TRIES = 3

/** Long enough that nobody guesses it, and bound to the person who asked by the row that it is kept in. */
export const newProof = (): string => `domain-verification=${randomBytes(20).toString('hex')}`

const busy = () => conflict('This domain is being worked on. Try again in a moment.')

/** Why a host cannot be this company's: it is somebody else's, or its record still leads to somebody else's site. */
export async function whyTaken(
  { db, queues }: Pick<Deps, 'db' | 'queues'>,
  host: string,
  companyId: string | undefined,
): Promise<string | undefined> {
  const holder = await db.domain.findHolder(host)
  if (!holder || holder.companyId === companyId) return undefined
  if (!holder.isGivenUp) return 'This domain is already in use.'
  // So that the person who has removed the record does not wait for the daily look at it.
  await queues.send('advanceDomain', { companyId: holder.companyId, host })
  return 'This domain still points here for somebody else. Remove its DNS record first, then ask again some minutes later.'
}

/** Notes that a company wants a host. It is its own once its DNS says so; the domain that serves now goes on serving. */
export async function requestDomain(
  { db, queues, now }: Deps,
  company: Company,
  text: string,
  platformDomain: string,
): Promise<string> {
  const host = normaliseHost(text)
  const fault = hostFaultOf(host, platformDomain)
  if (fault) throw invalid({ domain: hostFaultTexts[fault] })
  const known = await db.customDomain.find(company.id, host)
  const holder = await db.domain.findHolder(host)
  const facts = newDomainFacts(
    {
      host,
      companyId: company.id,
      replaces: company.customDomain === host ? null : company.customDomain,
      proof: known?.facts.proof ?? newProof(),
      // Anybody who still holds the host has shown it before.
      provenAt: holder?.companyId === company.id ? (known?.facts.provenAt ?? known?.facts.answeredAt ?? null) : null,
    },
    now(),
  )
  // Asking again after a failure, or taking back a farewell, starts anew; what the edge still holds is found by its name.
  if (!known || known.facts.fault || known.facts.leavesAt !== null) {
    const answer = await db.customDomain.ask(facts, known)
    if (answer === 'changed') throw busy()
    if (answer === 'taken')
      throw conflict((await whyTaken({ db, queues }, host, company.id)) ?? 'This domain is already in use.')
  }
  await queues.send('advanceDomain', { companyId: company.id, host })
  return host
}

/** Mails and screens lead to a host that goes away no longer. */
export async function stopLeadingTo({ db }: Pick<Deps, 'db'>, companyId: string, host: string): Promise<void> {
  const company = await db.company.findFresh(companyId)
  if (company?.customDomain === host) await db.company.update(companyId, { customDomain: null })
}

async function keepFarewell({ db, now }: Deps, companyId: string, host: string, at: number) {
  // A worker may be on it just now: no matter what it has found, the domain is to go.
  for (let round = 0; round < MOST_TRIES; round++) {
    const known = await db.customDomain.find(companyId, host)
    if (!known) return
    if (await db.customDomain.save(known, { ...known.facts, leavesAt: at }, Math.max(at, now()))) return
  }
  throw busy()
}

/** Lets a domain go at a given time; until then it serves. */
export async function leaveDomain(deps: Deps, companyId: string, host: string, at = deps.now()): Promise<void> {
  await keepFarewell(deps, companyId, host, at)
  if (at > deps.now()) return
  await stopLeadingTo(deps, companyId, host)
  await deps.queues.send('advanceDomain', { companyId, host })
}

/** All domains of a company that ended take their leave, those that never served too. */
export async function leaveAllDomains(deps: Deps, companyId: string): Promise<void> {
  const now = deps.now()
  for (const { host, leavesAt } of await deps.db.customDomain.list(companyId))
    if (leavesAt === null || leavesAt > now) await leaveDomain(deps, companyId, host)
}

/** The new domain answers: from now on it is the company's own, and the one before is being removed. */
export async function switchOver(deps: Deps, companyId: string, host: string, replaces: string | null): Promise<void> {
  await deps.db.company.update(companyId, { customDomain: host })
  if (replaces !== null && replaces !== host) await leaveDomain(deps, companyId, replaces, deps.now() + GRACE)
}
