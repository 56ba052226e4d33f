// Building blocks that several contracts share.
import * as z from 'zod'
import { EMAIL_MAX, MOST_A_PAGE, PAGE_SIZE } from '../../constants.ts'
import { EmailText } from '../../model/email-text.ts'
import { passwordFault } from '../../model/password-policy.ts'
import { subdomainFault } from '../../model/subdomain.ts'
import { userTypes } from '../../model/user.ts'
import { wireValue } from './wire-names.ts'

export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'This is not an id.')
/** Trimmed and lower-cased; 254 characters is the longest address that mail can carry. */
export const Email = EmailText()
/** The address of a person whom somebody else enters. */
export const ClientEmail = EmailText(EMAIL_MAX)
/** What a person typed as a user name: never refused for its form, so that an unknown name costs and looks like a wrong password. */
export const UserName = z.string().trim().toLowerCase().min(1, 'Enter your e-mail address.').max(254)
export const Password = z.string().min(1, 'Enter your password.').max(256)
/** A password that is to become someone's. What else stands against it (their own address) the handler says. */
export const NewPassword = z.string().superRefine((password, context) => {
  const fault = passwordFault(password)
  if (fault) context.addIssue({ code: 'custom', message: fault })
})
/** A random secret that a browser keeps for itself, by which an account knows it again. */
export const Device = z
  .string()
  .regex(/^[\w-]{43}$/, 'This is not a device of ours.')
  .optional()
export const Captcha = z.string().max(4096).default('')
export const Text = z.string().trim().max(500)
/** Kinds of user as the wire names them. */
export const wireUserTypes = userTypes.map((type) => wireValue(type))
export const PageNumber = z.coerce.number().int().min(1).max(100_000).default(1)
export const PerPage = z.coerce.number().int().min(1).max(MOST_A_PAGE).default(PAGE_SIZE)
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day as YYYY-MM-DD.')

/**
 * For fields that several people change, of money or rights: what stood in those that are changed, as their form showed it. Where somebody
 * else has set one since, the change is refused with 409 and a sentence at the field. Nothing is compared with what is left out.
 */
export const seenOf = <Shape extends z.ZodRawShape>(fields: Shape) => ({ seen: z.object(fields).partial().optional() })

/** A list's answer. `next_cursor` and `previous_cursor` reach the neighbouring pages by key; page numbers are for people. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    current_page: z.number(),
    last_page: z.number(),
    total: z.number(),
    from: z.number(),
    to: z.number(),
    per_page: z.number(),
    next_cursor: z.string().nullable(),
    data: z.array(item),
  })

export const Done = z.object({ result: z.literal('success'), message: z.string() })
export const TokenTrio = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() })

/** How far a file is that a worker reads. Every row is accepted, a duplicate or rejected. */
export const FileJob = z.object({
  id: z.string(),
  filename: z.string(),
  percentage: z.number().min(0).max(100),
  current_row: z.number(),
  total_row: z.number(),
  accepted: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  reason: z.string().nullable(),
  created_at: z.string(),
})

/** A paper that is drawn when somebody asks for it. `url` is there once it is done, and works for two minutes. */
export const PaperFile = z.object({
  result: z.literal('success'),
  status: z.enum(['making', 'done']),
  url: z.string().optional(),
  filename: z.string(),
})

/** The first part of a host of the platform. */
export const SubDomain = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((text, context) => {
    const fault = subdomainFault(text)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
