// What people and banks do at the provider with what companies have paid for campaigns: refunds by hand, disputes and their
// decisions. And what must have come of all of it once every event was told.
import type { Services } from '#functions/kit/services.ts'
import type { StripeDouble } from '#infra/local/doubles/stripe.ts'
import { type Dispute, isTakenBack, type Payment } from '#shared/model/payment.ts'
import type { Dice } from '../dice.ts'
import type { CampaignBooks } from './books.ts'
import type { World } from './world.ts'

const isDecided = (status: string) => status === 'won' || status === 'lost' || status === 'warning_closed'

/** Something happens to one of the payments that were made for campaigns. Answers whether it did. */
export function atProvider({ accountId }: World, { dice, double }: { dice: Dice; double: StripeDouble }): boolean {
  const account = dice.chance(0.7) ? accountId : ''
  const paid = double
    .list('payment_intent', account)
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.payment !== undefined)
  if (paid.length === 0) return false
  const { id } = dice.pick(paid)
  const dispute = double.list('dispute', account).find(({ payment_intent: of }) => of === id)
  if (dispute) {
    if (isDecided(dispute.status)) return false
    const next = dispute.status === 'warning_needs_response' ? ['needs_response', 'warning_closed'] : ['won', 'lost']
    double.byHand.moveDispute(dispute.id, dice.pick(next), account)
    return true
  }
  const charge = double.list('charge', account).find(({ payment_intent: of }) => of === id)
  const left = (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0)
  if (left === 0) return false
  if (dice.chance(0.5)) double.byHand.dispute(id, { isInquiry: dice.chance(0.2) }, account)
  else {
    const refund = double.byHand.refund(id, { amount: dice.chance(0.3) ? left : dice.between(1, left) }, account)
    if (dice.chance(0.2)) double.byHand.endRefund(refund.id, account, 'lost_or_stolen_card')
  }
  return true
}

const stateOf = (status: string): Dispute['state'] => {
  if (status === 'warning_closed') return 'dropped'
  if (status.startsWith('warning_')) return 'inquiry'
  return status === 'won' || status === 'lost' ? status : 'open'
}

type Parts = { services: Pick<Services, 'db'>; double: StripeDouble }

/** Once every event was told: our books say of each payment what the provider says, and its payer owes what a bank took. */
export async function returnFaults({ services: { db }, double }: Parts, world: World): Promise<string[]> {
  const { agencyId, clients } = world
  const faults: string[] = []
  for (const companyId of [agencyId, ...clients]) {
    const payments = await db.payment.list(companyId)
    for (const payment of payments) faults.push(...paymentFaults(double, payment))
    const isOwing = (await db.payment.listOwed(companyId)).length > 0
    if ((await db.company.get(companyId)).paymentFailed !== isOwing)
      faults.push(`${companyId} is ${isOwing ? 'not ' : ''}marked as owing, wrongly`)
  }
  return faults
}

function paymentFaults(double: StripeDouble, payment: Payment): string[] {
  const { key, chargeId, accountId, refundedCents, dispute } = payment
  const intent = chargeId === null ? undefined : double.get('payment_intent', chargeId, accountId ?? '')
  if (!intent) return []
  const faults: string[] = []
  const back = double
    .list('refund', accountId ?? '')
    .filter(({ payment_intent: of, status }) => of === intent.id && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
  if (refundedCents !== back) faults.push(`${back} of ${key} went back, its books say ${refundedCents}`)
  const found = double.list('dispute', accountId ?? '').find(({ payment_intent: of }) => of === intent.id)
  const state = found && stateOf(found.status)
  if (dispute?.state !== state) faults.push(`the dispute of ${key} is ${state}, its books say ${dispute?.state}`)
  return faults
}

/** Bought leads that are not paid for any more are not there to be used, and those that are paid for are. */
export async function takenFaults(
  { services: { db }, double }: Parts,
  { campaign, bills, lots, meter }: CampaignBooks,
): Promise<string[]> {
  const faults: string[] = []
  for (const bill of bills) {
    const bought = bill.items.find(({ what }) => what === 'bought')
    if (!bought || bill.why === 'refund') continue
    const isClient = bill.payer === 'client'
    const name = `${bill.campaignId}-${bill.key}${isClient ? '' : '-agency'}`
    const payment = await db.payment.find({ companyId: isClient ? bill.companyId : bill.agencyId, key: name })
    const price = isClient ? bought.retailCentiCents : bought.wholesaleCentiCents
    const hand = double
      .list('refund', payment?.accountId ?? '')
      .filter(({ payment_intent: of, status, metadata }) => {
        return of === payment?.chargeId && status !== 'failed' && (metadata.key ?? '') === ''
      })
      .reduce((sum, { amount }) => sum + amount, 0)
    const isGone = payment !== undefined && (isTakenBack(payment) || payment.status === 'refunded')
    const unpaid = isGone ? Number.POSITIVE_INFINITY : price === 0 ? 0 : Math.floor((hand * 100) / price)
    const { taken } = await db.leadTaking.find(campaign, bill.key)
    const off = taken.reduce((sum, { leads }) => sum + leads, 0)
    const left = lots
      .filter(({ billKey }) => billKey === bill.key)
      .reduce(
        (sum, { startsAt, leads, refunded }) =>
          sum + Math.max(0, startsAt + leads - refunded - Math.max(startsAt, meter.gone)),
        0,
      )
    if (off > unpaid) faults.push(`${off} leads of ${name} are off its campaign, though only ${unpaid} are not paid`)
    if (off < unpaid && left > 0)
      faults.push(`${left} leads of ${name} are left, though ${unpaid - off} more are not paid`)
  }
  return faults
}
