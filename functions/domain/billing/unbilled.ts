// What of a campaign is on no bill yet. Small, because the functions that store leads load it.
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState, RefundPart } from '#shared/model/campaign-bill.ts'
import { aheadSums, type BillItem, creditItems, leadItems } from '#shared/money/bill.ts'
import { walletBack } from '#shared/money/carry-refund.ts'
import type { LeadLines } from '#shared/money/lead-lines.ts'
import type { Db } from '../../data/index.ts'

type Owner = Pick<Campaign, 'companyId' | 'id'>
type Deps = { db: Db; now: () => number }

/** A failed payment has stopped it: its leads wait for the period after the payment. */
export const isHeld = ({ status, statusReason }: Pick<Campaign, 'status' | 'statusReason'>) =>
  status === 'stopped' && statusReason === 'payment_failed'

/** Lines of a bill for what was counted. */
export const pays = (lines: LeadLines, credits: LeadLines): BillItem[] => [...leadItems(lines), ...creditItems(credits)]

/** Whether a stretch of leads is to be put on a bill before the campaign goes on under other terms. */
export function isBillable({ frozen, lines, credits }: Meter): boolean {
  const { retailCents, wholesaleCents } = aheadSums(lines, credits)
  return frozen !== null || pays(lines, credits).length > 0 || retailCents !== 0 || wholesaleCents !== 0
}

/** Whether more was credited to a campaign than it owes, and no bill follows that could take it off. */
export const isDueBack = ({ carry, holdCarryCentiCents, dueAt }: BillState): boolean =>
  dueAt === null && (carry.clientCents < 0 || carry.agencyCents < 0 || walletBack(holdCarryCentiCents) > 0)

/** Whether all of a part of a refund that could not go back is still carried. */
export function isCarried({ carry }: Pick<BillState, 'carry'>, part: RefundPart): boolean {
  const ofAgency = part.feeCents + part.agencyCents
  const isOfClient = part.clientCents === 0 || -carry.clientCents >= part.clientCents
  return isOfClient && (ofAgency === 0 || -carry.agencyCents >= ofAgency)
}
/** And nothing takes it off. */
export const isStillDueBack = (state: BillState, part: RefundPart): boolean =>
  isDueBack(state) && isCarried(state, part)

/**
 * Has a campaign that rests looked at once more, of which nothing was due any more: leads that came before were credited. Answers
 * whether there is anything to do.
 */
export async function billCredit({ db, now }: Deps, owner: Owner): Promise<boolean> {
  const campaign = await db.campaign.findFresh(owner)
  if (!campaign || campaign.status === 'active' || isHeld(campaign)) return false
  const state = await db.campaignBill.findState(owner)
  if (state.dueAt !== null) return false
  const isDue = (await hasUnbilled(db, campaign)) || walletBack(state.holdCarryCentiCents) > 0
  return isDue && (await db.campaignBill.saveState(owner, state, { due: { at: now(), isFinal: true } }))
}

/** Whether anything of a campaign is on no bill yet. */
export async function hasUnbilled(db: Pick<Db, 'lead'>, campaign: Campaign): Promise<boolean> {
  const meter = await db.lead.findMeter(campaign, true)
  return meter !== undefined && (meter.frozen !== null || pays(meter.lines, meter.credits).length > 0)
}
