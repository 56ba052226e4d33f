// The rows of what a campaign is charged for. They lie in one partition of the campaign: how far it is billed, its bills, the lots
// of leads that it bought, the purchase that is under way, and what was given back.
import { Entity } from 'electrodb'
import {
  type BegunPurchase,
  BillState,
  billReasons,
  CampaignBill,
  LeadLot,
  LeadRefund,
  Purchase,
} from '#shared/model/campaign-bill.ts'
import { paymentTerms } from '#shared/model/company.ts'
import { leadKinds } from '#shared/money/price-list.ts'
import { isAskedAgain, toSeeSince } from '#shared/money/refund-owed.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const words = { type: 'string' } as const
const number = { type: 'number' } as const
const flag = { type: 'boolean' } as const
const any = { type: 'any' } as const

const pk = key('pk', ['companyId', 'campaignId'], 'C#${companyId}#BILLS#${campaignId}')

const stateSchema = {
  model: model('billState'),
  attributes: {
    companyId: text,
    campaignId: text,
    feePeriod: number,
    isPlatformCharged: flag,
    carry: any,
    closedAt: number,
    billedToOn: words,
    holdCarryCentiCents: number,
    /** The number of the last sum of a Data Wallet whose rest went back. */
    holdsEnded: number,
    purchases: number,
    refunds: number,
    isTopUpStopped: flag,
    isFinal: flag,
    version: number,
    /** Only while something can be billed: the instant, padded so that it sorts, and the campaign. */
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: { pk, sk: key('sk', [], 'STATE') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const billStateEntity = (table: Table) => new Entity(stateSchema, electro(table))

const billSchema = {
  model: model('campaignBill'),
  attributes: {
    companyId: text,
    campaignId: text,
    agencyId: text,
    rootId: text,
    key: text,
    why: { type: billReasons, required: true },
    payer: text,
    term: { type: paymentTerms, required: true },
    fromOn: text,
    toOn: text,
    items: any,
    sums: any,
    ahead: any,
    carried: any,
    createdAt: { type: 'number', required: true },
    madeAt: number,
    manualBillAt: number,
    isDone: { type: 'boolean', required: true },
    /** Only while somebody is still to be asked for his part. */
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: { pk, sk: key('sk', ['key'], 'BILL#${key}') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const billEntity = (table: Table) => new Entity(billSchema, electro(table))

const lotSchema = {
  model: model('leadLot'),
  attributes: {
    companyId: text,
    campaignId: text,
    number: { type: 'number', required: true, padding: { length: 6, char: '0' } },
    startsAt: { type: 'number', required: true },
    leads: { type: 'number', required: true },
    kind: { type: leadKinds, required: true },
    retailCentiCents: { type: 'number', required: true },
    wholesaleCentiCents: { type: 'number', required: true },
    rootCentiCents: { type: 'number', required: true },
    boughtAt: { type: 'number', required: true },
    billKey: text,
    refunded: number,
    isReturned: flag,
  },
  indexes: { primary: { pk, sk: key('sk', ['number'], 'LOT#${number}') } },
} as const
export const lotEntity = (table: Table) => new Entity(lotSchema, electro(table))

const purchaseSchema = {
  model: model('purchase'),
  attributes: {
    companyId: text,
    campaignId: text,
    number: { type: 'number', required: true },
    content: any,
    /** Somebody was asked for its money: from then on its payment says what becomes of it. */
    isAsked: flag,
    /** Its money goes back: written before that is asked for, so that nothing is given as well. */
    isReturning: flag,
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: { pk, sk: key('sk', [], 'PURCHASE') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const purchaseEntity = (table: Table) => new Entity(purchaseSchema, electro(table))

const refundSchema = {
  model: model('leadRefund'),
  attributes: {
    companyId: text,
    campaignId: text,
    number: { type: 'number', required: true, padding: { length: 6, char: '0' } },
    at: { type: 'number', required: true },
    by: text,
    parts: any,
    version: { type: 'number', required: true },
    /** Only while nobody can tell whether money of it went: for the operators of a root, and since when (ms, padded). */
    unknownAs: words,
    unknownAt: words,
    /** Only while money of it is still to go back. */
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: { pk, sk: key('sk', ['number'], 'REFUND#${number}') },
    unknown: {
      index: 'gsi1',
      pk: key('gsi1pk', ['unknownAs'], '${unknownAs}'),
      sk: key('gsi1sk', ['unknownAt'], '${unknownAt}'),
    },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const refundEntity = (table: Table) => new Entity(refundSchema, electro(table))

/** Index partitions of what has to be looked at: campaigns whose bill is due, and bills of which somebody is to be asked. */
export const DUE_CAMPAIGNS = 'DUE#BILLS'
export const DUE_PARTS = 'DUE#BILLPARTS'
/** Purchases that are under way, and refunds whose money is. */
export const DUE_PURCHASES = 'DUE#PURCHASES'
export const DUE_REFUNDS = 'DUE#REFUNDS'
/** Refunds below a root of which nobody can tell whether they went. */
export const unknownAs = (rootId: string) => `UNPAID#REFUNDS#${rootId}`
/** What could not go back and is asked for again: a credit, or what an agency did not get. */
export const isWaiting = ({ status, waits, owed }: LeadRefund['parts'][number]) =>
  (status === 'failed' && waits !== undefined) || isAskedAgain(owed)
/** Those of a refund as its parts are: the oldest of them counts. Undefined where operators have nothing to see to. */
export function unknownKeys({ campaignId, number }: LeadRefund, parts: LeadRefund['parts']) {
  const [first] = parts.flatMap((part) => toSeeSince(part) ?? []).toSorted((a, b) => a.since - b.since)
  return first && { unknownAs: unknownAs(first.rootId), unknownAt: `${at15(first.since)}#${campaignId}#${number}` }
}
export const dueKeys = (dueAs: string, at: number, id: string) => ({ dueAs, dueAt: `${at15(at)}#${id}` })

type Row = Record<string, unknown>
export const toState = (row: Row | null | undefined): BillState =>
  BillState.parse({ ...row, dueAt: row?.dueAt ? Number(String(row.dueAt).slice(0, 15)) : null })
export const toBill = (row: Row): CampaignBill => CampaignBill.parse(row)
export const toLot = (row: Row): LeadLot => LeadLot.parse(row)
export const toPurchase = (row: Row): BegunPurchase => ({
  ...Purchase.parse(row.content),
  isAsked: row.isAsked === true,
  isReturning: row.isReturning === true,
})
export const toRefund = (row: Row): LeadRefund => LeadRefund.parse(row)
