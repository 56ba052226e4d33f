// What a form says of an administrator or a sales person, from the names of the wire to ours.
import type { StaffForm } from '../../domain/staff/edit.ts'

type Given = {
  ClientRole?: string | undefined
  defaultAdmin?: boolean | undefined
  customercare?: boolean | undefined
  adminGetNotification?: boolean | undefined
  permission_active?: boolean | undefined
  user_permissions?: { report_analytics: boolean } | undefined
  salesKind?: StaffForm['salesKind']
}

export const readStaffForm = (wire: Given): Omit<StaffForm, 'fullName' | 'email' | 'phone'> => ({
  roleId: wire.ClientRole,
  isDefaultAdmin: wire.defaultAdmin,
  isCustomerCare: wire.customercare,
  getsNotices: wire.adminGetNotification,
  usesOwnPermissions: wire.permission_active,
  reportAnalytics: wire.user_permissions?.report_analytics,
  salesKind: wire.salesKind,
})
