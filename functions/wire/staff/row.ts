// Administrators and sales people as lists name them on the wire.
import { refusalForSignIn } from '#shared/access/manage-staff.ts'
import { wireValue } from '#shared/contracts/lib/wire-names.ts'
import type { StaffRow } from '#shared/contracts/staff/fields.ts'
import type { Company } from '#shared/model/company.ts'
import { foldText } from '#shared/model/node.ts'
import type { Role } from '#shared/model/role.ts'
import type { User } from '#shared/model/user.ts'
import { describePage } from '#shared/paging.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../../data/index.ts'
import { type Judge, refusalForManagedStaff } from '../../domain/staff/colleagues.ts'
import { toPageWire } from '../lib/page.ts'
import { toPhoneFields } from '../lib/phone.ts'

type Looker = Judge & { company: Company; now: () => number }

export function toStaffRow(looker: Looker, user: User, roles: readonly Role[]): StaffRow {
  return {
    id: user.id,
    company_id: user.companyId,
    name: user.name,
    email: user.email,
    ...toPhoneFields(user),
    user_type: user.userType === 'client' ? 'user' : wireValue(user.userType),
    role_id: user.roleId ?? '',
    role_name: roles.find(({ id }) => id === user.roleId)?.name ?? '',
    defaultAdmin: toFlag(user.isDefaultAdmin),
    customercare: toFlag(user.isCustomerCare),
    adminGetNotification: toFlag(user.getsNotices),
    permission_active: toFlag(user.usesOwnPermissions),
    user_permissions: { report_analytics: toFlag(user.reportAnalytics) },
    sales_kind: user.salesKind ?? '',
    status_acc: user.connection,
    is_invited: user.status === 'invited',
    created_at: new Date(user.createdAt).toISOString(),
    why_not: refusalForManagedStaff(looker, user, roles) ?? '',
    pending_email: user.pendingEmailEndsAt > looker.now() ? user.pendingEmail : '',
    why_not_sign_in: refusalForSignIn(looker.actor, looker.me, user) ?? '',
  }
}

type Asked = { search: string; Page: number; PerPage: number }

/** People of a company are few: they are read as one, and a page is cut out of them. */
export async function staffPage(looker: Looker & { db: Db; input: Asked }, isListed: (user: User) => boolean) {
  const { db, company, input } = looker
  const { search, Page, PerPage: perPage } = input
  const [people, { roles }] = await Promise.all([db.user.listByCompany(company.id), db.role.find(company.id)])
  const words = foldText(search)
  const found = people
    .filter((user) => user.status !== 'disabled' && isListed(user))
    .filter(({ name, email }) => foldText(`${name} ${email}`).includes(words))
    .sort((a, b) => foldText(a.name).localeCompare(foldText(b.name)) || a.id.localeCompare(b.id))
  const offset = (Page - 1) * perPage
  const rows = found.slice(offset, offset + perPage)
  return {
    ...toPageWire(describePage({ total: found.length, offset, perPage, count: rows.length })),
    next_cursor: null,
    data: rows.map((user) => toStaffRow(looker, user, roles)),
  }
}
