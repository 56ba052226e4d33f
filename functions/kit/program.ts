// Requests of programs: by a token that a key got, as the key stands now. What a key opens is its scope, within its own agency.
import { holds } from '#shared/access/can.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import { AppError, notFound, refused, tooMany } from '#shared/errors.ts'
import type { KeyActor } from '#shared/model/actor.ts'
import { type ApiKey, isExpired, isOpenToPrograms } from '#shared/model/api-key.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Company, isClosed } from '#shared/model/company.ts'
import type { Services } from './services.ts'
import type { ProgramClaims } from './tokens.ts'

const MINUTE = 60_000
/** Requests of one key in a minute, as its answers say. */
export const RATE = { most: 600, windowMs: MINUTE }
const USED_EVERY_MS = 10 * MINUTE

export type Program = { actor: KeyActor; key: ApiKey; agency: Company }
type Deps = Pick<Services, 'db' | 'now'>

const ended = () => new AppError('unauthenticated', 'Please get a new token.')

/** By draft-ietf-httpapi-ratelimit-headers: the rule, and what is left of it. */
function rateHeaders(count: number, now: number): Record<string, string> {
  const windowSeconds = RATE.windowMs / 1000
  const leftSeconds = Math.ceil((RATE.windowMs - (now % RATE.windowMs)) / 1000)
  return {
    'ratelimit-policy': `"default";q=${RATE.most};w=${windowSeconds}`,
    ratelimit: `"default";r=${Math.max(0, RATE.most - count)};t=${leftSeconds}`,
  }
}

/** Who asks, as rows say that things stand; every reason for a no looks the same from outside. `tell` gets the headers that every answer carries. */
export async function openProgram(
  { db, now }: Deps,
  claims: ProgramClaims,
  tenant: Company,
  tell: (headers: Record<string, string>) => void,
): Promise<Program> {
  const at = now()
  // A key is good on the hosts of its own agency alone.
  if (claims.company !== tenant.id) throw ended()
  const [key, agency, count] = await Promise.all([
    db.apiKey.find({ companyId: claims.company, id: claims.sub }),
    db.company.findFresh(claims.company),
    db.guard.count('api', claims.sub, RATE.windowMs, at),
  ])
  if (!key || key.version !== claims.version || isExpired(key, at) || !agency || !isOpenToPrograms(agency))
    throw ended()
  if (isClosed(agency, at)) throw refused('The subscription has ended. Please contact support to bring it back.')
  tell(rateHeaders(count, at))
  if (count > RATE.most)
    throw tooMany('Too many requests. Please wait a moment.', (RATE.windowMs - (at % RATE.windowMs)) / 1000)
  if (key.lastUsedAt === null || key.lastUsedAt < at - USED_EVERY_MS) await db.apiKey.touch(key, at, at - USED_EVERY_MS)
  const scopes = key.scopes.filter((scope) => claims.scopes.includes(scope))
  return {
    key,
    agency,
    actor: { kind: 'apiKey', keyId: key.id, companyId: agency.id, rootId: agency.rootId, scopes },
  }
}

export function requireScope({ actor }: Program, call: Call): void {
  if (!holds(actor, call.can)) throw refused('This key is not for that. Its scopes are chosen where it is made.')
}

type Wire = Record<string, unknown>

const isBelow = (agency: Company, company: Company) =>
  company.id === agency.id || (company.parentId === agency.id && company.deletedAt === null)

/** What a request names, within the agency. What is somebody else's, and what never was, get the same answer. */
export async function reachForProgram(
  { db }: Deps,
  call: Call,
  wire: Wire,
  { agency }: Program,
): Promise<{ company: Company; campaign?: Campaign }> {
  if (call.campaign !== undefined && wire[call.campaign]) {
    const place = await db.campaign.locate(String(wire[call.campaign]))
    const { company, campaign } = (await db.campaign.findPlaced(place, agency.id, db.company.find)) ?? {}
    if (!company || !campaign || !isBelow(agency, company) || (campaign.status === 'removed' && !call.takesRemoved))
      throw notFound('campaign')
    return { company, campaign }
  }
  const named = call.company === undefined ? undefined : wire[call.company]
  if (named === undefined || named === agency.id) return { company: agency }
  const company = await db.company.find(String(named))
  if (!company || !isBelow(agency, company)) throw notFound('client')
  return { company }
}
