import { can } from '#shared/access/can.ts'
import { modulesOfUser } from '#shared/access/modules.ts'
import { toRoleData } from '#shared/access/role-data.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { toWireRole } from '../../domain/roles.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.roles.list, async ({ db, input, actor, company, user }) => {
  const { getType, roleID } = input
  if (getType === 'getrole' && !can(actor, 'role:read')) throw refused()
  if (user.companyId !== company.id) throw refused('You may not reach this account.')
  const { roles } = await db.role.find(company.id)
  const modules = toRoleData(modulesOfUser(user, roles))
  if (getType === 'getrolemodule') return { result: 'success' as const, roles: [], modules }
  const named = roles.filter(({ id }) => roleID === 'none' || id === roleID)
  if (roleID !== 'none' && named.length === 0) throw notFound('role')
  return { result: 'success' as const, roles: named.map(toWireRole), modules }
})
