// The rows of a campaign: its head, what it looks for, its public number, its line in the agency's list, and the agency's counts.
import { Entity } from 'electrodb'
import { windowOf } from '#shared/campaigns/schedule.ts'
import {
  Campaign,
  CampaignTarget,
  campaignStatuses,
  reidentificationWindows,
  reportTypes,
  statusReasons,
} from '#shared/model/campaign.ts'
import { paymentTerms, productLines } from '#shared/model/company.ts'
import { leadKinds } from '#shared/money/price-list.ts'
import { shortIdentifiers } from '../companies/list-schema.ts'
import { at15, electro, type Item, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const words = { type: 'string' } as const
const number = { type: 'number' } as const
const flag = { type: 'boolean' } as const
const list = { type: 'any' } as const

const schema = {
  model: model('campaign'),
  attributes: {
    id: text,
    number: words,
    companyId: text,
    agencyId: text,
    rootId: text,
    line: { type: productLines, required: true },
    name: text,
    status: { type: campaignStatuses, required: true },
    statusReason: { type: statusReasons },
    siteUrl: words,
    thankYouUrl: words,
    isGtmInstalled: flag,
    timeZone: text,
    startOn: words,
    endOn: words,
    groupId: words,
    clientOrganizationId: words,
    clientCampaignId: words,
    reportType: { type: reportTypes },
    reportTo: list,
    noticeTo: list,
    noticeEvery: number,
    hasMinimumLeads: flag,
    minimumLeads: number,
    hidesPhone: flag,
    hasPhone: flag,
    hasHomeAddress: flag,
    requiresEmail: flag,
    reidentification: { type: reidentificationWindows },
    reidentifiesAcross: flag,
    informationType: { type: leadKinds },
    term: { type: paymentTerms },
    monthlyCapCents: number,
    createdAt: { type: 'number', required: true },
    startedAt: number,
    version: number,
    /** Only while it runs and has a last day: when that is over, padded so that it sorts, and the id. */
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#CAMPAIGNS'), sk: key('sk', ['id'], '${id}') },
    byId: { index: 'gsi1', pk: key('gsi1pk', ['id'], 'CAMPAIGN#${id}'), sk: key('gsi1sk', [], 'CAMPAIGN') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const headsOf = (companyId: string) => `C#${companyId}#CAMPAIGNS`
export const campaignEntity = (table: Table) => new Entity(schema, electro(table))

export const ENDS = 'DUE#CAMPAIGNS'
/** When the end of a campaign is due, for as long as it runs; nothing otherwise. */
export function endOf(campaign: Pick<Campaign, 'id' | 'status' | 'startOn' | 'endOn' | 'timeZone'>) {
  const { closesAt } = windowOf(campaign)
  return campaign.status === 'active' && closesAt > 0
    ? { dueAs: ENDS, dueAt: `${at15(closesAt)}#${campaign.id}` }
    : undefined
}
export const toCampaign = (row: Record<string, unknown>): Campaign => Campaign.parse(row)

const partSchema = {
  model: model('campaignPart'),
  attributes: {
    companyId: text,
    campaignId: text,
    part: { type: ['TARGET', 'ANSWERS'], required: true },
    content: list,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#CAMPAIGN#${campaignId}'),
      sk: key('sk', ['part'], '${part}'),
    },
  },
} as const
/** What only the editor and the pulls read: it may be long, so it is no part of the head. */
export const partEntity = (table: Table) => new Entity(partSchema, electro(table))
export const toTarget = (content: unknown): CampaignTarget => CampaignTarget.parse(content ?? {})

const numberSchema = {
  model: model('campaignNumber'),
  // The companies above the client; rows from before do not name them.
  attributes: { number: text, companyId: text, agencyId: words, rootId: words, campaignId: text },
  indexes: { primary: { pk: key('pk', ['number'], 'CAMPAIGN#${number}'), sk: key('sk', [], 'ID') } },
} as const
/** The public number: written once and never deleted, so that none is given twice. */
export const numberEntity = (table: Table) => new Entity(numberSchema, electro(table))

// Read ten and more at a time: names of attributes are short.
const entrySchema = {
  model: model('ce'),
  attributes: {
    agencyId: { ...text, field: 'ag' },
    line: { type: productLines, required: true, field: 'li' },
    status: { type: campaignStatuses, required: true, field: 'st' },
    campaignId: { ...text, field: 'id' },
    companyId: { ...text, field: 'co' },
    companyName: { ...text, field: 'cn' },
    number: { ...text, field: 'no' },
    name: { ...text, field: 'n' },
    statusReason: { type: statusReasons, field: 'why' },
    timeZone: { ...text, field: 'tz' },
    startOn: { ...words, field: 'so' },
    endOn: { ...words, field: 'eo' },
    groupId: { ...words, field: 'gr' },
    term: { type: paymentTerms, field: 'te' },
    monthlyCapCents: { ...number, field: 'cap' },
    createdAt: { type: 'number', required: true, field: 'at' },
  },
  indexes: {
    // Ids sort by time, so a product's campaigns in one state stand in the order in which they were made.
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#CLIST'),
      sk: key('sk', ['line', 'status', 'campaignId'], '${line}#${status}#${campaignId}'),
    },
  },
} as const
/** What the line of a campaign says, with its key. */
export const entryRow = (campaign: Campaign, companyName: string) => {
  const { id: campaignId, agencyId, companyId, line, status, number, name, statusReason, monthlyCapCents } = campaign
  const { timeZone, startOn, endOn, groupId, term, createdAt } = campaign
  const shown = { companyId, companyName, number, name, statusReason, timeZone, startOn, endOn, groupId, term }
  // Most have no bound.
  const bound = monthlyCapCents > 0 ? { monthlyCapCents } : {}
  return { agencyId, line, status, campaignId, ...shown, ...bound, createdAt }
}
export const entryEntity = (table: Table) => new Entity(entrySchema, { ...electro(table), ...shortIdentifiers })
export const entriesOf = (agencyId: string) => `C#${agencyId}#CLIST`
/** All but the agency, which the key names. */
const entryFields = Object.entries(entrySchema.attributes).filter(([name]) => name !== 'agencyId')
/** What a reader of thousands of lines asks for: without keys and marks they are half as long. */
export const entryProjection = {
  ProjectionExpression: entryFields.map(([, { field }]) => `#${field}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(entryFields.map(([, { field }]) => [`#${field}`, field])),
}
/** A line by the names of its attributes, in a fifth of ElectroDB's time. */
export function readEntry(item: Item, agencyId: string): Item {
  const row: Item = { agencyId }
  for (const [name, { field }] of entryFields) row[name] = item[field]
  return row
}

const countSchema = {
  model: model('campaignCount'),
  attributes: {
    agencyId: text,
    line: { type: productLines, required: true },
    active: number,
    paused: number,
    stopped: number,
    archived: number,
    removed: number,
  },
  indexes: {
    primary: { pk: key('pk', ['agencyId'], 'C#${agencyId}#CCOUNT'), sk: key('sk', ['line'], '${line}') },
  },
} as const
/** How many campaigns an agency has of a product, by state: the total of a list without reading it. */
export const campaignCountEntity = (table: Table) => new Entity(countSchema, electro(table))

const meterSchema = {
  model: model('meter'),
  attributes: {
    companyId: text,
    campaignId: text,
    /** Whether leads are taken at all, and between which instants (0 for no bound). */
    open: { type: 'boolean', required: true },
    opensAt: number,
    closesAt: number,
    leads: number,
    wholesaleCentiCents: number,
    retailCentiCents: number,
    /** Of these, what was given back. */
    creditedLeads: number,
    creditedWholesaleCentiCents: number,
    creditedRetailCentiCents: number,
    firstLeadAt: number,
    lastLeadAt: number,
    /** No lead is later than this: the end of a minute, never set back. */
    newestBy: number,
    /** The day of the last lead, in the campaign's zone, and what it has; a day that is over has a row of its own. */
    day: words,
    dayLeads: number,
    dayWholesaleCentiCents: number,
    dayRetailCentiCents: number,
    /** `YYYY-MM` of that day. */
    month: words,
    monthLeads: number,
    monthRetailCentiCents: number,
    /** The stretch that is open: its number, its leads and those that were given back in it, by line (shared/money/lead-lines.ts). */
    seq: number,
    lines: list,
    credits: list,
    /** A stretch that was closed and has no bill yet: what closed it, and its sums as they were. */
    frozen: list,
    frozenLines: list,
    frozenCredits: list,
    /** Leads that were bought ahead: how many ever, how many of them are gone, and the lots that are not used up. */
    bought: number,
    gone: number,
    lots: list,
    /** How often lots were bought or given back. */
    lotCount: number,
    /** While the books of lots do not yet say what this line does. */
    settling: { type: 'boolean' },
    /** Money of a Data Wallet that is set aside for the next leads: which sum it is, what is left of it while it is open, and what
     * was left of the one that was closed last. */
    holdNumber: number,
    holdLeft: number,
    holdFrozen: number,
    /** Its leads are taken from the bound of its client for a month, too. */
    clientCapped: { type: 'boolean' },
    /** The month and amount of its own bound for which its people were told that it is reached. */
    capToldFor: words,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#CNT#${campaignId}'),
      sk: key('sk', [], 'METER'),
    },
  },
} as const
/** The one row that decides whether a campaign may have another lead. A stop, of any cause, closes it in the same transaction. */
export const meterEntity = (table: Table) => new Entity(meterSchema, electro(table))
