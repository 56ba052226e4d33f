// Companies and their main people: agencies below a root, clients below an agency. Both are listed and kept by these calls.

import * as z from 'zod'
import { SEARCH_MAX } from '../../constants.ts'
import { messages } from '../../messages.ts'
import { campaignStatuses } from '../../model/campaign-status.ts'
import { paymentTerms, productLines } from '../../model/company.ts'
import { campaignStates, cardStatuses, nodeFilters } from '../../model/node.ts'
import { leadTypes } from '../../model/user.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import {
  ClientEmail,
  Done,
  Id,
  NewPassword,
  PageNumber,
  PerPage,
  pageOf,
  SubDomain,
  seenOf,
  wireUserTypes,
} from '../lib/fields.ts'
import { StaffFields, StaffRow } from '../staff/fields.ts'
import { NodeRow } from './list-item.ts'

/** The two pages that keep companies. */
const pages = ['agencyList', 'clientManagement'] as const
/** Those, and the two that keep administrators and sales people. */
const onPeople = { pages: [...pages, 'administratorList', 'salesAccountList'], inView: 'refused' } as const

/** Staff have no company of their own to name. */
const needsName = (
  form: { ClientCompanyName?: string | undefined },
  isStaff: boolean,
  context: z.core.$RefinementCtx,
) => {
  if (!isStaff && form.ClientCompanyName === '')
    context.addIssue({ code: 'custom', path: ['ClientCompanyName'], message: 'Enter the name of the company.' })
}
const Segment = z.string().max(200)
/** Fifty ids of ours: with all else of such a query they stay below the 2,048 bytes that the firewall lets through. */
const MOST_ID_TEXT = 1600
const idList = z
  .string()
  .max(MOST_ID_TEXT)
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(Id).max(50, 'Leave out at most 50.'))

/** Any other text sorts by the newest. */
const Sort = z.union([z.enum(['company_name', 'full_name', 'email', 'created_at']), Segment])

export const ListQuery = {
  sort: Sort,
  order: Segment,
  search: Segment,
  Page: PageNumber,
  PerPage,
  Filters: z.string().max(200).default(''),
  /** A place in this very list that was answered before: pages near it cost no more than the first. */
  cursor: z.string().max(1000).optional(),
}

export const NodePage = pageOf(NodeRow).extend({
  /** Where this page begins; null for the first one. */
  cursor: z.string().nullable(),
  /** A search or filter found more than are counted. */
  is_cut: z.boolean(),
  /** The list is so long that a search finds the beginnings of words alone. */
  by_beginnings: z.literal(true).optional(),
  /** Filters that the caller may use here. */
  filters: z.array(z.enum(nodeFilters)),
})

export const list = call({
  method: 'GET',
  path: '/configuration/user/{companyId}/{group}/{idsys}/{type}/{module}/{sort}/{order}/{search}',
  summary:
    'The companies right below one: agencies of a root, clients of an agency. Unused segments of the path are `none`. The search finds the beginnings of words and, when there are none, text inside of them in lists of up to 500.',
  can: 'client:read',
  pages: [...pages, 'client'],
  company: 'companyId',
  rounds: { most: 3, reason: 'The sales people are those of the rows that were found.' },
  input: z.object({
    companyId: Id,
    group: Segment,
    idsys: Segment,
    type: z.enum(['userdownline', 'client', 'none'], 'There is no list of this kind.'),
    module: Segment,
    ...ListQuery,
    CardStatus: z.enum([...cardStatuses, '']).default(''),
    CampaignStatus: z.enum([...campaignStates, '']).default(''),
    Exclude: idList,
    /** The tree of agencies asks; the answer is the same. */
    inAgencyList: z.enum(['T', 'F']).default('F'),
  }),
  output: NodePage,
})

const Name = z.string().trim().max(120)
/** Those that a list leaves out stay as they are. */
const Terms = z.array(z.object({ term: z.enum(paymentTerms), status: z.boolean() })).max(paymentTerms.length)
const Modules = z.array(z.object({ type: z.enum(productLines), status: z.boolean() })).max(productLines.length)
const SalesId = z.union([Id, z.literal('')])
const PlanId = z.union([Id, z.literal('')])
const RoleId = z.union([Id, z.literal('')])

