// Who of one company may change whom of it. People below are another matter: the tree and the call's permission say it.
import { isStaff, refusalForChanging, refusalForStaff, type StaffKind } from '#shared/access/manage-staff.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { stakeOf } from '#shared/access/viewer-of.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { Role } from '#shared/model/role.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'

export type Judge = { actor: UserActor; me: User; permissions: Permissions }

/** Why the actor may not change this person because of what the person may do; null for everybody outside the own company. */
function refusalForWiderRights({ actor, me, permissions }: Judge, target: User, roles: readonly Role[]): string | null {
  if (target.companyId !== actor.companyId || !isStaff(target)) return null
  return refusalForChanging(
    actor,
    { isDefaultAdmin: me.isDefaultAdmin, permissions },
    { id: target.id, ...stakeOf(target, roles) },
  )
}

export async function refusalForColleague(asking: Judge & { db: Db }, target: User): Promise<string | null> {
  const { roles } = await asking.db.role.find(target.companyId)
  return refusalForWiderRights(asking, target, roles)
}

const kindOf = ({ userType }: User): StaffKind =>
  userType === 'sales' || userType === 'administrator' ? userType : 'user'

/** Why the actor may neither edit nor delete this person of a company: what the calls refuse with and lists tell beforehand. */
export function refusalForManagedStaff(
  judge: Judge & { company: Pick<Company, 'id' | 'kind'> },
  target: User,
  roles: readonly Role[],
): string | null {
  const isOurs = target.companyId === judge.company.id && isStaff(target) && target.status !== 'disabled'
  if (!isOurs) return 'You may not reach this account.'
  return refusalForStaff(judge.actor, judge.company, kindOf(target)) ?? refusalForWiderRights(judge, target, roles)
}
