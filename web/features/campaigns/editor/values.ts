// What the editor holds of a campaign while it is edited, and how that becomes what calls take.
import { informationTypesOf, isSearching } from '#shared/campaigns/rules.ts'
import { dayIn } from '#shared/dates.ts'
import {
  defaultTimeZone,
  type LocationTarget,
  NAME_MAX,
  type ReidentificationWindow,
  type ReportType,
  type RequiredField,
} from '#shared/model/campaign.ts'
import type { ProductLine } from '#shared/model/company.ts'
import type { LeadKind } from '#shared/money/price-list.ts'
import { splitZips } from '#shared/text.ts'
import type { Output } from '../../../api/terms.ts'

export type CampaignData = Output<'campaigns.get'>['data']

/** Every field of a campaign that people may change; zip codes as the text in which they are typed. */
export type Values = {
  campaignName: string
  siteUrl: string
  thankYouUrl: string
  isGtmInstalled: boolean
  keywords: string[]
  contextualKeywords: string[]
  isNational: boolean
  states: string[]
  cities: string[]
  zipCodes: string
  areaDescription: string
  locationTarget: LocationTarget
  startOn: string
  endOn: string
  timeZone: string
  reidentification: ReidentificationWindow
  reidentifiesAcross: boolean
  hasMinimumLeads: boolean
  minimumLeads: number
  /** In cents; 0 for no bound. */
  monthlyCapCents: number
  informationType: LeadKind
  advancedInformationIds: string[]
  b2bInformationIds: string[]
  hasPhone: boolean
  hasHomeAddress: boolean
  requiredFields: RequiredField[]
  requiresEmail: boolean
  hidesPhone: boolean
  reportType: ReportType
  reportTo: string[]
  noticeTo: string[]
  noticeEvery: number
  companyGroupId: string
  clientOrganizationId: string
  clientCampaignId: string
  answers: Record<string, string | string[]>
}
export type Field = keyof Values
export type Faults = Partial<Record<string, string>>

export const emptyValues = (line: ProductLine): Values => ({
  campaignName: '',
  siteUrl: '',
  thankYouUrl: '',
  isGtmInstalled: false,
  keywords: [],
  contextualKeywords: [],
  isNational: false,
  states: [],
  cities: [],
  zipCodes: '',
  areaDescription: '',
  locationTarget: '',
  startOn: '',
  endOn: '',
  timeZone: defaultTimeZone,
  reidentification: 'never',
  reidentifiesAcross: false,
  hasMinimumLeads: false,
  minimumLeads: 0,
  monthlyCapCents: 0,
  informationType: informationTypesOf[line][0],
  advancedInformationIds: [],
  b2bInformationIds: [],
  hasPhone: true,
  hasHomeAddress: true,
  requiredFields: [],
  requiresEmail: false,
  hidesPhone: false,
  reportType: 'GoogleSheet',
  reportTo: [],
  noticeTo: [],
  noticeEvery: 0,
  companyGroupId: '',
  clientOrganizationId: '',
  clientCampaignId: '',
  answers: {},
})

export const valuesOf = (data: CampaignData): Values => {
  const { zipCodes, answers, ...rest } = data
  const known = Object.keys(emptyValues(data.productLine)) as Field[]
  // @NOTE the answer has every field of a campaign, and others, which are left out here.
  const all = { ...rest, zipCodes: zipCodes.join('\n'), answers: { ...answers } } as Values
  return Object.fromEntries(known.map((field) => [field, all[field]])) as Values
}

const COPY = ' (copy)'

/** A campaign of its own that begins as another one is: all but its number, its state, and days that have passed. */
export function copyOf(data: CampaignData, now: number): Values {
  const values = valuesOf(data)
  const today = dayIn(values.timeZone, now)
  const ahead = (day: string) => (day !== '' && day < today ? '' : day)
  // By characters, so that no emoji is cut in two.
  const name = [...values.campaignName]
    .slice(0, NAME_MAX - COPY.length)
    .join('')
    .slice(0, NAME_MAX - COPY.length)
  return {
    ...values,
    campaignName: name.trimEnd() + COPY,
    startOn: ahead(values.startOn),
    endOn: ahead(values.endOn),
  }
}

const siteFields = ['siteUrl', 'thankYouUrl', 'isGtmInstalled'] as const
const searchFields = [
  'keywords',
  'contextualKeywords',
  'isNational',
  'states',
  'cities',
  'zipCodes',
  'areaDescription',
  'locationTarget',
] as const

const isOf = (fields: readonly string[], field: string) => fields.includes(field)

/** What a call takes: the fields of the product, zip codes as a list. */
export type Payload = Omit<Values, 'zipCodes'> & { zipCodes: string[] }
export const payloadOf = ({ zipCodes, ...values }: Values): Payload => ({
  ...values,
  campaignName: values.campaignName.trim(),
  zipCodes: splitZips(zipCodes),
})

