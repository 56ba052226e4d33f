// How campaigns are billed, in the table. A stretch of leads is closed by one write, which freezes what was counted; its bill is
// made of that in one transaction with the state that says so. Each step is conditional, so two workers never do the same, and a
// worker that crashed left either the step before or the step after.
import { Service } from 'electrodb'
import type * as z from 'zod'
import type { Frozen, Meter } from '#shared/campaigns/meter.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import {
  type BegunPurchase,
  type BillState,
  type BoughtLeads,
  type CampaignBill,
  countedAt,
  type LeadLot,
  type LeadRefund,
  type Purchase,
} from '#shared/model/campaign-bill.ts'
import { type OpenLot, withLot } from '#shared/money/bought-leads.ts'
import { billedSums } from '#shared/money/margin.ts'
import { campaignEntity, meterEntity } from '../campaigns/rows.ts'
import { agencyCountEntity, shardOf } from '../leads/count.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import type { Write } from '../wallet/items.ts'
import {
  billEntity,
  billStateEntity,
  DUE_CAMPAIGNS,
  DUE_PARTS,
  DUE_PURCHASES,
  DUE_REFUNDS,
  dueKeys,
  isWaiting,
  lotEntity,
  purchaseEntity,
  refundEntity,
  toBill,
  toLot,
  toPurchase,
  toRefund,
  toState,
  unknownAs,
  unknownKeys,
} from './bill-rows.ts'
import { type LotRow, lotLineEntity, lotLines, splitRows } from './lot-line.ts'

const PAGE = 500
const ofDue = ['dueAs', 'dueAt'] as const
const ofUnknown = ['unknownAs', 'unknownAt'] as const
/** `next`: where the page after it begins; null for none. */
export type Page<Item> = { found: Item[]; next: string | null }

type Owner = Pick<Campaign, 'companyId' | 'id'>
const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

export const billEntities = (table: Table) => ({
  billState: billStateEntity(table),
  bill: billEntity(table),
  lot: lotEntity(table),
  purchase: purchaseEntity(table),
  agencyDay: agencyCountEntity(table),
  refund: refundEntity(table),
  line: lotLineEntity(table),
})
const openBillRows = (table: Table) =>
  new Service({ ...billEntities(table), meter: meterEntity(table), campaign: campaignEntity(table) })
type To = Parameters<Parameters<ReturnType<typeof openBillRows>['transaction']['write']>[0]>[0]
type Row = ReturnType<ReturnType<To['bill']['put']>['commit']>

/** When a bill is due next; null: nothing can be billed any more. */
export type Due = { at: number; isFinal: boolean } | null

/** The state after a change of it as it was read. */
export type NextState = Partial<Omit<BillState, 'version' | 'dueAt' | 'isFinal'>> & { due?: Due }

/** How far a campaign is billed, from what was read: refused where it is another one by now. */
export function stateRow(to: To, campaign: Owner, seen: BillState, { due, ...next }: NextState): Row {
  const row = to.billState.patch(keyOf(campaign)).set({
    ...next,
    version: seen.version + 1,
    ...(due && { ...dueKeys(DUE_CAMPAIGNS, due.at, campaign.id), isFinal: due.isFinal }),
    ...(due === null && { isFinal: false }),
  })
  return (due === null ? row.remove(['dueAs', 'dueAt']) : row)
    .where((item, { eq }) => eq(item.version, seen.version))
    .commit()
}

const billRow = (to: To, { manualBillAt, madeAt, ahead, ...bill }: CampaignBill): Row =>
  to.bill
    .create({
      ...bill,
      ...(ahead && { ahead }),
      ...(madeAt !== undefined && { madeAt }),
      ...(manualBillAt !== undefined && { manualBillAt }),
      ...(bill.isDone ? {} : dueKeys(DUE_PARTS, bill.createdAt, `${bill.campaignId}#${bill.key}`)),
    })
    .commit()

/**
 * An agency's month counts what its leads cost, which is known by their days, and the fees on its bills, which stand here; so does
 * what all bills cost it and what it asks for itself, of which its margin is made.
 */
