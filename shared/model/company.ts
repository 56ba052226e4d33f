import * as z from 'zod'
import { DAY } from '../dates.ts'
import { MinimumFactsUntil } from '../money/minimum-facts.ts'
import { Brand } from './brand.ts'
import { salesKinds } from './sales-kinds.ts'

export const productLines = ['local', 'locator', 'enhance', 'b2b'] as const
export type ProductLine = (typeof productLines)[number]

/** Menu name and URL segment of a product line under a tenant's brand; an absent line is switched off. */
export const Module = z.object({ name: z.string(), url: z.string() })
export const defaultModules = {
  local: { name: 'Site ID', url: 'siteid' },
  locator: { name: 'Search ID', url: 'searchid' },
  enhance: { name: 'Enhance ID', url: 'enhanceid' },
  b2b: { name: 'B2B ID', url: 'b2bid' },
} as const satisfies Record<ProductLine, z.output<typeof Module>>

export const companyKinds = ['root', 'agency', 'client'] as const
export type CompanyKind = (typeof companyKinds)[number]

/** State of a connected payment account, by the payment provider's own words. */
export const connectionStates = ['', 'pending', 'inverification', 'completed', 'failed'] as const
export type ConnectionState = (typeof connectionStates)[number]

/** How often a campaign is paid for. A company must keep at least one. */
export const paymentTerms = ['Weekly', 'Monthly', 'One Time', 'Prepaid'] as const
export type PaymentTerm = (typeof paymentTerms)[number]

/** A person to turn to in a company's team. */
export const TeamContact = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
})
export type TeamContact = z.output<typeof TeamContact>

/** The three roles of a team that have a contact of their own. */
export const teamRoles = ['franchise', 'franchiseDirector', 'officeManager'] as const
export type TeamRole = (typeof teamRoles)[number]

const Beta = z.object({ isBeta: z.boolean(), appliesToAllAgencies: z.boolean() })
export const Betas = z.object({ b2b: Beta, dataWallet: Beta })
export type Betas = z.output<typeof Betas>

/** A node of the tenant tree: root operator, agency, or client company. Money lives elsewhere. */
export const Company = z.object({
  id: z.string(),
  kind: z.enum(companyKinds),
  parentId: z.string().nullable(),
  rootId: z.string(),
  /** From the root down to the parent; empty for a root. */
  ancestors: z.array(z.string()),
  name: z.string(),
  legalName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.object({
    street: z.string(),
    city: z.string(),
    zip: z.string(),
    stateCode: z.string(),
    stateName: z.string(),
    countryCode: z.string(),
  }),
  brand: Brand,
  isWhiteLabel: z.boolean(),
  subdomain: z.string().nullable(),
  customDomain: z.string().nullable(),
  modules: z.partialRecord(z.enum(productLines), Module),
  timeZone: z.string(),
  supportUrl: z.string().nullable(),
  paymentGateway: z.enum(['', 'stripe', 'other']),
  connection: z.enum(connectionStates),
  packageId: z.string(),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  accountRequirements: z.array(z.string()),
  /** By when (ms) they are wanted; 0 where there is no such time. */
  accountRequiredBy: z.number().default(0),
  manualBill: z.boolean(),
  paymentFailed: z.boolean(),
  disableClientAddCampaign: z.boolean(),
  apiMode: z.boolean(),
  /** When its mode was last switched on: what is paid once for it is paid once for each time. */
  apiModeAt: z.number().nullable().default(null),
  /** Of an agency: it takes part in what its root tries out. */
  isBeta: z.boolean(),
  /** Of a root: what it tries out, and whether for all of its agencies. */
  betas: Betas.optional(),
  /** Sales person whose referral brought this agency. */
  referralUserId: z.string().nullable().default(null),
  industryId: z.string().default(''),
  contacts: z.partialRecord(z.enum(teamRoles), TeamContact).default({}),
  /** Payment terms that its campaigns may use. */
  terms: z.array(z.enum(paymentTerms)).default(['Weekly']),
  /** Its record at the data partner. */
  externalOrganizationId: z.string().default(''),
  customerPaymentId: z.string().default(''),
  minimumSpendPlanId: z.string().default(''),
  /** What its minimum spend was made of, until when: a month that ended asks for what held then. */
  minimumBefore: z.array(MinimumFactsUntil).default([]),
  agreementFile: z.string().default(''),
  /** When it first accepted a minimum spend, from which its months count; 0 until then. */
  minimumAgreedAt: z.number().default(0),
  hasApiKey: z.boolean().default(false),
  /** Whether each month in which a campaign of it has leads is kept; of one that is older than these, once a recount made them. */
  hasLeadMonths: z.boolean().default(false),
  hasDeveloperAgreement: z.boolean().default(false),
  excludesMinimumSpend: z.boolean().default(false),
  excludesOnboardCharge: z.boolean().default(false),
  isOnboardCharged: z.boolean().default(false),
  salesRepId: z.string().nullable().default(null),
  /** What its sales people get of what it pays, in basis points by kind. */
  commissionRates: z.partialRecord(z.enum(salesKinds), z.int().min(0).max(10_000)).default({}),
  accountExecutiveId: z.string().nullable().default(null),
  /** Lead and report mails go to this client. */
  receivesMail: z.boolean().default(true),
  /** Phone numbers of its leads are shown to it. */
  showsPhone: z.boolean().default(true),
  /** Sheets are shared with it for editing, not only for reading. */
  editsSheets: z.boolean().default(false),
  /** Nobody signs in to a company that was deleted; what it has is kept. */
  deletedAt: z.number().nullable().default(null),
  /** Its contract ended: nothing new begins, and after a while nobody of it reads any more. */
  cancelledAt: z.number().nullable().default(null),
  cancelReason: z.string().default(''),
  createdAt: z.number(),
  /** Counts changes of what is saved as one though people change parts of it, so that of two at once each sees the other. */
  revision: z.number().default(0),
})
export type Company = z.output<typeof Company>

/** For so long after the end of its contract the people of a company, and of those below it, still read what is theirs. */
export const READ_ON_MS = 30 * DAY
export const isClosed = ({ cancelledAt }: Pick<Company, 'cancelledAt'>, now: number) =>
  cancelledAt !== null && now > cancelledAt + READ_ON_MS

/**
 * What another name changes. A company that has no legal name of its own is called so on its papers too, and in short where it
 * chose no short one: nothing else changes that.
 */
export const nameChanges = (
  { name: before, legalName, brand }: Pick<Company, 'name' | 'legalName' | 'brand'>,
  name: string,
) => ({
  name,
  ...(legalName === before && { legalName: name }),
  ...(brand.shortName === before && { brand: { ...brand, name, shortName: name } }),
})

/** What a company begins with, no matter who makes it. */
export const newCompanyDefaults = {
  accountRequiredBy: 0,
  terms: ['Weekly'],
  externalOrganizationId: '',
  customerPaymentId: '',
  minimumSpendPlanId: '',
  minimumBefore: [],
  minimumAgreedAt: 0,
  agreementFile: '',
  apiModeAt: null,
  hasApiKey: false,
  hasLeadMonths: true,
  hasDeveloperAgreement: false,
  excludesMinimumSpend: false,
  excludesOnboardCharge: false,
  isOnboardCharged: false,
  salesRepId: null,
  commissionRates: {},
  accountExecutiveId: null,
  receivesMail: true,
  showsPhone: true,
  editsSheets: false,
  deletedAt: null,
  cancelledAt: null,
  cancelReason: '',
  revision: 0,
} satisfies Partial<Company>
