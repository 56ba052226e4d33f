// What a bill of a campaign comes to, and who pays which part of it. Every sum is rounded once for its line; what is too small to
// be charged waits for the next bill, so nothing is lost or gained over the life of a campaign.
import type { PaymentTerm } from '../model/company.ts'
import { type LeadLines, readLines } from './lead-lines.ts'
import { SMALLEST_CHARGE_CENTS } from './minimum-spend.ts'
import type { Fees, LeadKind, RetailPrice } from './price-list.ts'
import { fromCents, roundToCents } from './price-text.ts'

export const billItemKinds = ['platform', 'campaign', 'leads', 'above', 'bought', 'credit', 'refund'] as const
export type BillItemKind = (typeof billItemKinds)[number]

/**
 * One line of a bill: so many of a thing, for what the client and the agency pay each (hundredths of a cent), and what that
 * makes (cents). A credit has amounts below zero.
 */
export type BillItem = {
  what: BillItemKind
  kind?: LeadKind | undefined
  count: number
  /** Of a campaign fee: the days that it pays for, both included. */
  fromOn?: string | undefined
  toOn?: string | undefined
  retailCentiCents: number
  wholesaleCentiCents: number
  rootCentiCents: number
  retailCents: number
  wholesaleCents: number
  /** Of a credit whose lead stands on a bill of its own payer: whose it is, no matter who pays this one. */
  payer?: BillPayer | undefined
}

type Unit = Pick<BillItem, 'retailCentiCents' | 'wholesaleCentiCents' | 'rootCentiCents'>

function item(what: BillItemKind, count: number, unit: Unit, kind?: LeadKind): BillItem {
  const sign = what === 'credit' ? -1 : 1
  const { retailCentiCents, wholesaleCentiCents, rootCentiCents } = unit
  return {
    what,
    ...(kind && { kind }),
    count,
    retailCentiCents,
    wholesaleCentiCents,
    rootCentiCents,
    retailCents: sign * roundToCents(count * retailCentiCents),
    wholesaleCents: sign * roundToCents(count * wholesaleCentiCents),
  }
}

/** What the leads of some lines cost the root, in cents. */
export const rootCentsOf = (items: readonly Pick<BillItem, 'what' | 'count' | 'rootCentiCents'>[]): number =>
  roundToCents(
    items.reduce(
      (sum, { what, count, rootCentiCents }) =>
        sum + (what === 'credit' || what === 'refund' ? -1 : 1) * count * rootCentiCents,
      0,
    ),
  )

/** Lines for leads that the bill is to pay; those that were paid otherwise are on none. */
export const leadItems = (lines: LeadLines): BillItem[] =>
  readLines(lines)
    .filter(({ funding }) => funding === 'bill')
    .map(({ isAboveLimit, kind, count, ...unit }) => item(isAboveLimit ? 'above' : 'leads', count, unit, kind))

/** Lines for leads that were given back. */
export const creditItems = (lines: LeadLines): BillItem[] =>
  readLines(lines)
    .filter(({ funding }) => funding === 'bill')
    .map(({ isAboveLimit: _, kind, count, payer, ...unit }) => ({
      ...item('credit', count, unit, kind),
      ...(payer && { payer }),
    }))

/** What leads come to that a Data Wallet has paid one by one: on no line of a bill, and all the same what a campaign brings and costs. */
export type AheadSums = { retailCents: number; wholesaleCents: number }

/** Of the leads of some lines, less what was given back of them. */
export function aheadSums(lines: LeadLines, credits: LeadLines): AheadSums {
  const sum = (of: LeadLines, what: 'retailCentiCents' | 'wholesaleCentiCents') =>
    readLines(of)
      .filter(({ funding }) => funding === 'hold')
      .reduce((total, line) => total + line.count * line[what], 0)
  const rounded = (what: 'retailCentiCents' | 'wholesaleCentiCents') => {
    const centiCents = sum(lines, what) - sum(credits, what)
    return Math.sign(centiCents) * roundToCents(Math.abs(centiCents)) || 0
  }
  return { retailCents: rounded('retailCentiCents'), wholesaleCents: rounded('wholesaleCentiCents') }
}

type FeeKind = 'platform' | 'campaign'

type Days = { fromOn: string; toOn: string }

