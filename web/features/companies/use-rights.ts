import { useMe } from '../../api/session-store.ts'
import { roleOf, useMay } from '../../api/use-may.ts'

/** What the person may do with companies: what their kind may, less what their own role takes away. */
export function useRights() {
  const me = useMe()
  const may = useMay()
  return {
    role: roleOf(me),
    mayCreate: may('client:create', 'POST'),
    mayUpdate: may('client:update', 'PUT'),
    mayInvite: may('client:update', 'POST'),
    mayDelete: may('client:delete', 'DELETE'),
    mayImport: may('client:import', 'POST'),
    mayExport: may('client:export', 'POST'),
    mayDownload: may('agreement-file:read', 'POST'),
    mayViewAs: may('user:view-as', 'POST') && !me.isViewMode,
  }
}
export type Rights = ReturnType<typeof useRights>
