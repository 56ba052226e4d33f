// Who may keep the people of a company: its administrators, and of a root its sales people. Nobody gives more than they have.
import type { UserActor } from '../model/actor.ts'
import type { Company } from '../model/company.ts'
import type { User } from '../model/user.ts'
import { covers } from './modules.ts'
import type { Permissions } from './viewer.ts'

export type StaffKind = 'administrator' | 'user' | 'sales'

const outside = 'You may not reach this account.'

/** Whether a person is one of those that a company keeps beside its clients. */
export const isStaff = ({ userType }: Pick<User, 'userType'>): boolean => userType !== 'client'

/** Why the actor may not keep people of this kind in this company. */
export function refusalForStaff(
  actor: UserActor,
  company: Pick<Company, 'id' | 'kind'>,
  kind: StaffKind,
): string | null {
  if (company.id !== actor.companyId) return outside
  if (kind === 'sales')
    return actor.role === 'root' && company.kind === 'root' ? null : 'Only operators keep sales people.'
  return actor.role === 'root' || actor.role === 'agency' ? null : 'You may not do this.'
}

type Giver = { isDefaultAdmin: boolean; permissions: Permissions }
type Given = Permissions & { isDefaultAdmin: boolean }

/** Why these rights may not be given: default administrators give all there is, others only what they have themselves. */
export function refusalForGiving({ isDefaultAdmin, permissions }: Giver, given: Given): string | null {
  if (isDefaultAdmin) return null
  if (given.isDefaultAdmin) return 'Only a default administrator makes another one.'
  if (given.reportAnalytics && !permissions.reportAnalytics)
    return 'You cannot give the report analytics without having them.'
  return covers(permissions.modules, given.modules) ? null : 'This role allows more than your own. Choose another one.'
}

/**
 * Why this person may not be changed by the actor at all. Anybody who sets somebody's address or second step could take their
 * place, so nobody changes a colleague who may do more than they themselves.
 */
export function refusalForChanging(actor: UserActor, me: Giver, target: Given & Pick<User, 'id'>): string | null {
  if (me.isDefaultAdmin || target.id === actor.userId) return null
  if (target.isDefaultAdmin) return 'Only a default administrator changes another one.'
  const isWider =
    (target.reportAnalytics && !me.permissions.reportAnalytics) || !covers(me.permissions.modules, target.modules)
  return isWider ? 'This person may do more than you. Ask a default administrator to change them.' : null
}

type SignsIn = Pick<User, 'id' | 'companyId' | 'status' | 'invitedById'>

/**
 * Why the actor may not change what a person signs in with: their address, their second step, and what locks them out.
 * Anybody who could would take their place, so it is left to operators and to default administrators of the person's own
 * company. One's own have calls that ask for the password and for codes, and nobody touches them while looking through
 * other eyes. Who invited somebody may correct the address until the invitation is taken: there is no account yet.
 */
export function refusalForSignIn(
  actor: Pick<UserActor, 'userId' | 'companyId' | 'role' | 'viewing'>,
  me: Pick<User, 'isDefaultAdmin'>,
  target: SignsIn,
): string | null {
  if (actor.viewing) return 'Addresses and second steps cannot be changed while viewing as someone else.'
  if (target.id === actor.userId)
    return 'Change your own e-mail address in your profile, and your second step under Two Factor Authentication.'
  if (isInvitedBy(actor, target)) return null
  if (target.companyId === actor.companyId)
    return me.isDefaultAdmin ? null : 'Only a default administrator changes what others sign in with.'
  return actor.role === 'root'
    ? null
    : 'They sign in with this. Only they themselves, a default administrator of their company or an operator of the platform change it.'
}

/** Somebody without a password yet, and whose invitation this was. */
export const isInvitedBy = (actor: Pick<UserActor, 'userId'>, target: Pick<User, 'status' | 'invitedById'>): boolean =>
  target.status === 'invited' && target.invitedById === actor.userId

/** Why a role may not be written so. Anybody who could widen their own role would have no role. */
export function refusalForRole(
  me: Pick<User, 'isDefaultAdmin' | 'roleId'>,
  permissions: Permissions,
  role: { id: string; modules: Permissions['modules'] },
): string | null {
  if (me.isDefaultAdmin) return null
  if (me.roleId !== null && me.roleId === role.id) return 'Nobody changes the role they have themselves.'
  return covers(permissions.modules, role.modules) ? null : 'A role cannot allow more than your own does.'
}
