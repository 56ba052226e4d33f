import * as z from 'zod'
import { connectionStates } from './company.ts'
import { salesKinds } from './sales-kinds.ts'

/** Kinds of user; `agency`, the main person of one, and `user` are both agency people. */
export const userTypes = ['client', 'user', 'agency', 'sales', 'administrator'] as const
export type UserType = (typeof userTypes)[number]

/** The product whose dashboard a client lands on; without one it is the first. */
export const leadTypes = ['', 'local', 'locator'] as const
export type LeadType = (typeof leadTypes)[number]

export const User = z.object({
  id: z.string(),
  companyId: z.string(),
  rootId: z.string(),
  userType: z.enum(userTypes),
  isSystemUser: z.boolean(),
  salesKind: z.enum(salesKinds).nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  phoneCountry: z.string(),
  phoneCallingCode: z.string(),
  passwordHash: z.string(),
  status: z.enum(['active', 'invited', 'disabled']),
  /** Raised to end every token of this user at once. */
  epoch: z.number(),
  hasCard: z.boolean(),
  /** Of sales people: the payment account to which their commissions go. */
  connection: z.enum(connectionStates).default(''),
  profileSetupCompleted: z.boolean(),
  questionnaireSetupCompleted: z.boolean(),
  leadType: z.enum(leadTypes),
  reportAnalytics: z.boolean(),
  /** Off: the permissions of their own (the line above) do not count, and the role alone decides. */
  usesOwnPermissions: z.boolean().default(true),
  /** A role of their company; without one nothing is taken away. */
  roleId: z.string().nullable().default(null),
  /** Full rights no matter what their role says, and the person to turn to. */
  isDefaultAdmin: z.boolean().default(false),
  /** Shown to clients as somebody to turn to. */
  isCustomerCare: z.boolean().default(false),
  /** Gets the notices about campaigns and bills. */
  getsNotices: z.boolean().default(false),
  /** When the person showed that mail to their address reaches them; null until then. */
  emailConfirmedAt: z.number().nullable().default(null),
  passwordChangedAt: z.number().nullable().default(null),
  /** When the latest invitation was sent; links of earlier ones are dead. */
  invitedAt: z.number().nullable().default(null),
  /** Who invited them; empty where nobody did. */
  invitedById: z.string().default(''),
  /** The address that somebody else asked to give them, until it is confirmed or too late; empty without one. */
  pendingEmail: z.string().default(''),
  pendingEmailEndsAt: z.number().default(0),
  /** Key of the picture in the file store. */
  picture: z.string().nullable().default(null),
  createdAt: z.number(),
})
export type User = z.output<typeof User>
