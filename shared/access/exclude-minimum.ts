// Who may take a company out of the minimum spend: operators of the platform itself their agencies, agencies their clients.
import type { UserActor } from '../model/actor.ts'
import type { Company } from '../model/company.ts'

/** Why the actor may not exclude or include this company; null when they may. */
export function refusalForExcluding(
  actor: Pick<UserActor, 'role' | 'companyId'>,
  company: Pick<Company, 'kind' | 'parentId'>,
  isMasterOperator: boolean,
): string | null {
  if (company.kind === 'agency')
    return isMasterOperator ? null : 'Only operators of the platform itself exclude agencies.'
  const isOwnClient = company.kind === 'client' && actor.role === 'agency' && company.parentId === actor.companyId
  return isOwnClient ? null : 'Only an agency excludes its own clients.'
}
