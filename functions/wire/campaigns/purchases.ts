// What a campaign pays before leads come, as its people read it: dollars, and never a wholesale figure for clients.
import type { Output } from '#shared/contracts/index.ts'
import type { LeadLot } from '#shared/model/campaign-bill.ts'
import { paidWithName } from '#shared/model/card-name.ts'
import type { BillItem, BillPayer } from '#shared/money/bill.ts'
import { laterSentences, shortSentences } from '#shared/money/later-words.ts'
import type { RefundPlan } from '#shared/money/lead-refund.ts'
import type { Plan } from '../../domain/purchases/plan.ts'

/** Whole cents as dollars: JSON writes them with two decimals at most. */
const dollars = (amountCents: number): number => amountCents / 100
/** A price of one lead may be a part of a cent. */
const priced = (centiCents: number): number => centiCents / 10_000

const labels: Partial<Record<BillItem['what'], string>> = {
  platform: 'Platform fee',
  campaign: 'Campaign fee',
  bought: 'Leads',
}

const toLine = (item: BillItem, payer: BillPayer) => {
  const isClient = payer === 'client'
  return {
    label: labels[item.what] ?? '',
    qty: item.count,
    unit: priced(isClient ? item.retailCentiCents : item.wholesaleCentiCents),
    amount: dollars(isClient ? item.retailCents : item.wholesaleCents),
  }
}

type StartData = Output<'campaigns.startCharge'>['data']

type Means = { paidWith: string; isWallet: boolean }

/** `isClient`: read by the client, of whom nobody asks anything where its agency pays. */
export function toStartCharge(plan: Plan, isClient: boolean, { paidWith, isWallet }: Means): StartData {
  const { payer, sums, items } = plan.purchase.bill
  const isOwn = payer === 'client'
  const isHidden = isClient && !isOwn
  const now = isOwn ? sums.clientPaysCents : sums.agencyPaysCents
  return {
    payment_term: plan.price.term,
    charge_now: isHidden ? 0 : dollars(now),
    lines: isHidden ? [] : items.map((item) => toLine(item, payer)),
    paid_by: payer,
    paid_with: isHidden ? '' : paidWithName(paidWith),
    agency_pays: isClient ? null : dollars(isOwn ? sums.agencyPaysCents : 0),
    later: isHidden
      ? []
      : [
          ...laterSentences({ ...plan.later, price: plan.price, isPaidAhead: isWallet }),
          ...(isClient ? [] : shortSentences(plan.later)),
        ],
  }
}

export const topUpId = (number: number): string => `topup-${String(number).padStart(6, '0')}`

export const toLots = (lots: readonly LeadLot[], gone: number) =>
  lots
    .map((lot) => ({ lot, left: Math.max(0, lot.startsAt + lot.leads - lot.refunded - Math.max(lot.startsAt, gone)) }))
    .filter(({ left }) => left > 0)
    .sort((a, b) => b.lot.number - a.lot.number)
    .map(({ lot, left }) => ({
      topup_id: topUpId(lot.number),
      leads: lot.leads,
      leads_left: left,
      bought_at: new Date(lot.boughtAt).toISOString(),
    }))

export function toEstimate(
  { lots, kept, amountCents }: RefundPlan,
  paidWith: readonly string[],
): Output<'campaigns.estimateRefundTopUp'> {
  const stays = kept.reduce((sum, { leads }) => sum + leads, 0)
  return {
    result: 'success',
    remaining_leads: lots.reduce((sum, { leads }) => sum + leads, stays),
    lots: lots.map(({ number, leads, payer, retailCentiCents, wholesaleCentiCents }) => ({
      topup_id: topUpId(number),
      leads_left: leads,
      price: priced(payer === 'client' ? retailCentiCents : wholesaleCentiCents),
    })),
    refund_amount: dollars(amountCents),
    non_refundable: stays,
    refund_to: [...new Set(paidWith)].filter(Boolean).map(paidWithName),
  }
}
