import { keptFromView } from 'virtual:calls'
import { refusalForModule } from '#shared/access/modules.ts'
import { fromRoleData } from '#shared/access/role-data.ts'
import { roleOf as roleOfUser } from '#shared/access/role-of.ts'
import { allowed, type Permission, type Role } from '#shared/access/roles.ts'
import { fullPermissions, type Permissions } from '#shared/access/viewer.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import { type UserData, useMe } from './session-store.ts'

export const roleOf = ({ user_type, systemuser }: UserData): Role =>
  roleOfUser({ userType: user_type, isSystemUser: systemuser })

function permissionsOf({ user_permissions_view_mode, user_permissions }: UserData): Permissions {
  const { modules, report_analytics } = user_permissions_view_mode ?? user_permissions
  return {
    modules: modules.length === 0 ? fullPermissions.modules : fromRoleData(modules),
    reportAnalytics: report_analytics === 'T',
  }
}

/** Whether view mode leaves none of the calls behind a permission. */
export const isKeptFromView = (permission: Permission, method: Call['method']): boolean =>
  keptFromView.includes(`${method} ${permission}`)

/** Whether the server would let the person do it, by the very tables that it decides by. */
export function useMay(): (permission: Permission, method: Call['method']) => boolean {
  const me = useMe()
  const role = roleOf(me)
  const permissions = permissionsOf(me)
  return (permission, method) =>
    (allowed[permission] as readonly Role[]).includes(role) &&
    refusalForModule(permissions, { can: permission, method }) === null &&
    !(me.isViewMode && isKeptFromView(permission, method))
}
