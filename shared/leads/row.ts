// The columns of a lead, named once for lists, files and deliveries: what the reader may not see is left out here, and nowhere else.
import { seesPhones } from '../access/phones.ts'
import type { UserActor } from '../model/actor.ts'
import type { Campaign } from '../model/campaign.ts'
import type { Company } from '../model/company.ts'
import type { ExclusionLevel } from '../model/exclusion.ts'
import type { InformationType } from '../model/information-type.ts'

/** What lists of leads are sorted by. Telephone numbers are not: not everybody sees them. */
export const leadSorts = ['created', 'name', 'email', 'place', 'why', 'visited', 'campaign', 'price'] as const
export type LeadSort = (typeof leadSorts)[number]

/** Who reads: the agency (and those above it), the client, or a tool that leads are delivered to. */
export type LeadViewer = 'agency' | 'client' | 'destination'

/** By which viewer somebody reads. */
export const viewerOf = ({ role }: Pick<UserActor, 'role'>): LeadViewer => (role === 'client' ? 'client' : 'agency')

type RowPerson = {
  email: string
  otherEmails?: readonly string[]
  firstName: string
  lastName: string
  phone: string
  otherPhones?: readonly string[]
  street?: string
  city: string
  stateCode: string
  zipCode?: string
  /** By the id of the information type. */
  advanced?: Readonly<Record<string, string>>
  business?: Readonly<Record<string, string>>
}
/** What of a lead has columns. Times are ms. */
export type RowLead = {
  id: string
  person: RowPerson
  pageUrl: string
  referrer?: string
  keyword?: string
  visitedAt: number
  createdAt: number
  retailCentiCents?: number | undefined
  wholesaleCentiCents?: number | undefined
  credit?: { at: number; level: ExclusionLevel } | undefined
  erasedAt?: number | undefined
}
/** The information types that the campaign asks for, as their root names them. */
export type ChosenTypes = { advanced: readonly InformationType[]; business: readonly InformationType[] }
export type NamedValue = InformationType & { value: string }

/** Cells are never missing: what is cut or unknown is empty. Prices (hundredths of a cent) are there for those who may know them. */
export type LeadRow = {
  id: string
  firstName: string
  lastName: string
  email: string
  otherEmails: string[]
  phone: string
  otherPhones: string[]
  street: string
  city: string
  stateCode: string
  zipCode: string
  keyword: string
  pageUrl: string
  referrer: string
  visitedAt: number
  createdAt: number
  advanced: NamedValue[]
  business: NamedValue[]
  retailCentiCents?: number
  wholesaleCentiCents?: number
  /** There once it was given back, because a list of this level came to name the person. */
  credit?: { at: number; level: ExclusionLevel }
  /** There once the person was erased. */
  erasedAt?: number
}

export type RowCampaign = Pick<Campaign, 'hidesPhone' | 'hasPhone' | 'hasHomeAddress'>

const digitsOf = (text: string) => text.replace(/\D/g, '')
/** The shortest that is a number on its own, and not a part of something else. */
const LEAST_DIGITS = 7

/** A tool reads for the client, so what is hidden from the client does not go there either. */
export const roleOf = (viewer: LeadViewer) => (viewer === 'agency' ? 'agency' : 'client')

/** Whether a kind of information is about a telephone. */
export const namesPhone = ({ id, name }: InformationType): boolean =>
  /phone|mobile|\b(cell|fax|tel|dial)\b/i.test(`${id} ${name}`)

/** Takes telephone numbers out of values: types that are about one, and values that hold one of the person's. */
function withoutPhones(values: NamedValue[], phones: readonly string[]): NamedValue[] {
  const known = phones.map(digitsOf).filter((digits) => digits.length >= LEAST_DIGITS)
  const tails = known.map((digits) => digits.slice(-10))
  return values.filter((each) => {
    if (namesPhone(each)) return false
    const digits = digitsOf(each.value)
    return !tails.some((tail) => digits.includes(tail))
  })
}

function valuesOf(types: readonly InformationType[], values: Readonly<Record<string, string>> = {}): NamedValue[] {
  return types.map(({ id, name }) => ({ id, name, value: values[id] ?? '' }))
}

/**
 * The cells of a lead for one reader: telephone numbers only where the reader sees them, home addresses only where the campaign
 * carries them, extra information only of the types that it asks for, and wholesale prices never for a client or a tool.
 */
export function toLeadRow(
  lead: RowLead,
  campaign: RowCampaign,
  client: Pick<Company, 'showsPhone'>,
  viewer: LeadViewer,
  types: ChosenTypes = { advanced: [], business: [] },
): LeadRow {
  const { person } = lead
  const hasPhones = seesPhones({ role: roleOf(viewer) }, client, campaign)
  const phones = [person.phone, ...(person.otherPhones ?? [])]
  const cut = (values: NamedValue[]) => (hasPhones ? values : withoutPhones(values, phones))
  const hasHome = campaign.hasHomeAddress
  return {
    id: lead.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    otherEmails: [...(person.otherEmails ?? [])],
    phone: hasPhones ? person.phone : '',
    otherPhones: hasPhones ? [...(person.otherPhones ?? [])] : [],
    street: hasHome ? (person.street ?? '') : '',
    city: person.city,
    stateCode: person.stateCode,
    zipCode: hasHome ? (person.zipCode ?? '') : '',
    keyword: lead.keyword ?? '',
    pageUrl: lead.pageUrl,
    referrer: lead.referrer ?? '',
    visitedAt: lead.visitedAt,
    createdAt: lead.createdAt,
    advanced: cut(valuesOf(types.advanced, person.advanced)),
    business: cut(valuesOf(types.business, person.business)),
    ...(lead.credit && { credit: { at: lead.credit.at, level: lead.credit.level } }),
    ...(lead.erasedAt !== undefined && { erasedAt: lead.erasedAt }),
    ...(viewer !== 'destination' && lead.retailCentiCents !== undefined && { retailCentiCents: lead.retailCentiCents }),
    ...(viewer === 'agency' &&
      lead.wholesaleCentiCents !== undefined && { wholesaleCentiCents: lead.wholesaleCentiCents }),
  }
}