function pick(payload: Payload, wanted: (field: string) => boolean): Partial<Payload> {
  return Object.fromEntries(Object.entries(payload).filter(([field]) => wanted(field)))
}

/** Everything a new campaign of a product says. */
export const newPayload = (values: Values, line: ProductLine): Partial<Payload> & Pick<Payload, 'campaignName'> => {
  const foreign = isSearching(line) ? siteFields : searchFields
  const payload = payloadOf(values)
  return { ...pick(payload, (field) => !isOf(foreign, field)), campaignName: payload.campaignName }
}

/** The fields in which two states of a campaign differ, as the second has them. */
export function changesOf(before: Values, after: Values): Partial<Payload> {
  const [from, to] = [payloadOf(before), payloadOf(after)]
  return pick(to, (field) => {
    const key = field as Field
    return JSON.stringify(from[key]) !== JSON.stringify(to[key])
  })
}

export const isSame = (one: Values, other: Values): boolean => Object.keys(changesOf(one, other)).length === 0

/** Which call takes some changes: that of all products where it can, else that of the product. */
export function callFor(changes: Partial<Payload>, line: ProductLine): 'update' | 'updateSite' | 'updateSearch' {
  const fields = Object.keys(changes)
  const ofProduct = fields.some((field) => isOf(siteFields, field) || isOf(searchFields, field))
  if (!ofProduct) return 'update'
  return isSearching(line) ? 'updateSearch' : 'updateSite'
}

export const stepKeys = ['campaign', 'who', 'when', 'delivery', 'price', 'summary'] as const
export type StepKey = (typeof stepKeys)[number]

type About = { step: StepKey; label: string }
const at = (step: StepKey, label: string): About => ({ step, label })

/** Where each field is asked for, and what it is called there. */
export const about = {
  campaignName: at('campaign', 'Name'),
  companyGroupId: at('campaign', 'Group'),
  siteUrl: at('who', 'Page'),
  thankYouUrl: at('who', 'Thank-you page'),
  isGtmInstalled: at('who', 'Google Tag Manager'),
  keywords: at('who', 'Keywords'),
  contextualKeywords: at('who', 'Contextual keywords'),
  isNational: at('who', 'Area'),
  locationTarget: at('who', 'Area'),
  states: at('who', 'States'),
  cities: at('who', 'Cities'),
  zipCodes: at('who', 'Zip codes'),
  areaDescription: at('who', 'Note about the area'),
  startOn: at('when', 'First day'),
  endOn: at('when', 'Last day'),
  timeZone: at('when', 'Time zone'),
  reidentification: at('when', 'When a person counts again'),
  reidentifiesAcross: at('when', 'People of all campaigns'),
  hasMinimumLeads: at('when', 'Minimum of leads'),
  minimumLeads: at('when', 'Minimum of leads'),
  monthlyCapCents: at('when', 'Most a month'),
  informationType: at('when', 'Information'),
  advancedInformationIds: at('when', 'Advanced information'),
  b2bInformationIds: at('when', 'Company information'),
  hasPhone: at('delivery', 'Phone numbers'),
  hasHomeAddress: at('delivery', 'Home addresses'),
  requiredFields: at('delivery', 'Required fields'),
  requiresEmail: at('delivery', 'Required e-mail'),
  hidesPhone: at('delivery', 'Phones hidden from the client'),
  reportType: at('delivery', 'Report'),
  reportTo: at('delivery', 'Reports to'),
  noticeTo: at('delivery', 'Notices to'),
  noticeEvery: at('delivery', 'Notice every'),
  clientOrganizationId: at('delivery', 'External organization'),
  clientCampaignId: at('delivery', 'External campaign'),
  answers: at('delivery', 'Questions'),
} as const satisfies Record<Field, About>

/** The field that a fault is about: what stands behind a dot is a part of it. */
const fieldOfFault = (path: string): Field | undefined => {
  const [head = ''] = path.split('.')
  return Object.hasOwn(about, head) ? (head as Field) : undefined
}

export const stepOfFault = (path: string): StepKey => {
  const field = fieldOfFault(path)
  return field ? about[field].step : 'campaign'
}

/** The names of fields, each once, in the order of the steps. */
export const labelsOf = (fields: readonly string[]): string[] => [
  ...new Set(
    (Object.keys(about) as Field[]).filter((field) => fields.includes(field)).map((field) => about[field].label),
  ),
]

/** How many answers are wrong; the parts of one count once. */
export const faultCount = (faults: Faults): number =>
  new Set(Object.keys(faults).map((path) => path.split('.')[0])).size
