import * as z from 'zod'

/** Kinds of user as the wire names them; `user` and `userdownline` are both agency people. */
export const userTypes = ['client', 'user', 'userdownline', 'sales', 'administrator'] as const
export type UserType = (typeof userTypes)[number]

export const salesKinds = ['representative', 'accountExecutive', 'referrer'] as const

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
  profileSetupCompleted: z.boolean(),
  questionnaireSetupCompleted: z.boolean(),
  leadType: z.enum(['', 'local', 'locator']),
  reportAnalytics: z.boolean(),
  /** When the person showed that mail to their address reaches them; null until then. */
  emailConfirmedAt: z.number().nullable().default(null),
  passwordChangedAt: z.number().nullable().default(null),
  /** When the latest invitation was sent; links of earlier ones are dead. */
  invitedAt: z.number().nullable().default(null),
  /** Key of the picture in the file store. */
  picture: z.string().nullable().default(null),
  createdAt: z.number(),
})
export type User = z.output<typeof User>
