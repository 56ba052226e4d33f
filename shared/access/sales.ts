// What sales people reach: the agencies that are theirs, and the clients of those. The company they belong to themselves
// is the root, so the tree alone would let them reach everything below it.
import type { UserActor } from '../model/actor.ts'
import type { Company } from '../model/company.ts'
import { type CompanyInTree, within, withinUser } from './can.ts'

/** Who looks after an agency, and who brought it. */
export type AgencyFacts = Pick<Company, 'salesRepId' | 'accountExecutiveId' | 'referralUserId'>

/** Whether a sales person is the representative, the account executive or the referrer of an agency. */
export const isTheirs = (userId: string, agency: AgencyFacts | undefined): boolean =>
  agency !== undefined && [agency.salesRepId, agency.accountExecutiveId, agency.referralUserId].includes(userId)

/** Whether a company lies in the actor's reach. `agency` is the company itself, or of a client the one it belongs to. */
export function reaches(actor: UserActor, company: CompanyInTree, agency: AgencyFacts | undefined): boolean {
  if (!within(actor, company)) return false
  return actor.role !== 'sales' || company.id === actor.companyId || isTheirs(actor.userId, agency)
}

/** Whether a person lies in the actor's reach. Sales people know their own company's other people only as names in lists. */
export function reachesUser(
  actor: UserActor,
  user: { id: string },
  company: CompanyInTree,
  agency: AgencyFacts | undefined,
): boolean {
  if (!withinUser(actor, user, company)) return false
  return actor.role !== 'sales' || user.id === actor.userId || isTheirs(actor.userId, agency)
}
