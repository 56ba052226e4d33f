// A company as the list of its parent shows it: names to sort and search by, marks to filter by, and the facts of its row.
// The entry is a copy of company, main person and campaigns; what changes one of them changes the entry with it.
import * as z from 'zod'
import { MinimumFactsUntil } from '../money/minimum-facts.ts'
import { cutKey } from '../text.ts'
import type { Campaign, CampaignStatus } from './campaign.ts'
import { type Company, connectionStates, type ProductLine, paymentTerms, productLines } from './company.ts'
import { leadTypes, type User } from './user.ts'

/** Orders in which a list of companies can be read; each is an index, so a page costs the same at any length. */
export const nodeSorts = ['companyName', 'fullName', 'email', 'createdAt'] as const
export type NodeSort = (typeof nodeSorts)[number]

/** What an operator may filter agencies by. */
export const nodeFilters = ['direct_payment', 'payment_failed', 'api_key_generated', 'developer_mode'] as const
export type NodeFilter = (typeof nodeFilters)[number]

export const cardStatuses = ['active', 'failed', 'none'] as const
export type CardStatus = (typeof cardStatuses)[number]
/** States of campaigns that do not run. */
const restingStates = ['paused', 'stopped', 'archived', 'removed'] as const satisfies readonly CampaignStatus[]

/** Whether a client has a running campaign, only others, or none at all. */
export const campaignStates = ['active', 'inactive', 'none'] as const
export type CampaignState = (typeof campaignStates)[number]

/** Marks of an entry: everything that a list can be narrowed by. */
export type NodeTag =
  | NodeFilter
  | `card_${CardStatus}`
  | `campaign_${CampaignState}`
  | `active_${ProductLine}`
  /** Of a client who did not accept the invitation yet. */
  | 'invited'
  | `sales_${string}`
  | `plan_${string}`
  /** Of a client that was deleted: it is in no list any more, but what it cost is still found by this. */
  | 'ended'

const text = z.string().default('')
const flag = z.boolean().default(false)

/** What a row shows beside its names. The defaults are what most companies have, and are not stored. */
export const NodeFacts = z.object({
  phone: text,
  phoneCountry: z.string().default('US'),
  phoneCallingCode: z.string().default('+1'),
  isInvited: flag,
  invitedById: text,
  pendingEmail: text,
  pendingEmailEndsAt: z.number().default(0),
  isProfileComplete: flag,
  leadType: z.enum(leadTypes).default(''),
  hasCard: flag,
  subdomain: text,
  customDomain: text,
  packageId: text,
  externalOrganizationId: text,
  manualBill: flag,
  isWhiteLabel: flag,
  apiMode: flag,
  isBeta: flag,
  /** Its contract with the platform was cancelled. */
  isCancelled: flag,
  hasApiKey: flag,
  hasDeveloperAgreement: flag,
  excludesMinimumSpend: flag,
  excludesOnboardCharge: flag,
  isOnboardCharged: flag,
  customerPaymentId: text,
  paymentFailed: flag,
  minimumSpendPlanId: text,
  minimumAgreedAt: z.number().default(0),
  minimumBefore: z.array(MinimumFactsUntil).default([]),
  agreementFile: text,
  connection: z.enum(connectionStates).default(''),
  modules: z.array(z.enum(productLines)).default([]),
  terms: z.array(z.enum(paymentTerms)).default(['Weekly']),
  salesRepId: text,
  accountExecutiveId: text,
  referralUserId: text,
  disableClientAddCampaign: flag,
  receivesMail: z.boolean().default(true),
  showsPhone: z.boolean().default(true),
  editsSheets: flag,
  campaigns: z.number().default(0),
  /** How many of them run, by product. */
  active: z.partialRecord(z.enum(productLines), z.number()).default({}),
  /** How many of the others are in which state, by product. Entries of before this was counted lack some, and then do not add up. */
  resting: z.partialRecord(z.enum(productLines), z.partialRecord(z.enum(restingStates), z.number())).default({}),
})
export type NodeFacts = z.output<typeof NodeFacts>

export const CompanyListItem = z.object({
  companyId: z.string(),
  parentId: z.string(),
  kind: z.enum(['agency', 'client']),
  /** The main person: the owner of an agency, or the client. */
  userId: z.string(),
  companyName: z.string(),
  fullName: z.string(),
  email: z.string(),
  createdAt: z.number(),
  /** An entry is written as a whole: what another version of the platform wrote there stays. */
  facts: NodeFacts.loose().prefault({}),
  /** Counts changes, so that of two at once each sees the other. */
  version: z.number().default(0),
})
export type CompanyListItem = z.output<typeof CompanyListItem>

/** What words are kept by: their first two units, or the first alone where the second is half a letter. */
export const prefixOf = (word: string): string => cutKey(word, 2)

type Names = Pick<CompanyListItem, 'companyName' | 'fullName' | 'email'>

const WORD = /[\p{L}\p{N}]+/gu
const LONGEST_WORD = 40
const MOST_WORDS = 24

