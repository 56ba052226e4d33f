import { whyNotModule } from '#shared/access/modules.ts'
import { fromRoleData } from '#shared/access/role-data.ts'
import { allowed, type Permission, type Role } from '#shared/access/roles.ts'
import { fullPermissions, type Permissions } from '#shared/access/viewer.ts'
import { type UserData, useMe } from './session-store.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export function roleOf({ user_type, systemuser }: UserData): Role {
  if (user_type === 'sales') return 'sales'
  if (systemuser) return 'root'
  return user_type === 'administrator' || user_type === 'client' ? user_type : 'agency'
}

function permissionsOf({ user_permissions_view_mode, user_permissions }: UserData): Permissions {
  const { modules, report_analytics } = user_permissions_view_mode ?? user_permissions
  return {
    modules: modules.length === 0 ? fullPermissions.modules : fromRoleData(modules),
    reportAnalytics: report_analytics === 'T',
  }
}

/** Whether the server would let the person do it, by the very tables that it decides by. */
export function useMay(): (permission: Permission, method: Method) => boolean {
  const me = useMe()
  const role = roleOf(me)
  const permissions = permissionsOf(me)
  return (permission, method) =>
    (allowed[permission] as readonly Role[]).includes(role) &&
    whyNotModule(permissions, { can: permission, method }) === null
}
