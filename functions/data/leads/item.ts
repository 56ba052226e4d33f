// The shape of a lead in the table, and how it is kept within the kilobyte that one write unit pays for.
import { Lead, type Person } from '#shared/model/lead.ts'
import { leadKinds } from '#shared/money/price-list.ts'
import { key, model } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

export const leadSchema = {
  model: model('lead'),
  attributes: {
    id: text,
    companyId: text,
    campaignId: text,
    person: { type: 'any', required: true },
    pageUrl: { type: 'string' },
    keyword: { type: 'string' },
    kind: { type: leadKinds },
    isAboveLimit: { type: 'boolean', field: 'above' },
    referrer: { type: 'string', field: 'rf' },
    visitedAt: { type: 'number', required: true },
    identifiedAt: { type: 'number', field: 'ia' },
    checkedAt: { type: 'number', field: 'ca' },
    /** The instant of storing: day, limit, price and bill go by it. Padded in the key, so that text sorts as time does. */
    createdAt: { type: 'number', required: true, padding: { length: 15, char: '0' } },
    // Every lead has both, and its kilobyte is short: their names are too.
    retailCentiCents: { type: 'number', field: 'rp' },
    wholesaleCentiCents: { type: 'number', field: 'wp' },
    rootCentiCents: { type: 'number', field: 'op' },
    stretch: { type: 'number', field: 'sq' },
    lot: { type: 'number', field: 'lt' },
    hold: { type: 'number', field: 'hd' },
    /** Once it was given back: which list came to name its person, and when. */
    credit: { type: 'any', field: 'cr' },
    erasedAt: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#L#${campaignId}'),
      sk: key('sk', ['createdAt', 'id'], '${createdAt}#${id}'),
    },
  },
} as const

/** Who is a lead of a client: which one, and since when. For campaigns that know the people of all others. */
export const clientPeopleSchema = {
  model: model('clientPerson'),
  attributes: {
    companyId: text,
    personKey: text,
    leadId: text,
    storedAt: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#PEOPLE'), sk: key('sk', ['personKey'], '${personKey}') },
  },
} as const

/** One row for each person who is a lead of a campaign: which one, and since when. */
export const peopleSchema = {
  model: model('leadPerson'),
  attributes: {
    companyId: text,
    campaignId: text,
    personKey: text,
    leadId: text,
    storedAt: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#L#${campaignId}#PEOPLE'),
      sk: key('sk', ['personKey'], '${personKey}'),
    },
  },
} as const

export type Position = { createdAt: number; id: string }

export const toLead = (row: Record<string, unknown>): Lead => Lead.parse(row)

const encoder = new TextEncoder()
const bytesOf = (value: string) => encoder.encode(value).length

/** The longest head of a text that takes at most so many bytes, never ending inside a character. */
export function cutBytes(value: string, bytes: number): string {
  const { read } = encoder.encodeInto(value, new Uint8Array(Math.max(0, bytes)))
  return value.slice(0, read)
}

/** What one write unit holds; leads with further information may take two. */
const UNIT_BYTES = 1024
/** Names of attributes, keys, version marks and numbers: what an item takes beside the texts below. Ids stand in it twice. */
const FRAME_BYTES = 360
/** What a text of a map takes beside itself. */
const ENTRY_BYTES = 3
const MOST_OTHERS_BYTES = 160
/** What of the item is kept for the address of the page. */
const PAGE_BYTES = 120
/** Less than this says nothing of the page before it. */
const LEAST_REFERRER_BYTES = 24

const textsOf = (values: readonly string[]) => values.reduce((sum, value) => sum + bytesOf(value) + ENTRY_BYTES, 0)

/** As many whole values, from the first one on, as there is room for: half an address is another one. */
function fitList(values: readonly string[], room: number): string[] {
  let left = room
  return values.filter((value) => {
    left -= bytesOf(value) + ENTRY_BYTES
    return left >= 0
  })
}

function fitFacts(facts: Record<string, string>, room: number): Record<string, string> {
  const entries = Object.entries(facts).map(([id, value]) => [cutBytes(id, 64), cutBytes(value, 120)] as const)
  let left = room
  return Object.fromEntries(
    entries.filter(([id, value]) => {
      left -= bytesOf(id) + bytesOf(value) + 2 * ENTRY_BYTES
      return value !== '' && left >= 0
    }),
  )
}

/** Cuts what a provider may send too long. The e-mail address is never cut: half an address is another one. */
export function fitLead(lead: Lead): Lead {
  const { person } = lead
  const own = {
    personId: cutBytes(person.personId, 64),
    email: person.email,
    firstName: cutBytes(person.firstName, 60),
    lastName: cutBytes(person.lastName, 60),
    phone: cutBytes(person.phone, 32),
    street: cutBytes(person.street, 80),
    city: cutBytes(person.city, 60),
    stateCode: cutBytes(person.stateCode, 20),
    zipCode: cutBytes(person.zipCode, 10),
  }
  const keyword = cutBytes(lead.keyword, 80)
  const ids = 2 * [lead.id, lead.companyId, lead.campaignId].map(bytesOf).reduce((sum, bytes) => sum + bytes, 0)
  const units = lead.kind === 'basic' ? 1 : 2
  let room = units * UNIT_BYTES - FRAME_BYTES - ids - textsOf([...Object.values(own), keyword])
  const otherEmails = fitList(person.otherEmails, Math.min(room - PAGE_BYTES, MOST_OTHERS_BYTES))
  room -= textsOf(otherEmails)
  const otherPhones = fitList(person.otherPhones, Math.min(room - PAGE_BYTES, MOST_OTHERS_BYTES / 2))
  room -= textsOf(otherPhones)
  const advanced = fitFacts(person.advanced, lead.kind === 'basic' ? 0 : room - PAGE_BYTES)
  room -= bytesOfFacts(advanced)
  const business = fitFacts(person.business, lead.kind === 'basic' ? 0 : room - PAGE_BYTES)
  room -= bytesOfFacts(business)
  const pageUrl = cutBytes(lead.pageUrl, room)
  // What is left of the unit is free; half an address of a page still says whose it was.
  const left = room - bytesOf(pageUrl) - ENTRY_BYTES
  const { referrer, ...rest } = lead
  return {
    ...rest,
    person: { ...own, otherEmails, otherPhones, advanced, business },
    pageUrl,
    referrer: left < LEAST_REFERRER_BYTES ? '' : cutBytes(referrer, left),
    keyword,
  }
}

const bytesOfFacts = (facts: Record<string, string>) =>
  Object.entries(facts).reduce((sum, [id, value]) => sum + bytesOf(id) + bytesOf(value) + 2 * ENTRY_BYTES, 0)

const isSaid = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== ''

/** What nobody knows of a person takes no room. */
export const said = (person: Person): Record<string, unknown> =>
  Object.fromEntries(Object.entries(person).filter(([name, value]) => KEPT.has(name) || isSaid(value)))
const KEPT = new Set(['personId', 'email'])