/** Text as lists sort and search it: without accents, in lower case, white space folded. */
export const foldText = (words: string) =>
  words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * The words by which a node is found: those of its names, and the parts of its address as well as the whole of it. A word
 * that begins another one is left out: anything that finds it finds the longer one too.
 */
export function searchWords(node: Names): string[] {
  const email = foldText(node.email)
  // Every address ends in a dot and a label that tells nothing.
  const parts = [node.companyName, node.fullName, email.replace(/\.[^.@]*$/, '')]
  const words = parts.flatMap((part) => foldText(part).match(WORD) ?? [])
  const long = [...words, email].filter((word) => word.length >= 2).map((word) => cutKey(word, LONGEST_WORD))
  const known = [...new Set(long)]
  const isBegun = (word: string) => known.some((other) => other !== word && other.startsWith(word))
  return known.filter((word) => !isBegun(word)).slice(0, MOST_WORDS)
}

/**
 * What words must begin with to answer a search. An address that is being typed is one word; any other text falls into
 * words as names do, without the label that every domain ends in.
 */
export function searchStarts(search: string): string[] {
  const starts = foldText(search)
    .split(' ')
    .map((part) => part.replace(/^@/, ''))
    .flatMap((part) => (part.includes('@') ? part : (part.replace(/([^.]\.[^.]+)*\.[^.]*$/, '$1').match(WORD) ?? [])))
  return [...new Set(starts.filter((start) => start.length >= 2).map((start) => cutKey(start, LONGEST_WORD)))]
}

/** A failed payment tells more than the card it failed with. */
export const cardStatusOf = ({ paymentFailed, hasCard }: Pick<NodeFacts, 'paymentFailed' | 'hasCard'>): CardStatus =>
  paymentFailed ? 'failed' : hasCard ? 'active' : 'none'

export const countActive = ({ active }: Pick<NodeFacts, 'active'>): number =>
  productLines.reduce((sum, line) => sum + (active[line] ?? 0), 0)

export const campaignStateOf = (facts: Pick<NodeFacts, 'campaigns' | 'active'>): CampaignState =>
  countActive(facts) > 0 ? 'active' : facts.campaigns > 0 ? 'inactive' : 'none'

/** All marks of an entry. Clients are told apart by card and campaigns, agencies by what an operator asks for. */
export function tagsOf({ kind, facts }: Pick<CompanyListItem, 'kind' | 'facts'>): NodeTag[] {
  if (kind === 'client') {
    const lines = productLines.filter((line) => facts.active[line]).map((line) => `active_${line}` as const)
    const invited = facts.isInvited ? (['invited'] as const) : []
    return [`card_${cardStatusOf(facts)}`, `campaign_${campaignStateOf(facts)}`, ...lines, ...invited]
  }
  const people = [facts.salesRepId, facts.accountExecutiveId, facts.referralUserId].filter(Boolean)
  return [
    ...(facts.manualBill ? (['direct_payment'] as const) : []),
    ...(facts.paymentFailed ? (['payment_failed'] as const) : []),
    ...(facts.hasApiKey ? (['api_key_generated'] as const) : []),
    ...(facts.apiMode ? (['developer_mode'] as const) : []),
    ...[...new Set(people)].map((id): NodeTag => `sales_${id}`),
    ...(facts.minimumSpendPlanId ? [`plan_${facts.minimumSpendPlanId}` as const] : []),
  ]
}

/** The facts after a change, of which is left out what is no fact, such as a name. */
const withFacts = (facts: CompanyListItem['facts'], changes: object): CompanyListItem['facts'] => ({
  ...facts,
  ...NodeFacts.parse({ ...facts, ...changes }),
})

/** What an entry shows of its company. A change of anything else leaves it alone. */
export const companyFields = [
  ...(['name', 'subdomain', 'customDomain', 'packageId', 'externalOrganizationId', 'customerPaymentId'] as const),
  ...(['minimumAgreedAt', 'minimumBefore', 'cancelledAt'] as const),
  ...(['minimumSpendPlanId', 'agreementFile', 'manualBill', 'isWhiteLabel', 'apiMode', 'isBeta', 'hasApiKey'] as const),
  ...(['hasDeveloperAgreement', 'paymentFailed', 'connection', 'excludesMinimumSpend'] as const),
  ...(['excludesOnboardCharge', 'isOnboardCharged', 'modules', 'terms', 'salesRepId', 'accountExecutiveId'] as const),
  ...(['referralUserId', 'disableClientAddCampaign', 'receivesMail', 'showsPhone', 'editsSheets'] as const),
]

/** The entry after its company changed. */
function withCompany(node: CompanyListItem, company: Pick<Company, (typeof companyFields)[number]>): CompanyListItem {
  const shown = Object.fromEntries(companyFields.map((field) => [field, company[field] ?? '']))
  const modules = productLines.filter((line) => company.modules[line])
  const isCancelled = company.cancelledAt !== null
  // The facts have the very names of a company's fields.
  return { ...node, companyName: company.name, facts: withFacts(node.facts, { ...shown, modules, isCancelled }) }
}