/** What may be said of a company when it is made and when it is edited; what is left out stays as it is. */
const Settings = {
  DownlineOrganizationID: z.string().trim().max(64).optional(),
  /** An agency's own domain, asked for here; empty gives it up. Both names say the same, and the first one counts. */
  DownlineDomain: z.string().trim().max(253).optional(),
  ClientDomain: z.string().trim().max(253).optional(),
  /** T: a code by mail at each sign-in of the main person, unless they have a second step already. */
  twoFactorAuth: flagInput.optional(),
  ClientWhiteLabeling: flagInput.optional(),
  disabledreceivedemail: flagInput.optional(),
  disabledaddcampaign: flagInput.optional(),
  enablephonenumber: flagInput.optional(),
  editorspreadsheet: flagInput.optional(),
  /** Of a client: the product whose dashboard its person lands on. */
  leadspeek_type: z.enum(leadTypes).optional(),
  selectedterms: Terms.optional(),
  selectedmodules: Modules.optional(),
  /** Empty takes the person away. */
  salesRep: SalesId.optional(),
  salesAE: SalesId.optional(),
  salesRef: SalesId.optional(),
  /** Programs of an agency may call. Switched off, its key and its agreement are gone, and the fee is due anew. */
  ApiMode: flagInput.optional(),
  /** An agency that takes part in what its platform tries out. */
  isBeta: flagInput.optional(),
  /** The minimum-spend plan of an agency; empty takes it away. */
  planMinSpendId: PlanId.optional(),
  /** An agency that is never charged for its set-up. */
  exclude_onboard_charge: flagInput.optional(),
}

export const create = call({
  method: 'POST',
  path: '/configuration/user/create',
  summary:
    'Makes an agency below a root or a client below an agency, with its main person; with `userType` a person of the company itself. Without a password the person is invited by mail.',
  can: 'client:create',
  ...onPeople,
  company: 'companyID',
  audit: { action: 'User Create', did: 'Added somebody', tried: 'Tried to add somebody' },
  rounds: { most: 9, reason: 'Names and addresses are looked up before the company is planted.' },
  input: z
    .object({
      /** Below which company; the caller's own unless said otherwise. */
      companyID: Id.optional(),
      /** An administrator, a member of staff or a sales person of the caller's own company instead of one below it. */
      userType: z.enum(['', 'administrator', 'user', 'sales']).default(''),
      ClientCompanyName: Name.default(''),
      ClientFullName: Name.min(1, 'Enter a full name.'),
      ClientEmail,
      ClientPhone: z.string().trim().max(40).default(''),
      ClientPhoneCountryCode: z.string().trim().toUpperCase().max(2).default('US'),
      ClientPass: z.union([z.literal(''), NewPassword]).default(''),
      DownlineSubDomain: z.union([z.literal(''), SubDomain]).default(''),
      ...Settings,
      ...StaffFields,
    })
    .superRefine((form, context) => needsName(form, form.userType !== '', context)),
  output: Done.extend({ data: z.array(NodeRow).max(1), person: StaffRow.optional() }),
})

export const update = call({
  method: 'PUT',
  path: '/configuration/user/update',
  summary:
    'Changes a company and its main person; what is left out stays as it is. A product with active campaigns cannot be switched off: they are named, and nothing is changed.',
  can: 'client:update',
  ...onPeople,
  user: 'ClientID',
  audit: { action: 'User Update', did: 'Changed somebody', tried: 'Tried to change somebody' },
  rounds: {
    most: 10,
    reason:
      'Person, company and list entry are found one from the other before all are changed at once; a new name goes on to the lines of its campaigns.',
    again: 'The list entry is read again in the try that changes it.',
  },
  input: z
    .object({
      ClientID: Id,
      /** `staff` edits an administrator or a sales person of the caller's own company. */
      action: z.enum(['downline', 'staff']).default('downline'),
      ClientCompanyName: Name.optional(),
      ClientFullName: Name.min(1, 'Enter a full name.').optional(),
      ClientEmail: ClientEmail.optional(),
      /** With its country. */
      ClientPhone: z.string().trim().min(1, messages.phone).max(40).optional(),
      ClientPhoneCountryCode: z.string().trim().toUpperCase().length(2).default('US'),
      DownlineSubDomain: SubDomain.optional(),
      ...Settings,
      ...StaffFields,
      ...seenOf({ planMinSpendId: PlanId, ClientRole: RoleId }),
    })
    .superRefine((form, context) => needsName(form, form.action === 'staff', context)),
  output: Done.extend({ data: z.array(NodeRow).max(1), person: StaffRow.optional() }),
})