function moneyRows(to: To, bill: CampaignBill): Row[] {
  const { agencyId, campaignId } = bill
  const sums = billedSums(bill)
  if (Object.values(sums).every((amountCents) => amountCents === 0)) return []
  return [
    to.agencyDay
      .upsert({ agencyId, day: dayIn(SYSTEM_ZONE, countedAt(bill)), shard: shardOf(campaignId) })
      // A row of that day may begin with this.
      .add({ leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0, ...sums })
      .commit(),
  ]
}

/** What is read of a campaign before its purchase is carried out. */
export type Seen = { state: BillState; meter: Meter }

/**
 * The rows that carry out a purchase that was paid: its bill, what it says of fees, its lot, and it is under way no more. `open`:
 * whether leads are taken from now on, where that changes with it.
 */
export function purchaseRows(
  to: To,
  campaign: Owner,
  { number, why, bill, feePeriod, hasPlatformFee, bought }: Purchase,
  { state, meter, at, due, open }: Seen & { at: number; due?: Due; open?: boolean },
): Row[] {
  const lotNumber = meter.lotCount + 1
  const { carry } = bill.sums
  return [
    to.purchase
      .delete(keyOf(campaign))
      .where((row, { eq, notExists }) => `${eq(row.number, number)} AND ${notExists(row.isReturning)}`)
      .commit(),
    billRow(to, { ...bill, createdAt: at }),
    ...moneyRows(to, { ...bill, createdAt: at }),
    stateRow(to, campaign, state, {
      // Bills of leads may have been made since it was begun: what it leaves open is added to what they did.
      ...(feePeriod !== undefined && { feePeriod: Math.max(state.feePeriod, feePeriod) }),
      ...((hasPlatformFee || why === 'start') && { isPlatformCharged: true }),
      carry: {
        clientCents: state.carry.clientCents + carry.clientCents,
        agencyCents: state.carry.agencyCents + carry.agencyCents,
      },
      ...(due !== undefined && { due }),
    }),
    ...(bought
      ? [
          to.lot
            .create({
              ...keyOf(campaign),
              ...bought,
              number: lotNumber,
              startsAt: meter.bought,
              boughtAt: at,
              billKey: bill.key,
            })
            .commit(),
          to.meter
            .patch(keyOf(campaign))
            .set({
              lots: withLot(meter.lots, meter, { ...bought, number: lotNumber }),
              lotCount: lotNumber,
              bought: meter.bought + bought.leads,
              ...(open !== undefined && { open }),
            })
            // What is gone only ever grows, so no lot that is left was dropped.
            .where((row, { eq }) => eq(row.lotCount, meter.lotCount))
            .commit(),
        ]
      : open === undefined
        ? []
        : [to.meter.patch(keyOf(campaign)).set({ open }).commit()]),
  ]
}

/** What is left of the lots of a campaign once leads of some were given back: the line ends where the leads that stay end. */
export type AfterRefund = {
  lots: readonly OpenLot[]
  bought: number
  /** Rows of lots as they are from then on. */
  rows: readonly LotRow[]
}