/** The entry after some fields of its company changed; what it shows of the others stands in it. */
export function withCompanyChanges(
  node: CompanyListItem,
  changes: Partial<Pick<Company, (typeof companyFields)[number]>>,
): CompanyListItem {
  const shown = companyFields.filter((field) => field in changes).map((field) => [field, changes[field] ?? ''])
  const modules = changes.modules && productLines.filter((line) => changes.modules?.[line])
  const facts = withFacts(node.facts, {
    ...Object.fromEntries(shown),
    ...(modules && { modules }),
    ...(changes.cancelledAt !== undefined && { isCancelled: changes.cancelledAt !== null }),
  })
  return { ...node, companyName: changes.name ?? node.companyName, facts }
}

/** What an entry shows of its main person. */
export const personFields = [
  'name',
  'phone',
  'phoneCountry',
  'phoneCallingCode',
  'hasCard',
  'status',
  'profileSetupCompleted',
  'leadType',
  'invitedById',
  'pendingEmail',
  'pendingEmailEndsAt',
] as const

/** The entry after its main person changed. */
export function withPerson(
  node: CompanyListItem,
  user: Pick<User, (typeof personFields)[number] | 'id' | 'email'>,
): CompanyListItem {
  const { phone, phoneCountry, phoneCallingCode, hasCard, leadType, invitedById, pendingEmail, pendingEmailEndsAt } =
    user
  const facts: NodeFacts = {
    ...node.facts,
    phone,
    phoneCountry,
    phoneCallingCode,
    hasCard,
    leadType,
    invitedById,
    pendingEmail,
    pendingEmailEndsAt,
    isInvited: user.status === 'invited',
    isProfileComplete: user.profileSetupCompleted,
  }
  return { ...node, userId: user.id, fullName: user.name, email: user.email, facts }
}

/** The entry after some fields of its main person changed; what it shows of the others stands in it. */
export function withPersonChanges(
  node: CompanyListItem,
  {
    name,
    email,
    status,
    profileSetupCompleted,
    ...changes
  }: Partial<Pick<User, (typeof personFields)[number] | 'email'>>,
): CompanyListItem {
  const facts = withFacts(node.facts, {
    ...changes,
    ...(status && { isInvited: status === 'invited' }),
    ...(profileSetupCompleted !== undefined && { isProfileComplete: profileSetupCompleted }),
  })
  return { ...node, fullName: name ?? node.fullName, email: email ?? node.email, facts }
}

type Counted = Pick<Campaign, 'status' | 'line'>

/** The entry after one of its campaigns changed: `before` is missing for a new one, `after` for one that is gone. */
export function withCampaign(
  node: CompanyListItem,
  before: Counted | undefined,
  after: Counted | undefined,
): CompanyListItem {
  const isActive = (campaign: Counted | undefined, line: ProductLine) =>
    Number(campaign?.status === 'active' && campaign.line === line)
  const counts = productLines.map((line) => {
    const count = (node.facts.active[line] ?? 0) + isActive(after, line) - isActive(before, line)
    return [line, count] as const
  })
  const resting = productLines.flatMap((line) => {
    const states = restingStates.flatMap((state) => {
      const isIn = (campaign: Counted | undefined) => Number(campaign?.status === state && campaign.line === line)
      const count = (node.facts.resting[line]?.[state] ?? 0) + isIn(after) - isIn(before)
      return count === 0 ? [] : [[state, count] as const]
    })
    return states.length > 0 ? [[line, Object.fromEntries(states)] as const] : []
  })
  const facts = {
    ...node.facts,
    campaigns: node.facts.campaigns + (after ? 1 : 0) - (before ? 1 : 0),
    active: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    resting: Object.fromEntries(resting),
  }
  return { ...node, facts }
}

type CampaignCounts = Partial<Record<CampaignStatus, number>>
/** The campaigns of a client by product and state; undefined where its entry is from before all of them were counted. */
export function campaignCountsOf({
  campaigns,
  active,
  resting,
}: Pick<NodeFacts, 'campaigns' | 'active' | 'resting'>): Map<ProductLine, CampaignCounts> | undefined {
  const counts = new Map(productLines.map((line) => [line, { active: active[line] ?? 0, ...resting[line] }]))
  const all = [...counts.values()].flatMap((of) => Object.values(of))
  // One that was not counted lacks for good: what it does later takes one from a state and gives one to another.
  return all.reduce((sum, count) => sum + count, 0) === campaigns ? counts : undefined
}

/** The entry of a company that is being made. Undefined for a root, which stands in nobody's list. */
export function nodeOf(company: Company, user: User): CompanyListItem | undefined {
  if (company.kind === 'root' || !company.parentId) return undefined
  const blank = CompanyListItem.parse({
    companyId: company.id,
    parentId: company.parentId,
    kind: company.kind,
    userId: user.id,
    companyName: company.name,
    fullName: user.name,
    email: user.email,
    createdAt: company.createdAt,
  })
  return withPerson(withCompany(blank, company), user)
}
