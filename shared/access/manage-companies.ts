// Who may do what with the companies below their own, once permission and tree have said yes.
import type { UserActor } from '../model/actor.ts'
import type { Company } from '../model/company.ts'

const outside = 'You may not reach this account.'

/** Why a company may not be looked at as a whole: a root is the sales people's own, but of its agencies they reach only theirs. */
export const refusalForPart = (actor: UserActor, company: Pick<Company, 'kind'>): string | null =>
  actor.role === 'sales' && company.kind === 'root' ? outside : null

/** Why the actor may not put a company below this one; null when they may. */
export function refusalForAdding(actor: UserActor, parent: Pick<Company, 'kind'>): string | null {
  if (parent.kind === 'client') return 'A client has no companies below it.'
  return parent.kind === 'root' && actor.role === 'sales' ? 'Only operators add agencies.' : null
}

/** Why the actor may not change or end this company here. One's own is kept in the profile and the settings. */
export function refusalForManaging(actor: UserActor, company: Pick<Company, 'id' | 'ancestors'>): string | null {
  return company.ancestors.includes(actor.companyId) ? null : outside
}

/** Why the actor may not say which sales people an agency has, or how it is looked after. */
export function refusalForGoverning(actor: UserActor): string | null {
  return actor.role === 'root' ? null : 'Only operators change this.'
}

/** Why the actor may not choose the password of somebody they add: the person who knows it can sign in in that person's place. */
export function refusalForPassword(actor: UserActor): string | null {
  return actor.role === 'sales' ? 'The person chooses a password by the invitation. Leave it empty.' : null
}

/** Why the actor may not move an agency to another address of the platform: its people sign in there. */
export function refusalForMove(
  actor: UserActor,
  company: Pick<Company, 'subdomain'>,
  asked: string | undefined,
): string | null {
  const isMoved = asked !== undefined && asked !== (company.subdomain ?? '')
  return actor.role === 'sales' && isMoved ? 'Only operators give an agency another sub-domain.' : null
}
