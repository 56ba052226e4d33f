// Two questions that every call asks: may this kind of person do this at all, and does the thing lie in their tree.
import type { KeyActor, UserActor } from '../model/actor.ts'
import { ANY_PROGRAM, programPermission } from '../model/api-key.ts'
import { allowed, type Permission } from './roles.ts'

/** Whether a person's role carries the permission. */
export function can({ role }: Pick<UserActor, 'role'>, permission: Permission): boolean {
  return (allowed[permission] as readonly string[]).includes(role)
}

/** Whether a key is for what a call needs. What people may do no key ever is. */
export const holds = ({ scopes }: KeyActor, permission: string): boolean =>
  permission === ANY_PROGRAM || scopes.some((scope) => programPermission(scope) === permission)

export type CompanyInTree = { id: string; ancestors: readonly string[] }

/** Whether a company is the actor's own or lies below it. `ancestors` runs from the root down to the parent. */
export function within(actor: UserActor, company: CompanyInTree): boolean {
  return company.id === actor.companyId || company.ancestors.includes(actor.companyId)
}

/** Whether the actor may reach a user: themselves, or anyone in their tree unless they are a client's colleague of another company. */
export function withinUser(actor: UserActor, user: { id: string }, company: CompanyInTree): boolean {
  return user.id === actor.userId || within(actor, company)
}