export const remove = call({
  method: 'DELETE',
  path: '/configuration/user/remove/{companyId}/{userId}',
  summary:
    'Ends a company: its people cannot sign in any more and its sub-domain is free. Leads and bills are kept. Refused while a campaign is active.',
  can: 'client:delete',
  ...onPeople,
  sensitive: true,
  company: 'companyId',
  user: 'userId',
  body: 'none',
  audit: { action: 'User Delete', did: 'Deleted somebody', tried: 'Tried to delete somebody' },
  rounds: {
    most: 4,
    reason: 'What still runs or is owed is looked for before the company is retired.',
    again: 'The list entry is read again in the try that takes it out.',
  },
  input: z.object({ companyId: Id, userId: Id }),
  output: Done,
})

export const resendInvitation = call({
  method: 'POST',
  path: '/configuration/user/resendinvitation',
  summary: 'Mails the invitation again. Links of earlier ones stop working.',
  can: 'client:update',
  ...onPeople,
  company: 'companyID',
  user: 'userID',
  audit: { action: 'User Update', did: 'Sent the invitation again', tried: 'Tried to send an invitation again' },
  input: z.object({ companyID: Id, userID: Id }),
  output: Done,
})

/** Reads, though its question travels as a body. */
const asks = { can: 'client:read', inView: 'allowed' } as const

export const showUser = call({
  method: 'POST',
  path: '/configuration/user/show-user',
  summary:
    'At most 50 people of a company and main people of the companies right below it, by any part of their names. Below it beginnings of words come first, and text inside of them is found in lists of up to 500.',
  ...asks,
  pages,
  company: 'companyID',
  audit: 'none',
  input: z.object({
    companyID: Id,
    userType: z.enum([...wireUserTypes, '']).default(''),
    searchUser: z.string().max(200).default(''),
  }),
  output: z.object({
    data: z.array(z.object({ id: z.string(), name: z.string(), company_name: z.string(), type_user_tx: z.string() })),
  }),
})

export const get = call({
  method: 'GET',
  path: '/configuration/company/{companyID}',
  summary: 'One agency or client as its list shows it, with the company that it belongs to.',
  can: 'client:read',
  pages: ['company'],
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: z.object({
    data: NodeRow,
    parent: z.object({ id: z.string(), name: z.string() }),
    /** An agency whose contract with the platform was cancelled: since when and why, for those who may bring it back. */
    cancelled: z.object({ at: z.string(), reason: z.string() }).optional(),
    /** Whether an agency's Data Wallet may be topped up; only where it has one, and for those who may switch it. */
    is_enable_topup_prepaid_direct_payment: z.boolean().optional(),
  }),
})

const FOUND = 8

export const find = call({
  method: 'POST',
  path: '/configuration/company/find',
  summary: `Companies right below one, by the beginnings of words, and people of it, by any part of their names: at most ${FOUND} of each. People come only to those who may list them.`,
  ...asks,
  pages: [...pages, 'client', 'company'],
  company: 'companyID',
  audit: 'none',
  input: z.object({ companyID: Id, search: z.string().trim().min(1, 'Enter a word to search for.').max(SEARCH_MAX) }),
  output: z.object({
    companies: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.enum(['agency', 'client']),
          person: z.string(),
          email: z.string(),
        }),
      )
      .max(FOUND),
    people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })).max(FOUND),
  }),
})

export const showCampaigns = call({
  method: 'POST',
  path: '/configuration/user/show-campaigns',
  summary:
    'At most 50 campaigns of a client, or of the clients of an agency, by any part of their names. `is_cut`: a search finds more.',
  ...asks,
  pages: [...pages, 'client'],
  company: 'companyID',
  audit: 'none',
  input: z.object({ companyID: Id, search: z.string().trim().max(SEARCH_MAX).default('') }),
  output: z.object({
    is_cut: z.boolean(),
    data: z.array(
      z.object({
        leadspeek_api_id: z.string(),
        campaign_name: z.string(),
        company_name: z.string(),
        leadspeek_type: z.enum(productLines),
        status: z.enum(campaignStatuses),
        is_scheduled: WireFlag,
      }),
    ),
  }),
})

export const checkCampaignActive = call({
  method: 'POST',
  path: '/leadspeek/check-campaign-active',
  summary: 'Active campaigns of one product: of a client, or of the clients of an agency. At most 50 are named.',
  ...asks,
  pages,
  company: 'company_id',
  audit: 'none',
  rounds: { most: 4, reason: 'Marks lead to companies, and those to their campaigns.' },
  input: z.object({
    company_id: Id,
    leadspeek_type: z.enum(productLines),
    user_type: z.enum(['agency', 'client']).default('agency'),
  }),
  output: z.object({ result: z.literal('success'), active_campaign_id: z.array(z.string()) }),
})
