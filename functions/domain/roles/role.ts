import { toRoleData } from '#shared/access/role-data.ts'
import type { LogFacts } from '#shared/audit-log.ts'
import { lostTo } from '#shared/errors.ts'
import type { Role } from '#shared/model/role.ts'

export const toWireRole = ({ id, name, icon, modules }: Role) => ({
  roleID: id,
  roleName: name,
  roleIcon: icon,
  roledata: toRoleData(modules),
})

export const changedMeanwhile = () =>
  lostTo({ roleName: 'The roles were changed by somebody else at the same time. Please try again.' })

/** A role in the words of the log of changes. */
export function roleFacts({ name, modules }: Role): LogFacts {
  const flags = toRoleData(modules).map((entry) => {
    const { enable_permission, create_permission, update_permission, delete_permission } = entry
    return [entry.module_name, enable_permission + create_permission + update_permission + delete_permission]
  })
  return { name, ...Object.fromEntries(flags) }
}
