// The company and the person that a call names: loaded, and refused when they lie outside the caller's reach.
import { reaches, reachesUser } from '#shared/access/sales.ts'
import { type Call, companyFieldOf } from '#shared/contracts/lib/call.ts'
import { conflict, notFound, refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { CampaignPlace } from '../data/campaigns/campaign.ts'
import type { Services } from './services.ts'

/** `place`: where the campaign lies that is named, if there is one. */
type Who = { actor: UserActor; user: User; company: Company; place?: CampaignPlace | undefined }
type Wire = Record<string, unknown>
type Deps = Pick<Services, 'db'>

/** Foreign and unknown ids get the same refusal, so they cannot be probed. */
const outside = () => refused('You may not reach this account.')

/** Only of sales people's clients more must be known than the company itself: whose agency it is. */
async function agencyOf({ db }: Deps, { actor }: Who, company: Company): Promise<Company | undefined> {
  if (actor.role !== 'sales' || company.kind !== 'client' || !company.parentId) return company
  return db.company.find(company.parentId)
}

/**
 * What may leave something new with a company: not with one that was removed, whose erasure may be over. What takes something away, what
 * only ends something, and requests of people about themselves, go on.
 */
function addsTo({ method, can, endsOnly }: Call, wire: Wire): boolean {
  if (method === 'GET' || /:(?:read|delete)$/.test(can) || can === 'privacy:update') return false
  if (!endsOnly || endsOnly === true) return !endsOnly
  const [field, value] = endsOnly.unless
  return wire[field] === value
}

/** Nothing that was typed is wrong, and no form has a field for it: it is told as a whole. */
function checkAdding(call: Call, wire: Wire, company: Company): void {
  if (company.deletedAt !== null && addsTo(call, wire)) throw conflict('This company was removed.')
}

export async function reachCompany(services: Deps, call: Call, wire: Wire, who: Who): Promise<Company> {
  const field = companyFieldOf(call, wire)
  const named = field === undefined ? undefined : wire[field]
  if (named === undefined || named === who.company.id) return who.company
  const company = await services.db.company.find(String(named))
  if (!company || !reaches(who.actor, company, await agencyOf(services, who, company))) throw outside()
  if (field) checkAdding(call, wire, company)
  return company
}

/** The person, and the company they belong to. */
export async function reachUser(
  services: Deps,
  call: Call,
  wire: Wire,
  who: Who,
): Promise<{ user: User; company: Company } | undefined> {
  if (call.user === undefined) return undefined
  const named = String(wire[call.user] ?? who.user.id)
  if (named === who.user.id) return who
  const user = await services.db.user.find(named)
  const company = user && (await services.db.company.find(user.companyId))
  if (!user || !company) throw outside()
  if (!reachesUser(who.actor, user, company, await agencyOf(services, who, company))) throw outside()
  return { user, company }
}

/**
 * The campaign that a call names, and its client. A removed one (but where the call reads what it brought), one of somebody
 * else and one that never was get the same answer; so does one of another client than the call names beside it.
 */
export async function reachCampaign(
  services: Deps,
  call: Call,
  wire: Wire,
  who: Who,
): Promise<{ campaign: Campaign; company: Company } | undefined> {
  // The input was found to fit before: what is missing or empty may be.
  if (call.campaign === undefined || !wire[call.campaign]) return undefined
  const field = companyFieldOf(call, wire)
  const named =
    field !== undefined && wire[field] !== undefined ? await reachCompany(services, call, wire, who) : undefined
  const { campaign: campaigns, company: companies } = services.db
  const found = await campaigns.findPlaced(who.place, (named ?? who.company).id, companies.find)
  if (!found) throw notFound('campaign')
  const { campaign, company } = found
  // Of a company whose clients are all meant, its own campaigns and theirs.
  const isAll = field !== call.company
  const isOther = named && named.id !== company.id && !(isAll && named.id === company.parentId)
  if (isOther || (campaign.status === 'removed' && !call.takesRemoved)) throw notFound('campaign')
  if (!reaches(who.actor, company, await agencyOf(services, who, company))) throw notFound('campaign')
  checkAdding(call, wire, company)
  return { campaign, company }
}
