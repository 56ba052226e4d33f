// Who of one company may change whom of it. People below are another matter: the tree and the call's permission say it.
import { isStaff, whyNotChange } from '#shared/access/keep-staff.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { stakeOf } from '#shared/access/viewer-of.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../data/index.ts'

type Asking = { db: Db; actor: UserActor; me: User; permissions: Permissions }

/** Why the actor may not change this person because of what the person may do; null for everybody outside the own company. */
export async function whyNotColleague({ db, actor, me, permissions }: Asking, target: User): Promise<string | null> {
  if (target.companyId !== actor.companyId || !isStaff(target)) return null
  const { roles } = await db.role.find(target.companyId)
  return whyNotChange(
    actor,
    { isDefaultAdmin: me.isDefaultAdmin, permissions },
    { id: target.id, ...stakeOf(target, roles) },
  )
}
