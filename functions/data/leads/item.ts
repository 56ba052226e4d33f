// The shape of a lead in the table, and how it is kept within the kilobyte that one write unit pays for.
import { Lead } from '#shared/model/campaign.ts'
import { key, model } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

export const leadSchema = {
  model: model('lead'),
  attributes: {
    id: text,
    companyId: text,
    campaignId: text,
    person: { type: 'any', required: true },
    pageUrl: text,
    visitedAt: { type: 'number', required: true },
    /** The instant of storing: day, limit, price and bill go by it. Padded in the key, so that text sorts as time does. */
    createdAt: { type: 'number', required: true, padding: { length: 15, char: '0' } },
    // Every lead has both, and its kilobyte is short: their names are too.
    retailCentiCents: { type: 'number', field: 'rp' },
    wholesaleCentiCents: { type: 'number', field: 'wp' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#L#${campaignId}'),
      sk: key('sk', ['createdAt', 'id'], '${createdAt}#${id}'),
    },
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

const ITEM_BYTES = 1024
/** Names of attributes, keys, version marks and numbers: what an item takes beside the texts below. Ids stand in it twice. */
const FRAME_BYTES = 280

/** Cuts what a provider may send too long. The e-mail address is never cut: half an address is another one. */
export function fitLead(lead: Lead): Lead {
  const { person } = lead
  const fitted = {
    personId: cutBytes(person.personId, 64),
    email: person.email,
    firstName: cutBytes(person.firstName, 60),
    lastName: cutBytes(person.lastName, 60),
    phone: cutBytes(person.phone, 32),
    city: cutBytes(person.city, 60),
    stateCode: cutBytes(person.stateCode, 20),
  }
  const ids = 2 * [lead.id, lead.companyId, lead.campaignId].map(bytesOf).reduce((sum, bytes) => sum + bytes, 0)
  const texts = Object.values(fitted)
    .map(bytesOf)
    .reduce((sum, bytes) => sum + bytes, 0)
  return { ...lead, person: fitted, pageUrl: cutBytes(lead.pageUrl, ITEM_BYTES - FRAME_BYTES - ids - texts) }
}
