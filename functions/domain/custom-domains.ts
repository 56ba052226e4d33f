// An agency asks for its own domain, or gives one up. The work itself is done step by step by the job advanceDomain.

import { DAY } from '#shared/dates.ts'
import { conflict, invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { newDomainFacts } from '#shared/model/custom-domain.ts'
import { hostFaultOf, hostFaultTexts, normaliseHost } from '#shared/model/custom-host.ts'
import type { Db } from '../data/index.ts'
import type { Queues } from '../gateways/queue.ts'

type Doors = { db: Db; queues: Queues; now: () => number }

/** How long links to the domain before keep working after the new one answers. */
const GRACE = 7 * DAY

/** Reserves a host for a company and starts its set-up. The domain that serves now goes on serving. */
export async function requestDomain(
  { db, queues, now }: Doors,
  company: Company,
  text: string,
  platformDomain: string,
): Promise<string> {
  const host = normaliseHost(text)
  const fault = hostFaultOf(host, platformDomain)
  if (fault) throw invalid({ domain: hostFaultTexts[fault] })
  // One host belongs to one company of the whole platform: this row is what makes it so.
  await db.domain.claim(host, company.id, now())
  const known = await db.customDomain.find(company.id, host)
  const facts = newDomainFacts(host, company.id, company.customDomain === host ? null : company.customDomain, now())
  if (!known) await db.customDomain.create(facts)
  // Asking again after a failure, or taking back a farewell, starts anew; what the edge still holds is found by its name.
  else if (known.facts.fault || known.facts.leavesAt !== null) await db.customDomain.save(known, facts, now())
  await queues.send('advanceDomain', { companyId: company.id, host })
  return host
}

/** Lets a domain go at a given time; until then it serves. */
export async function leaveDomain(
  { db, queues, now }: Doors,
  companyId: string,
  host: string,
  at = now(),
): Promise<void> {
  const known = await db.customDomain.find(companyId, host)
  if (!known) return
  const kept = await db.customDomain.save(known, { ...known.facts, leavesAt: at }, at)
  if (!kept) throw conflict('This domain is being worked on. Try again in a moment.')
  if (at <= now()) await queues.send('advanceDomain', { companyId, host })
}

/** The new domain answers: from now on it is the company's own, and the one before takes its leave. */
export async function switchOver(
  doors: Doors,
  companyId: string,
  host: string,
  replaces: string | null,
): Promise<void> {
  await doors.db.company.update(companyId, { customDomain: host })
  if (replaces !== null && replaces !== host) await leaveDomain(doors, companyId, replaces, doors.now() + GRACE)
}

/** Nothing serves at this host any more: it is free for anybody. */
export async function forgetDomain({ db }: Doors, companyId: string, host: string): Promise<void> {
  const company = await db.company.find(companyId)
  if (company?.customDomain === host) await db.company.update(companyId, { customDomain: null })
  await db.domain.release(host, companyId)
  await db.customDomain.remove(companyId, host)
}
