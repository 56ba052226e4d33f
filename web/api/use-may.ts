import { keptFromView } from 'virtual:calls'
import { refusalForModule } from '#shared/access/modules.ts'
import { roleOf as roleOfUser } from '#shared/access/role-of.ts'
import { allowed, type Permission, type Role } from '#shared/access/roles.ts'
import { fullPermissions, type Permissions } from '#shared/access/viewer.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import { toModuleRights } from './module-entries.ts'
import { type UserData, useMe } from './session-store.ts'

export const roleOf = ({ userType, isSystemUser }: UserData): Role => roleOfUser({ userType, isSystemUser })

function permissionsOf({ userPermissionsViewMode, userPermissions }: UserData): Permissions {
  const { modules, reportAnalytics } = userPermissionsViewMode ?? userPermissions
  return {
    modules: modules.length === 0 ? fullPermissions.modules : toModuleRights(modules),
    reportAnalytics,
  }
}

/** Whether view mode leaves none of the calls behind a permission. */
export const isKeptFromView = (permission: Permission, method: Call['method']): boolean =>
  keptFromView.includes(`${method} ${permission}`)

/**
 * Whether the editor of campaigns is a page of theirs: clients whose agency makes their campaigns are sent away by it, and it has no
 * page for a role without its module.
 */
export function useHasEditor(): boolean {
  const me = useMe()
  return useMay()('audience:read', 'GET') && (roleOf(me) !== 'client' || !me.disableClientAddCampaign)
}

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
