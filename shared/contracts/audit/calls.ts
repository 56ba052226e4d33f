// Who changed what: read by those who run a company, written by the server itself.
import * as z from 'zod'
import { ALL, logActions, logUserTypes } from '../../audit-log.ts'
import { call } from '../lib/call.ts'
import { Done, Id, PageNumber, pageOf } from '../lib/fields.ts'

const Fact = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const LogRow = z.object({
  name: z.string(),
  type_user: z.string(),
  location: z.string(),
  user_ip: z.string(),
  action: z.string(),
  description: z.string(),
  company_name: z.string(),
  create_date: z.string(),
  /** What was before and after, field by field; left out where nothing of that is known. */
  changes: z.array(z.object({ field: z.string(), before: Fact, after: Fact })).optional(),
})

const Action = z.union([z.enum(logActions), z.literal('all'), z.literal('')]).default('all')
const UserType = z.union([z.enum(logUserTypes), z.literal(ALL), z.literal('')]).default(ALL)
const UserId = z.union([Id, z.literal('')]).default(ALL)
const CampaignId = z.union([Id, z.literal('')]).default('all')
const DateRange = z
  .string()
  .regex(/^(|all|\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2})$/, 'Write two days as YYYY-MM-DD,YYYY-MM-DD.')
  .default('all')

const Filter = {
  companyID: Id,
  action: Action,
  userType: UserType,
  userID: UserId,
  campaignID: CampaignId,
  logDateRange: DateRange,
}

export const list = call({
  method: 'POST',
  path: '/configuration/user/log-user',
  summary:
    'What people changed in a company and in its clients, newest first, ten to a page. At most 1,000 are counted: `is_cut` says that there are more.',
  can: 'log:read',
  inView: 'allowed',
  company: 'companyID',
  audit: 'none',
  input: z.object({ ...Filter, page: PageNumber }),
  output: pageOf(LogRow).extend({ is_cut: z.boolean() }),
})

export const categories = call({
  method: 'POST',
  path: '/configuration/user/log-category',
  summary: 'The actions that entries are filed under.',
  can: 'log:read',
  inView: 'allowed',
  audit: 'none',
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ action: z.string() })) }),
})

export const save = call({
  method: 'POST',
  path: '/general/user-log-saved',
  summary:
    'Adds an entry of the caller about a person. Address, place and time are those of the request, whatever is sent.',
  can: 'signed-in',
  inView: 'allowed',
  company: 'company_id',
  user: 'user_id',
  audit: 'none',
  input: z.object({
    user_id: Id,
    company_id: Id.optional(),
    action: z.enum(logActions, 'This is not one of the actions that entries are filed under.'),
    description: z.string().trim().min(1, 'Say what was done.').max(500),
  }),
  output: Done,
})

export const download = call({
  method: 'POST',
  path: '/configuration/download-log-user',
  summary: 'Makes the address at which a browser downloads what the filter finds as CSV. It works for 60 seconds.',
  can: 'log:read',
  inView: 'allowed',
  company: 'companyID',
  audit: 'none',
  input: z.object(Filter),
  output: z.object({ url: z.string() }),
})

export const openDownload = call({
  method: 'GET',
  path: '/configuration/download-log-user/{company}/{userType}/{user}/{action}/{dateRange}/{campaign}',
  summary: 'Leads to the file that a signed address asks for: eight columns, full descriptions, at most 50,000 rows.',
  can: 'anyone',
  redirects: true,
  input: z.object({
    company: Id,
    userType: z.string().max(40),
    user: z.string().max(64),
    action: z.string().max(40),
    dateRange: z.string().max(40),
    campaign: z.string().max(64),
    token: z.string().max(2000).default(''),
  }),
  output: z.object({ location: z.string() }),
})
