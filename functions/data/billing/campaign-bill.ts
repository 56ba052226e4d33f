// How campaigns are billed, in the table. A stretch of leads is closed by one write, which freezes what was counted; its bill is
// made of that in one transaction with the state that says so. Each step is conditional, so two workers never do the same, and a
// worker that crashed left either the step before or the step after.
import { Service } from 'electrodb'
import type { Frozen, Meter } from '#shared/campaigns/meter.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState, CampaignBill, LeadLot, Purchase } from '#shared/model/campaign-bill.ts'
import { feeWholesaleCents } from '#shared/money/bill.ts'
import { withLot } from '#shared/money/bought-leads.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { agencyCountEntity, shardOf } from '../leads/count.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, type Table } from '../lib/table.ts'
import {
  billEntity,
  billStateEntity,
  DUE_CAMPAIGNS,
  DUE_PARTS,
  dueKeys,
  lotEntity,
  purchaseEntity,
  toBill,
  toLot,
  toPurchase,
  toState,
} from './bill-rows.ts'

const PAGE = 500
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
})
const openBillRows = (table: Table) => new Service({ ...billEntities(table), meter: meterEntity(table) })
type To = Parameters<Parameters<ReturnType<typeof openBillRows>['transaction']['write']>[0]>[0]
type Row = ReturnType<ReturnType<To['bill']['put']>['commit']>

/** When a bill is due next; null: nothing can be billed any more. */
export type Due = { at: number; isFinal: boolean } | null

/** The state after a change of it as it was read. */
export type NextState = Partial<Omit<BillState, 'version' | 'dueAt' | 'isFinal'>> & { due?: Due }

function stateRow(to: To, campaign: Owner, seen: BillState, { due, ...next }: NextState): Row {
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

const billRow = (to: To, { manualBillAt, ...bill }: CampaignBill): Row =>
  to.bill
    .create({
      ...bill,
      ...(manualBillAt !== undefined && { manualBillAt }),
      ...(bill.isDone ? {} : dueKeys(DUE_PARTS, bill.createdAt, `${bill.campaignId}#${bill.key}`)),
    })
    .commit()

/** An agency's month counts what its leads cost, which is known by their days, and the fees on its bills, which stand here. */
function feeRows(to: To, { agencyId, campaignId, items, createdAt }: CampaignBill): Row[] {
  const feeCents = feeWholesaleCents(items)
  if (feeCents === 0) return []
  return [
    to.agencyDay
      .upsert({ agencyId, day: dayIn(SYSTEM_ZONE, createdAt), shard: shardOf(campaignId) })
      // A row of that day may begin with this.
      .add({ leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0, feeCents })
      .commit(),
  ]
}

/** What is read of a campaign before its purchase is carried out. */
export type Seen = { state: BillState; meter: Meter }

/** The rows that carry out a purchase that was paid: its bill, what it says of fees, its lot, and it is under way no more. */
export function purchaseRows(
  to: To,
  campaign: Owner,
  { number, bill, feePeriod, hasPlatformFee, bought }: Purchase,
  { state, meter, at, due }: Seen & { at: number; due?: Due },
): Row[] {
  const lotNumber = meter.lotCount + 1
  return [
    to.purchase
      .delete(keyOf(campaign))
      .where((row, { eq }) => eq(row.number, number))
      .commit(),
    billRow(to, { ...bill, createdAt: at }),
    ...feeRows(to, { ...bill, createdAt: at }),
    stateRow(to, campaign, state, {
      ...(feePeriod !== undefined && { feePeriod }),
      ...(hasPlatformFee && { isPlatformCharged: true }),
      carry: bill.sums.carry,
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
            })
            // What is gone only ever grows, so no lot that is left was dropped.
            .where((row, { eq }) => eq(row.lotCount, meter.lotCount))
            .commit(),
        ]
      : []),
  ]
}

export function campaignBills(table: Table) {
  const all = openBillRows(table)
  const { billState, bill: bills, lot: lots, purchase: purchases, meter: meters } = all.entities
  const write = async (rows: (to: To) => Row[]): Promise<boolean> => {
    const { canceled, data } = await all.transaction.write(rows).go()
    if (!canceled) return true
    const reasons = (data as { code?: string }[]).map(({ code }) => code ?? '?')
    if (reasons.includes('ConditionalCheckFailed')) return false
    // Somebody else was there: the caller reads again.
    if (reasons.includes('TransactionConflict')) return false
    throw new Error(`A bill could not be written: ${reasons.join(', ')}.`)
  }

  return {
    async findState(campaign: Owner): Promise<BillState> {
      const { data } = await billState.get(keyOf(campaign)).go({ consistent: true })
      return toState(data)
    },
    async findPurchase(campaign: Owner): Promise<Purchase | undefined> {
      const { data } = await purchases.get(keyOf(campaign)).go({ consistent: true })
      return data ? toPurchase(data) : undefined
    },
    async find(campaign: Owner, of: string): Promise<CampaignBill | undefined> {
      const { data } = await bills.get({ ...keyOf(campaign), key: of }).go({ consistent: true })
      return data ? toBill(data) : undefined
    },
    /** All bills of a campaign, newest first: some dozens in a year. */
    async list(campaign: Owner): Promise<CampaignBill[]> {
      const { data } = await bills.query.primary(keyOf(campaign)).go({ pages: 'all' })
      return data.map(toBill).sort((a, b) => b.createdAt - a.createdAt || (a.key < b.key ? 1 : -1))
    },
    /** All lots that a campaign ever bought, oldest first. */
    async listLots(campaign: Owner): Promise<LeadLot[]> {
      const { data } = await lots.query.primary(keyOf(campaign)).go({ pages: 'all', consistent: true })
      return data.map(toLot)
    },
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
        ...feeRows(to, bill),
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
    /** Changes how far a campaign is billed, from what was read. False when it is another one by now. */
    async saveState(campaign: Owner, seen: BillState, next: NextState): Promise<boolean> {
      return write((to) => [stateRow(to, campaign, seen, next)])
    },
    /** Begins a purchase, one at a time. False when another one is under way, or how far it is billed has changed. */
    async beginPurchase(campaign: Owner, purchase: Purchase, seen: BillState): Promise<boolean> {
      return write((to) => [
        to.purchase.create({ ...keyOf(campaign), number: purchase.number, content: purchase }).commit(),
        stateRow(to, campaign, seen, { purchases: purchase.number }),
      ])
    },
    /** Forgets a purchase that came to nothing. */
    async dropPurchase(campaign: Owner, number: number): Promise<void> {
      await purchases
        .delete(keyOf(campaign))
        .where((row, { eq }) => eq(row.number, number))
        .go()
        .catch(unlessRefused)
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
    /** Campaigns whose bill is due at an instant (ms), longest ago first. */
    async listDue(at: number, limit: number): Promise<{ companyId: string; campaignId: string }[]> {
      const { data } = await billState.query
        .due({ dueAs: DUE_CAMPAIGNS })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit })
      return data.map(({ companyId, campaignId }) => ({ companyId, campaignId }))
    },
    /** Bills of which somebody has not been asked for his part, longest ago first. */
    async listOpen(at: number, limit: number): Promise<CampaignBill[]> {
      const { data } = await bills.query
        .due({ dueAs: DUE_PARTS })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit })
      return data.map(toBill)
    },
  }
}
