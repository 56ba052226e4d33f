import { allowed, type Permission, type Role } from '#shared/access/roles.ts'
import { type UserData, useMe } from '../../api/session-store.ts'

function roleOf({ user_type, systemuser }: UserData): Role {
  if (user_type === 'sales') return 'sales'
  if (systemuser) return 'root'
  return user_type === 'administrator' || user_type === 'client' ? user_type : 'agency'
}

/** What the person may do with companies: the role's permissions, less what the settings menu of their own role takes away. */
export function useRights() {
  const me = useMe()
  const role = roleOf(me)
  const { modules } = me.user_permissions_view_mode ?? me.user_permissions
  const settings = modules.find(({ module_name }) => module_name === 'Settings')
  const isOn = (flag: 'create_permission' | 'update_permission' | 'delete_permission') =>
    modules.length === 0 || settings?.[flag] === 'T'
  const may = (permission: Permission) => (allowed[permission] as readonly Role[]).includes(role)
  return {
    role,
    mayCreate: may('client:create') && isOn('create_permission'),
    mayUpdate: may('client:update') && isOn('update_permission'),
    mayDelete: may('client:delete') && isOn('delete_permission'),
    mayImport: may('client:import') && isOn('create_permission'),
    mayExport: may('client:export'),
    mayDownload: may('agreement:download'),
    mayViewAs: may('user:view-as') && !me.isViewMode,
  }
}
export type Rights = ReturnType<typeof useRights>
