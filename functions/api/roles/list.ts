import { can } from '#shared/access/can.ts'
import { modulesOfUser, refusalForModule } from '#shared/access/modules.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { handle } from '../../kit/handle.ts'
import { toRoleData, toWireRole } from '../../wire/roles/role.ts'

/** Everybody may ask what they themselves may do; the roles of a company are for the person who may see its settings. */
function checkRoles(actor: UserActor, permissions: Permissions): void {
  if (!can(actor, 'role:read')) throw refused()
  const why = refusalForModule(permissions, { can: 'role:read', method: 'GET' })
  if (why) throw refused(why)
}

export default handle(contracts.roles.list, async ({ db, input, actor, permissions, company, user }) => {
  const { getType, roleID } = input
  if (getType === 'getrole') checkRoles(actor, permissions)
  if (user.companyId !== company.id) throw refused('You may not reach this account.')
  const { roles } = await db.role.find(company.id)
  const modules = toRoleData(modulesOfUser(user, roles))
  if (getType === 'getrolemodule') return { result: 'success' as const, roles: [], modules }
  const named = roles.filter(({ id }) => roleID === 'none' || id === roleID)
  if (roleID !== 'none' && named.length === 0) throw notFound('role')
  return { result: 'success' as const, roles: named.map(toWireRole), modules }
})
