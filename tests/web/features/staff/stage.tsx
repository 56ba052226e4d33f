import type { Output } from '#shared/contracts/index.ts'

export type Row = Output<'staff.list'>['data'][number]

export const personRow = (name: string, more: Partial<Row> = {}): Row => ({
  id: `usr_${name}`,
  company_id: 'com_north',
  name,
  email: `${name.toLowerCase()}@example.com`,
  phonenum: '3125550123',
  phone_country_code: 'US',
  phone_country_calling_code: '+1',
  user_type: 'user',
  role_id: '',
  role_name: '',
  defaultAdmin: 'F',
  customercare: 'F',
  adminGetNotification: 'F',
  permission_active: 'T',
  user_permissions: { report_analytics: 'F' },
  sales_kind: '',
  status_acc: '',
  is_invited: false,
  created_at: '2026-11-01T12:00:00.000Z',
  why_not: '',
  pending_email: '',
  why_not_sign_in: '',
  ...more,
})

/** A page cut out of all rows, as the server would. */
export function staffPage(all: readonly Row[], page = 1): Output<'staff.list'> {
  const data = all.slice((page - 1) * 10, page * 10)
  return {
    data,
    current_page: page,
    last_page: Math.max(1, Math.ceil(all.length / 10)),
    total: all.length,
    per_page: 10,
    from: data.length ? (page - 1) * 10 + 1 : 0,
    to: (page - 1) * 10 + data.length,
    next_cursor: null,
  }
}

export const roleOf = (roleName: string, more: object = {}): Output<'roles.list'>['roles'][number] => ({
  roleID: `rol_${roleName}`,
  roleName,
  roleIcon: 'star',
  roledata: ['Ads Design', 'Campaign', 'LeadsPeek', 'Settings'].map((module_name) => ({
    module_name,
    enable_permission: 'T' as const,
    create_permission: 'F' as const,
    update_permission: 'T' as const,
    delete_permission: 'F' as const,
  })),
  ...more,
})
export const rolesAnswer = (roles: Output<'roles.list'>['roles']): Output<'roles.list'> => ({
  result: 'success',
  roles,
  modules: [],
})
