// What was credited to a campaign after its last bill goes back to what paid.
import type { Campaign } from '#shared/model/campaign.ts'
import type { RefundPart } from '#shared/model/campaign-bill.ts'
import { planCarryBack, walletBack } from '#shared/money/carry-refund.ts'
import { isDueBack } from '../billing/unbilled.ts'
import type { CollectDeps } from '../payments/record.ts'
import { continueRefunds } from './continue-refunds.ts'
import { paymentsOf, toPayments } from './pay-back.ts'

/**
 * Gives back what was credited to a campaign after its last bill, to what paid: nothing follows that could take it off. Where a
 * campaign runs, is stopped for a payment or is still to be billed, it stays for its next leads. It may be asked at any time.
 */
export async function giveCreditBack(deps: CollectDeps, asked: Pick<Campaign, 'companyId' | 'id'>): Promise<void> {
  const { db, now } = deps
  const state = await db.campaignBill.findState(asked)
  const { carry } = state
  const walletCents = walletBack(state.holdCarryCentiCents)
  if (!isDueBack(state)) return
  const campaign = await db.campaign.findFresh(asked)
  if (!campaign || campaign.status === 'active' || (await db.campaignBill.findPurchase(campaign))) return
  const [bills, refunds, hold] = await Promise.all([
    db.campaignBill.list(campaign, true),
    db.campaignBill.listRefunds(campaign),
    db.leadHold.find(campaign),
  ])
  const all = refunds.flatMap(({ parts }) => parts)
  // What a bank did not take once it will not take again.
  const refused = new Set(
    all
      .filter((part) => part.of === 'carry' && part.status === 'failed' && !part.isUnasked)
      .map((part) => part.billKey),
  )
  const paid = await Promise.all(
    bills
      .filter(({ why, key }) => why !== 'refund' && !refused.has(key))
      .map(async (bill) => ({ billKey: bill.key, payments: toPayments(await paymentsOf(db, bill), all) })),
  )
  const backs = planCarryBack(carry, paid)
  const nothing = { lots: [], status: 'open' as const, reason: '' }
  const parts: RefundPart[] = backs.map((back) => ({ ...back, ...nothing, of: 'carry' }))
  const isHeld = hold !== undefined || walletCents === 0
  if (!isHeld)
    parts.push({
      billKey: '',
      payer: 'agency',
      clientCents: 0,
      feeCents: 0,
      agencyCents: walletCents,
      ...nothing,
      of: 'hold',
    })
  if (parts.length === 0) return
  const { companyId, id: campaignId } = campaign
  const refund = { companyId, campaignId, number: state.refunds + 1, at: now(), by: 'credit', parts, version: 0 }
  const next = {
    carry: {
      clientCents: backs.reduce((sum, back) => sum + back.clientCents, carry.clientCents),
      agencyCents: backs.reduce((sum, back) => sum + back.feeCents + back.agencyCents, carry.agencyCents),
    },
    ...(!isHeld && { holdCarryCentiCents: state.holdCarryCentiCents + 100 * walletCents }),
  }
  if (!(await db.campaignBill.beginGiveBack(campaign, refund, state, next))) return
  await continueRefunds(deps, campaign, refund.number).catch((error: unknown) =>
    deps.report('a credit goes back later', error),
  )
}
