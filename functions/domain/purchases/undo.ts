// Purchases that nobody will want any more, because their leads go back or their campaign is removed: what is not paid is not asked
// for, and what was paid all the same goes back whole.
import type { Campaign } from '#shared/model/campaign.ts'
import type { BegunPurchase } from '#shared/model/campaign-bill.ts'
import { PAID_BY_WALLET } from '#shared/model/card-name.ts'
import type { Demand } from '../payments/collect.ts'
import type { CollectDeps } from '../payments/record.ts'
import { alone, resolvePayment } from '../payments/request.ts'
import { afterEnd } from '../payments/state.ts'
import { demandOf } from './demand.ts'
import { dropStart } from './drop.ts'
import { payAgency } from './pay-back.ts'
import { backOf, giveWholeBack, tellBack, wholeKey } from './whole-refund.ts'

/**
 * Leads that nobody will want any more need not be paid for: their debt is void, unless somebody is being asked for it at this
 * moment. Answers whether nothing of it is left.
 */
export async function voidTopUp(deps: CollectDeps, campaign: Campaign, purchase: BegunPurchase): Promise<boolean> {
  const { db, now } = deps
  if (purchase.why !== 'topup') return false
  const demand = await demandOf(deps, campaign, purchase)
  const known = demand && (await db.payment.find({ companyId: demand.company.id, key: demand.key }))
  if (!known) return purchase.isAsked ? false : db.campaignBill.dropPurchase(campaign, purchase.number)
  if (known.status !== 'open' || known.attempt) return false
  const forgetting = await db.campaignBill.forgetting(campaign, purchase.number)
  const at = now()
  const ending = { status: 'void', chargeId: null, by: 'void', at, dueAt: at } as const
  if (!(await db.payment.end(known, ending, [forgetting]))) return false
  await afterEnd(deps, known.companyId, [known])
  return true
}

/**
 * The same of a start: one that the bank still asks for is cancelled, so that nobody can say yes to it any more. False where it was
 * paid, or nobody knows yet.
 */
async function voidStart(deps: CollectDeps, campaign: Campaign, purchase: BegunPurchase): Promise<boolean> {
  const { db } = deps
  const demand = await demandOf(deps, campaign, purchase)
  const known = demand && (await db.payment.find({ companyId: demand.company.id, key: demand.key }))
  if (!known) return purchase.isAsked ? false : db.campaignBill.dropPurchase(campaign, purchase.number)
  const { attempt } = known
  if (known.status !== 'open' || !attempt) return false
  const found = await resolvePayment(deps, known, attempt, alone(attempt))
  return (found.is === 'declined' || found.is === 'absent') && dropStart(deps, known, attempt.key)
}

/** Brings a purchase of a campaign that is removed to its end without money. Answers whether nothing of it is left. */
export const voidPurchase = (deps: CollectDeps, campaign: Campaign, purchase: BegunPurchase): Promise<boolean> =>
  (purchase.why === 'topup' ? voidTopUp : voidStart)(deps, campaign, purchase)

/**
 * Gives all that was paid for a purchase back, with the root's fee, and forgets it. Its payer is told. After a crash in
 * between it is done again, under the same key.
 */
export async function returnPurchase(
  deps: CollectDeps,
  campaign: Campaign,
  number: number,
  demand: Demand | undefined,
): Promise<void> {
  const { db } = deps
  const paid = demand && (await db.payment.find({ companyId: demand.company.id, key: demand.key }))
  if (paid?.chargeId && (paid.status === 'paid' || paid.status === 'refunded')) {
    const { chargeId, accountId, key: paymentKey } = paid
    const back = backOf(paid, { chargeId, accountId: accountId ?? '', paymentKey })
    if (paid.paidWith === PAID_BY_WALLET) {
      // The instant of the payment, which never changes: an entry is found again in its own month, and not in the next one.
      const at = paid.endedAt ?? paid.createdAt
      await payAgency(deps, paid, paid.amountCents, { key: wholeKey(chargeId), at, isCredit: false })
      await tellBack(deps, back)
    }
    // Where it cannot go now it stands where operators look, and the campaign is free of it.
    else await giveWholeBack(deps, back)
  }
  await db.campaignBill.forgetPurchase(campaign, number)
}
