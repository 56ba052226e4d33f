// Sales people: who they are, which agencies they look after, and the links by which they bring new ones.
import * as z from 'zod'
import { salesKinds } from '../../model/sales-kinds.ts'
import { parsePercent } from '../../money/commission.ts'
import { call } from '../lib/call.ts'
import { Done, Id, PageNumber, PerPage, pageOf, seenOf } from '../lib/fields.ts'
import { StaffRow } from '../staff/fields.ts'

const SalesEntry = z.object({ id: z.string(), name: z.string() })

export const list = call({
  method: 'GET',
  path: '/configuration/sales/list',
  summary: "The sales people of the caller's root, by name.",
  can: 'sales:read',
  company: 'companyID',
  input: z.object({ companyID: Id.optional() }),
  output: z.object({ data: z.array(SalesEntry) }),
})

export const listOne = call({
  method: 'GET',
  path: '/configuration/sales/list/{id}',
  summary: 'One of the sales people.',
  can: 'sales:read',
  company: 'companyID',
  input: z.object({ id: Id, companyID: Id.optional() }),
  output: z.object({ data: z.array(SalesEntry) }),
})

const SalesId = z.union([Id, z.literal('')])
/** Per cent with up to two decimals; empty for none. */
const Percent = z
  .string()
  .trim()
  .max(6)
  .transform((text, context) => {
    const basisPoints = parsePercent(text)
    if (basisPoints !== undefined) return basisPoints
    context.addIssue({ code: 'custom', message: 'Enter a percentage from 0 to 100, with at most two decimals.' })
    return z.NEVER
  })

export const commission = call({
  method: 'GET',
  path: '/configuration/sales/commission/{companyID}',
  summary:
    'What the sales people of an agency get of what it pays, in per cent, which of their shares are not paid, and what was taken back of others.',
  can: 'sales:read',
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: z.object({
    salesRepRate: z.string(),
    salesAERate: z.string(),
    salesRefRate: z.string(),
    /** What was refused or found no account, oldest first. `is_tried`: it is tried again by itself. */
    unpaid: z.array(
      z.object({
        sales: z.enum(salesKinds),
        amount: z.string(),
        created_at: z.number(),
        reason: z.string(),
        is_tried: z.boolean(),
      }),
    ),
    /** Shares that were paid and of whose payment something went back since: how much of them came back. `reason`: why not all of it. */
    taken_back: z.array(
      z.object({
        sales: z.enum(salesKinds),
        amount: z.string(),
        back: z.string(),
        created_at: z.number(),
        reason: z.string(),
        is_tried: z.boolean(),
      }),
    ),
  }),
})

const shares = {
  salesRep: SalesId,
  salesAE: SalesId,
  salesRef: SalesId,
  salesRepRate: Percent,
  salesAERate: Percent,
  salesRefRate: Percent,
}

export const assign = call({
  method: 'PUT',
  path: '/configuration/sales',
  summary:
    'Says who looks after an agency, and what they get of what it pays. An empty value takes the person away; a rate that is left out stays.',
  can: 'sales:update',
  inView: 'refused',
  pages: ['agencyList'],
  company: 'companyID',
  audit: { action: 'Sales Change', did: 'Set the sales people', tried: 'Tried to set the sales people' },
  rounds: { most: 4, reason: 'The people are looked at before the agency and its list entry are changed.' },
  /** What is left out stays as it is. */
  input: z.object({ companyID: Id, ...z.object(shares).partial().shape, ...seenOf(shares) }),
  output: Done,
})

export const accounts = call({
  method: 'GET',
  path: '/configuration/sales/accounts/{companyId}',
  summary: "A root's sales people with all that is known of them, page by page.",
  can: 'sales:read',
  pages: ['salesAccountList'],
  company: 'companyId',
  input: z.object({ companyId: Id, search: z.string().trim().max(200).default(''), Page: PageNumber, PerPage }),
  output: pageOf(StaffRow),
})

export const referralLink = call({
  method: 'POST',
  path: '/general/referral-link',
  summary: 'The link by which a sales person brings agencies: always the same one.',
  can: 'referral:create',
  inView: 'refused',
  user: 'usrID',
  audit: 'none',
  rounds: { most: 3, reason: 'A link that nobody has is looked for.' },
  input: z.object({ usrID: Id }),
  output: z.object({ result: z.literal('success'), code: z.string(), url: z.string() }),
})

export const checkReferral = call({
  method: 'GET',
  path: '/general/referral-link/{code}',
  summary: 'Whether a code brings agencies to this root, and whose it is.',
  can: 'anyone',
  input: z.object({ code: z.string().max(64) }),
  output: z.object({ valid: z.boolean(), name: z.string() }),
})
