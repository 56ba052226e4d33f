// People that a company keeps beside its clients, as calls of several areas name them: administrators and sales people.
import * as z from 'zod'
import { connectionStates } from '../../model/company.ts'
import { salesKinds } from '../../model/sales-kinds.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { Id } from '../lib/fields.ts'

/** What is said of such a person when they are made or edited; what is left out stays as it is. */
export const StaffFields = {
  /** A role of the company; empty for none. */
  ClientRole: z.union([Id, z.literal('')]).optional(),
  defaultAdmin: flagInput.optional(),
  customercare: flagInput.optional(),
  adminGetNotification: flagInput.optional(),
  /** F: what `user_permissions` says does not count. */
  permission_active: flagInput.optional(),
  user_permissions: z.object({ report_analytics: flagInput }).optional(),
  salesKind: z.enum(salesKinds, 'Choose what kind of sales person this is.').optional(),
}

export const StaffRow = z.object({
  id: z.string(),
  company_id: z.string(),
  name: z.string(),
  email: z.string(),
  phonenum: z.string(),
  phone_country_code: z.string(),
  phone_country_calling_code: z.string(),
  user_type: z.enum(['user', 'userdownline', 'administrator', 'sales']),
  role_id: z.string(),
  role_name: z.string(),
  defaultAdmin: WireFlag,
  customercare: WireFlag,
  adminGetNotification: WireFlag,
  permission_active: WireFlag,
  user_permissions: z.object({ report_analytics: WireFlag }),
  sales_kind: z.enum([...salesKinds, '']),
  /** The payment account of a sales person. */
  status_acc: z.enum(connectionStates),
  is_invited: z.boolean(),
  created_at: z.string(),
  /** Why the caller may neither edit nor delete this person; empty when they may. */
  why_not: z.string(),
  /** An address that waits to be confirmed before it counts. */
  pending_email: z.string(),
  /** Why the caller may not change what the person signs in with; empty when they may. */
  why_not_sign_in: z.string(),
})
export type StaffRow = z.output<typeof StaffRow>