/** A fee as the client and its agency pay it, for some days; none where both are nothing. */
export function feeItems(what: FeeKind, retail: RetailPrice, wholesale: Fees, days?: Days): BillItem[] {
  const of = (fees: Pick<Fees, 'platformFeeCents' | 'periodFeeCents'>) =>
    what === 'platform' ? fees.platformFeeCents : fees.periodFeeCents
  if (of(retail) === 0 && of(wholesale) === 0) return []
  const unit = {
    retailCentiCents: fromCents(of(retail)),
    wholesaleCentiCents: fromCents(of(wholesale)),
    rootCentiCents: 0,
  }
  return [{ ...item(what, 1, unit), ...(days && { fromOn: days.fromOn, toOn: days.toOn }) }]
}

export const isFee = ({ what }: Pick<BillItem, 'what'>): boolean => what === 'platform' || what === 'campaign'

/** What the fees of a bill cost the agency, in cents. */
export const feeWholesaleCents = (items: readonly BillItem[]): number =>
  items.filter(isFee).reduce((sum, { wholesaleCents }) => sum + wholesaleCents, 0)

/** Leads that are bought before they come. */
export const boughtItem = (count: number, unit: Unit, kind: LeadKind): BillItem => item('bought', count, unit, kind)

/** Who is asked: the client, whose payment holds what its agency owes; or the agency alone, which is billed by hand. */
export type BillPayer = 'client' | 'agency'

/** What waits for the next bill, in cents: of the client, and of its agency. Below zero where money is due back. */
export type Carry = { clientCents: number; agencyCents: number }
export const noCarry: Carry = { clientCents: 0, agencyCents: 0 }

export type BillSums = {
  retailCents: number
  wholesaleCents: number
  /** What the client's card is charged; of that goes `feeCents` to the root as the application fee. */
  clientPaysCents: number
  feeCents: number
  /** What the agency pays itself: everything where it is billed by hand, else what the client's payment leaves open. */
  agencyPaysCents: number
  carry: Carry
  /** What was too small to be charged, and has no next bill to wait for. */
  waived: Carry
}

/** Whose retail price an item is: the client's, which its card is asked for, or one that its agency asks it for itself. */
export const retailSideOf = (item: Pick<BillItem, 'payer'>, payer: BillPayer): BillPayer => item.payer ?? payer

/** What items come to at retail of which the client, or its agency, is the payer, in cents. */
export const retailCentsOf = (
  items: readonly Pick<BillItem, 'payer' | 'retailCents'>[],
  payer: BillPayer,
  side: BillPayer,
): number => items.reduce((sum, item) => sum + (retailSideOf(item, payer) === side ? item.retailCents : 0), 0)

const sumOf = (items: readonly BillItem[], of: 'retailCents' | 'wholesaleCents') =>
  items.reduce((sum, each) => sum + each[of], 0)

/** Of a sum of one payer: what is charged now, what is carried, what is waived. Money that is due back is never waived. */
function settle(cents: number, isLast: boolean): { pays: number; carried: number; waived: number } {
  if (cents > SMALLEST_CHARGE_CENTS) return { pays: cents, carried: 0, waived: 0 }
  return isLast && cents > 0 ? { pays: 0, carried: 0, waived: cents } : { pays: 0, carried: cents, waived: 0 }
}

/**
 * The sums of a bill. `isLast`: no bill can follow it any more, so a sum of up to 50 cents is waived and not carried.
 * @example billSums(leadItems({ bsn0w10000r0: 3 }), { payer: 'client', carry: noCarry, isLast: false }).agencyPaysCents // 300
 */
export function billSums(
  items: readonly BillItem[],
  { payer, carry, isLast }: { payer: BillPayer; carry: Carry; isLast: boolean },
): BillSums {
  const retailCents = sumOf(items, 'retailCents')
  const wholesaleCents = sumOf(items, 'wholesaleCents')
  const owedToRoot = wholesaleCents + carry.agencyCents
  // Of a bill that the agency pays, only what is due back to the client from one that it paid itself.
  const clientCents = retailCentsOf(items, payer, 'client') + carry.clientCents
  const client = payer === 'client' ? settle(clientCents, isLast) : { pays: 0, carried: clientCents, waived: 0 }
  const feeCents = Math.min(client.pays, Math.max(0, owedToRoot))
  const agency = settle(owedToRoot - feeCents, isLast)
  return {
    retailCents,
    wholesaleCents,
    clientPaysCents: client.pays,
    feeCents,
    agencyPaysCents: agency.pays,
    carry: { clientCents: client.carried, agencyCents: agency.carried },
    waived: { clientCents: client.waived, agencyCents: agency.waived },
  }
}

/** Whether small sums of a campaign have a later bill to wait for. */
export const hasNextBill = (term: PaymentTerm): boolean => term !== 'One Time'