export function campaignBills(table: Table) {
  const all = openBillRows(table)
  const { billState, bill: bills, lot: lots, purchase: purchases, refund: refunds, meter: meters } = all.entities
  const books = lotLines(table)
  const readLots = async (campaign: Owner): Promise<LeadLot[]> => {
    const { data } = await lots.query.primary(keyOf(campaign)).go({ pages: 'all', consistent: true })
    return data.map(toLot)
  }
  const write = async (rows: (to: To) => Row[]): Promise<boolean> => {
    const { canceled, data } = await whenFree(() => all.transaction.write(rows).go())
    if (!canceled) return true
    const reasons = (data as { code?: string }[]).map(({ code }) => code ?? '?')
    if (reasons.includes('ConditionalCheckFailed')) return false
    throw new Error(`A bill could not be written: ${reasons.join(', ')}.`)
  }

  const asking = (campaign: Owner, number: number): Write => ({
    Update: purchases
      .patch(keyOf(campaign))
      .set({ isAsked: true })
      .where((row, { eq }) => eq(row.number, number))
      .params<NonNullable<Write['Update']>>(),
  })

  return {
    async findState(campaign: Owner): Promise<BillState> {
      const { data } = await billState.get(keyOf(campaign)).go({ consistent: true })
      return toState(data)
    },
    async findPurchase(campaign: Owner): Promise<BegunPurchase | undefined> {
      const { data } = await purchases.get(keyOf(campaign)).go({ consistent: true })
      return data ? toPurchase(data) : undefined
    },
    async find(campaign: Owner, of: string): Promise<CampaignBill | undefined> {
      const { data } = await bills.get({ ...keyOf(campaign), key: of }).go({ consistent: true })
      return data ? toBill(data) : undefined
    },
    /** All bills of a campaign, newest first: some dozens in a year. `consistent` where money is moved by what they say. */
    async list(campaign: Owner, consistent = false): Promise<CampaignBill[]> {
      const { data } = await bills.query.primary(keyOf(campaign)).go({ pages: 'all', consistent })
      return data.map(toBill).sort((a, b) => b.createdAt - a.createdAt || (a.key < b.key ? 1 : -1))
    },
    /** All lots that a campaign ever bought, oldest first, as `meter` has them, which was read before; without it as they are written. */
    async listLots(campaign: Owner, meter: Pick<Meter, 'isSettling'> = { isSettling: false }): Promise<LeadLot[]> {
      return books.listLots(campaign, meter, readLots)
    },
    /** Writes the books of lots that a change of many is still to write. */
    settleLots: books.settle,
    /**
     * Closes the stretch of leads as it was read: what was counted in it is frozen, and the next lead counts in another one. False
     * when it was closed before, or when the one before it has no bill yet.
     */
    async close(campaign: Owner, closing: Omit<Frozen, 'lines' | 'credits'>): Promise<boolean> {
      return meters
        .patch(keyOf(campaign))
        .set({ frozen: closing, seq: closing.seq + 1 })
        .data((row, { set, name }) => {
          set(row.frozenLines, name(row.lines))
          set(row.frozenCredits, name(row.credits))
          set(row.lines, {})
          set(row.credits, {})
        })
        .where((row, { eq, notExists }) => `${eq(row.seq, closing.seq)} AND ${notExists(row.frozen)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Puts a closed stretch on its bill. False when that was done before, or its state is another one by now. */
    async make(campaign: Owner, seq: number, bill: CampaignBill, seen: BillState, next: NextState): Promise<boolean> {
      return write((to) => [
        billRow(to, bill),
        ...moneyRows(to, bill),
        stateRow(to, campaign, seen, next),
        to.meter
          .patch(keyOf(campaign))
          .remove(['frozen', 'frozenLines', 'frozenCredits'])
          .where((row, { eq }) => eq(row.frozen.seq, seq))
          .commit(),
      ])
    },
    /** Everybody was asked for his part of a bill. */
    async finish(bill: Pick<CampaignBill, 'companyId' | 'campaignId' | 'key'>): Promise<void> {
      const { companyId, campaignId, key: of } = bill
      await bills
        .patch({ companyId, campaignId, key: of })
        .set({ isDone: true })
        .remove(['dueAs', 'dueAt'])
        .go()
        .catch(unlessRefused)
    },
    /** Nobody is asked for a bill: what of it is owed waits for the next one (`carry`). False when it is done, or the state is another one. */
    async finishCarried(bill: CampaignBill, seen: BillState, carry: BillState['carry']): Promise<boolean> {
      const { companyId, campaignId, key: of } = bill
      return write((to) => [
        to.bill
          .patch({ companyId, campaignId, key: of })
          .set({ isDone: true })
          .remove([...ofDue])
          .where((row, { eq }) => eq(row.isDone, false))
          .commit(),
        stateRow(to, { companyId, id: campaignId }, seen, { carry }),
      ])
    },
    /** Changes how far a campaign is billed, from what was read. False when it is another one by now. */
    async saveState(campaign: Owner, seen: BillState, next: NextState): Promise<boolean> {
      return write((to) => [stateRow(to, campaign, seen, next)])
    },
    /**
     * Begins a purchase, one at a time; it is looked at again at `dueAt` (ms). False when another one is under way, how far it
     * is billed has changed, or it buys further leads and runs no more.
     */
    async beginPurchase(
      campaign: Owner & Pick<Campaign, 'informationType'>,
      purchase: Purchase,
      seen: BillState,
      dueAt: number,
    ): Promise<boolean> {
      const { companyId, id, informationType } = campaign
      return write((to) => [
        // Leads are bought of the kind that it sells, which no edit changes once they are.
        to.campaign
          .check({ companyId, id })
          .where((row, { eq, notExists }) => {
            const isSame = eq(row.informationType, informationType)
            const mayBuy = purchase.why === 'topup' ? `${isSame} AND ${eq(row.status, 'active')}` : isSame
            return `(${notExists(row.id)} OR ${mayBuy})`
          })
          .commit(),
        to.purchase
          .create({
            ...keyOf(campaign),
            number: purchase.number,
            content: purchase,
            ...dueKeys(DUE_PURCHASES, dueAt, campaign.id),
          })
          .commit(),
        stateRow(to, campaign, seen, { purchases: purchase.number }),
      ])
    },
    /** For the transaction that begins its payment: it is still under way, and from now on its payer was asked. */
    asking: async (campaign: Owner, number: number): Promise<Write> => asking(campaign, number),
    /** The same of further leads: nobody is asked for them once the campaign rests, or buys none by itself any more. */
    async askingForMore(campaign: Owner, number: number): Promise<Write[]> {
      const placeOf = (row: { params<T>(): T }) =>
        row.params<Pick<NonNullable<Write['ConditionCheck']>, 'TableName' | 'Key'>>()
      const head = placeOf(all.entities.campaign.get({ companyId: campaign.companyId, id: campaign.id }))
      const state = placeOf(billState.get(keyOf(campaign)))
      return [
        asking(campaign, number),
        {
          ConditionCheck: {
            TableName: head.TableName,
            Key: head.Key,
            ConditionExpression: '#status = :active',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':active': 'active' },
          },
        },
        {
          ConditionCheck: {
            TableName: state.TableName,
            Key: state.Key,
            ConditionExpression: 'attribute_not_exists(#stopped) OR #stopped = :no',
            ExpressionAttributeNames: { '#stopped': 'isTopUpStopped' },
            ExpressionAttributeValues: { ':no': false },
          },
        },
      ]
    },
    /** For the transaction that forgets its payment, or ends it without money: the purchase came to nothing. */
    async forgetting(campaign: Owner, number: number): Promise<Write> {
      return {
        Delete: purchases
          .delete(keyOf(campaign))
          .where((row, { eq }) => eq(row.number, number))
          .params<NonNullable<Write['Delete']>>(),
      }
    },
    /** Forgets a purchase that nobody was asked for. False when somebody was, or it is under way no more. */
    async dropPurchase(campaign: Owner, number: number): Promise<boolean> {
      return purchases
        .delete(keyOf(campaign))
        .where((row, { eq, notExists }) => `${eq(row.number, number)} AND ${notExists(row.isAsked)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Decides, for good, that the money of a purchase goes back. False when it was given, or is under way no more. */
    async beginReturn(campaign: Owner, number: number): Promise<boolean> {
      return purchases
        .patch(keyOf(campaign))
        .set({ isReturning: true })
        .where((row, { eq }) => eq(row.number, number))
        .go()
        .then(() => true, unlessRefused)
    },
    /** Forgets a purchase whose money went back. */
    async forgetPurchase(campaign: Owner, number: number): Promise<void> {
      await purchases
        .delete(keyOf(campaign))
        .where((row, { eq }) => eq(row.number, number))
        .go()
        .catch(unlessRefused)
    },
    /** Looks at a purchase again later. */
    async putOffPurchase(campaign: Owner, number: number, at: number): Promise<void> {
      await purchases
        .patch(keyOf(campaign))
        .set(dueKeys(DUE_PURCHASES, at, campaign.id))
        .where((row, { eq }) => eq(row.number, number))
        .go()
        .catch(unlessRefused)
    },
    /** Campaigns whose purchase or refund is to be looked at by an instant (ms), longest ago first. */
    async listUnfinished(at: number, limit: number): Promise<{ companyId: string; campaignId: string }[]> {
      const before = { dueAt: at15(at + 1) }
      const found = await Promise.all([
        purchases.query.due({ dueAs: DUE_PURCHASES }).lt(before).go({ limit }),
        refunds.query.due({ dueAs: DUE_REFUNDS }).lt(before).go({ limit }),
      ])
      const byId = new Map(
        found.flatMap(({ data }) => data).map(({ companyId, campaignId }) => [campaignId, { companyId, campaignId }]),
      )
      return [...byId.values()]
    },
    /** Carries out a purchase of a campaign that keeps its state. False when it was carried out before, or anything changed. */
    async completePurchase(campaign: Owner, purchase: Purchase, seen: Seen, at: number): Promise<boolean> {
      return write((to) => purchaseRows(to, campaign, purchase, { ...seen, at }))
    },
    /** A page of all campaigns whose bill is due at an instant (ms), longest ago first. */
    async duePage(at: number, after: string | null): Promise<Page<{ companyId: string; campaignId: string }>> {
      const { data, cursor } = await billState.query
        .due({ dueAs: DUE_CAMPAIGNS })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit: PAGE, cursor: after })
      return { found: data.map(({ companyId, campaignId }) => ({ companyId, campaignId })), next: cursor }
    },
    /** A page of all bills that were made by an instant (ms) and of which somebody has not been asked for his part. */
    async openPage(at: number, after: string | null): Promise<Page<CampaignBill>> {
      const { data, cursor } = await bills.query
        .due({ dueAs: DUE_PARTS })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit: PAGE, cursor: after })
      return { found: data.map(toBill), next: cursor }
    },
    /** Whether a campaign goes on buying leads by itself where its price says that it does. */
    async setTopUp(campaign: Owner, isTopUpStopped: boolean): Promise<void> {
      await billState.patch(keyOf(campaign)).set({ isTopUpStopped }).add({ version: 1 }).go()
    },
    /**
     * Gives bought leads back: they are gone from the line at once, and the money that goes back for them stands written. Refused
     * (false) when the campaign runs, or a lead of it was taken or a lot came since it was read.
     */
    async beginRefund(
      campaign: Owner,
      refund: LeadRefund,
      { state, meter }: Seen,
      after: AfterRefund,
    ): Promise<boolean> {
      const lotCount = meter.lotCount + 1
      const { now, later } = splitRows(after.rows)
      const isLater = later.length > 0
      return write((to) => [
        to.refund.create({ ...refund, ...dueKeys(DUE_REFUNDS, refund.at, campaign.id) }).commit(),
        stateRow(to, campaign, state, { refunds: refund.number, isTopUpStopped: true }),
        ...(isLater ? [to.line.create({ ...keyOf(campaign), lotCount, rows: later, done: 0 }).commit()] : []),
        ...now.map(({ number, startsAt, refunded }) =>
          to.lot
            .patch({ ...keyOf(campaign), number })
            .set({ startsAt, refunded })
            .commit(),
        ),
        to.meter
          .patch(keyOf(campaign))
          .set({ lots: [...after.lots], bought: after.bought, lotCount, ...(isLater && { settling: true }) })
          .where(
            (row, { eq }) =>
              `${eq(row.lotCount, meter.lotCount)} AND ${eq(row.gone, meter.gone)} AND ${eq(row.open, false)}`,
          )
          .commit(),
      ])
    },
    /**
     * Says that money which is carried goes back (`refund`): it is carried no more, at once. Refused (false) when how far the campaign is
     * billed has changed since.
     */
    async beginGiveBack(
      campaign: Owner,
      refund: LeadRefund,
      seen: BillState,
      next: Pick<NextState, 'carry' | 'holdCarryCentiCents'>,
    ): Promise<boolean> {
      return write((to) => [
        to.refund.create({ ...refund, ...dueKeys(DUE_REFUNDS, refund.at, campaign.id) }).commit(),
        stateRow(to, campaign, seen, { ...next, refunds: refund.number }),
      ])
    },
    /** Looks at a refund again later, whose money is on its way. */
    async putOffRefund(campaign: Owner, seen: LeadRefund, at: number): Promise<void> {
      await refunds
        .patch({ ...keyOf(campaign), number: seen.number })
        .set(dueKeys(DUE_REFUNDS, at, campaign.id))
        .where((item, { eq }) => eq(item.version, seen.version))
        .go()
        .catch(unlessRefused)
    },
    /** The same, with what is known of its parts by now. False when somebody else wrote it first. */
    async noteRefund(campaign: Owner, seen: LeadRefund, parts: LeadRefund['parts'], at: number): Promise<boolean> {
      const unknown = unknownKeys(seen, parts)
      const row = refunds
        .patch({ ...keyOf(campaign), number: seen.number })
        .set({ parts, version: seen.version + 1, ...dueKeys(DUE_REFUNDS, at, campaign.id), ...unknown })
      return (unknown ? row : row.remove([...ofUnknown]))
        .where((item, { eq }) => eq(item.version, seen.version))
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Refunds below a root of which nobody can tell whether they went, and credits that could not, as it was a moment ago, the oldest
     * first. `after`: where the page before ended.
     */
    async listUnknownRefunds(
      rootId: string,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<{ found: LeadRefund[]; next: string | undefined }> {
      const query = refunds.query.unknown({ unknownAs: unknownAs(rootId) })
      const { data } = await (after === undefined ? query : query.gt({ unknownAt: after })).go({ limit: limit + 1 })
      const found = data.slice(0, limit)
      return { found: found.map(toRefund), next: data.length > limit ? found.at(-1)?.unknownAt : undefined }
    },
    /** Refunds of a campaign, oldest first. */
    async listRefunds(campaign: Owner): Promise<LeadRefund[]> {
      const { data } = await refunds.query.primary(keyOf(campaign)).go({ pages: 'all', consistent: true })
      return data.map(toRefund)
    },
    /**
     * Writes down how far a refund is, and the bill of the part that went back. `again`: leads whose money could not go back, which
     * are lots of their own from now on; `carried`: what is carried by then; what waits is looked at again at `lookAt`. False when somebody else wrote it first, or a lot was bought meanwhile.
     */
    async saveRefund(
      campaign: Owner,
      seen: LeadRefund,
      parts: LeadRefund['parts'],
      bill: CampaignBill | undefined,
      again: {
        leads: readonly (z.output<typeof BoughtLeads> & { billKey: string })[]
        meter: Meter
        at: number
        lookAt: number
        carried?: { state: BillState; carry: BillState['carry'] }
      },
    ): Promise<boolean> {
      const waits = parts.some(isWaiting)
      const isOver = !waits && parts.every(({ status }) => status !== 'open')
      const unknown = unknownKeys(seen, parts)
      let { lots: open, bought, lotCount } = again.meter
      const rows = again.leads.map((each) => {
        lotCount++
        const row = { ...keyOf(campaign), ...each, number: lotCount, startsAt: bought, boughtAt: again.at }
        open = withLot(open, { bought, gone: again.meter.gone }, { ...each, number: lotCount })
        bought += each.leads
        return row
      })
      return write((to) => {
        const row = to.refund
          .patch({ ...keyOf(campaign), number: seen.number })
          .set({
            parts,
            version: seen.version + 1,
            ...unknown,
            ...(waits && dueKeys(DUE_REFUNDS, again.lookAt, campaign.id)),
          })
          .remove([...(isOver ? ofDue : []), ...(unknown ? [] : ofUnknown)])
        return [
          row.where((item, { eq }) => eq(item.version, seen.version)).commit(),
          ...(bill ? [billRow(to, bill), ...moneyRows(to, bill)] : []),
          ...(again.carried ? [stateRow(to, campaign, again.carried.state, { carry: again.carried.carry })] : []),
          ...rows.map((lot) => to.lot.create(lot).commit()),
          ...(rows.length === 0
            ? []
            : [
                to.meter
                  .patch(keyOf(campaign))
                  .set({ lots: [...open], bought, lotCount })
                  .where((item, { eq }) => eq(item.lotCount, again.meter.lotCount))
                  .commit(),
              ]),
        ]
      })
    },
  }
}
