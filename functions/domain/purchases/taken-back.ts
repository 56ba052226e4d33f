// A purchase whose payment went back at the provider, by hand or because a bank took it: its leads that are not used leave the
// campaign, and come back when the money does. What was used by then was delivered; of a dispute it is owed with the rest of its
// payment, of a refund nobody owes it, because it was given back on purpose. Nothing here counts events: what is off the line is
// compared with what is not paid, so it may be asked as often, as late and in any order.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import { isTakenBack, type Payment } from '#shared/model/payment.ts'
import { planTaking, unpaidLeads } from '#shared/money/leads-taken.ts'
import type { Db } from '../../data/index.ts'
import { WriteConflict } from '../../data/lib/errors.ts'
import { agencyPartKey, clientPartKey } from '../billing/bill-keys.ts'

type Deps = { db: Db; now: () => number }

/** Leads that came, and other lots, may be in between. */
const MOST_ROUNDS = 20
const WAIT_MS = 20

/** The campaign that a payment is for. */
export const campaignOf = ({
  campaignId,
  clientId,
  companyId,
}: Payment): Pick<Campaign, 'companyId' | 'id'> | undefined =>
  campaignId === null ? undefined : { companyId: clientId ?? companyId, id: campaignId }

/** The same, of one that has bought something ahead. */
export const buyerOf = (payment: Payment): Pick<Campaign, 'companyId' | 'id'> | undefined =>
  payment.purpose === 'start' || payment.purpose === 'topup' ? campaignOf(payment) : undefined

/** The bill of a purchase; undefined while it is not given yet. */
export async function billOf({ db }: Pick<Deps, 'db'>, payment: Payment): Promise<CampaignBill | undefined> {
  const owner = buyerOf(payment)
  const [, key] = /-((?:start|topup)-\d+)(?:-agency)?$/.exec(payment.key) ?? []
  const bill = owner && key !== undefined ? await db.campaignBill.find(owner, key) : undefined
  if (!bill) return undefined
  return payment.key === (bill.payer === 'client' ? clientPartKey : agencyPartKey)(bill) ? bill : undefined
}

/**
 * Sees to it that as many leads of a purchase are off the line as its payment, as it stands, does not pay for. `handCents`: what was
 * given back of it by hand; as it was known last where it is left out. Answers how many are off the line; undefined where it bought none.
 */
export async function followPurchase(deps: Deps, asked: Payment, handCents?: number): Promise<number | undefined> {
  const { db, now } = deps
  const bill = await billOf(deps, asked)
  const bought = bill?.items.find(({ what }) => what === 'bought')
  if (!bill || !bought) return undefined
  const campaign = { companyId: bill.companyId, id: bill.campaignId }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const payment = (await db.payment.find(asked)) ?? asked
    const meter = await db.lead.findMeter(campaign, true)
    if (meter?.isSettling) await db.campaignBill.settleLots(campaign)
    const lots = await db.campaignBill.listLots(campaign)
    // The last of them: what is off the line by now is no reason to take nothing, and a line that has changed since refuses the rest.
    const seen = await db.leadTaking.find(campaign, bill.key)
    if (!meter) throw new Error(`${campaign.id} has no meter.`)
    const hand = handCents ?? seen.handCents
    const isDisputed = isTakenBack(payment)
    const unpaid = unpaidLeads({
      handCents: hand,
      isAllBack: isDisputed || payment.status === 'refunded',
      leadCentiCents: bill.payer === 'client' ? bought.retailCentiCents : bought.wholesaleCentiCents,
    })
    const plan = planTaking(
      lots.filter(({ billKey }) => billKey === bill.key),
      meter.gone,
      seen.taken,
      unpaid,
    )
    const isSame = plan.takes.length === 0 && plan.gives.length === 0 && hand === seen.handCents
    const leads = plan.taken.reduce((sum, part) => sum + part.leads, 0)
    if (isSame) return leads
    const next = { billKey: bill.key, handCents: hand, ...plan }
    // Who was given the money of leads back is not to be charged for others by itself.
    const stopsTopUp = plan.takes.length > 0 && !isDisputed
    if (await db.leadTaking.save(campaign, next, { meter, lots, version: seen.version, at: now(), stopsTopUp })) {
      await db.campaignBill.settleLots(campaign)
      return leads
    }
    await sleep(Math.random() * WAIT_MS * (round + 1))
  }
  throw new WriteConflict(`The leads of ${bill.key} of ${campaign.id} change too fast.`)
}

/**
 * Leads of some lots were credited, and so came back to their campaign. Where what had bought them is not paid any more, they leave it as
 * the others of it did, and come back with them. To be asked again after a crash.
 */
export async function followCredited(
  deps: Deps,
  campaign: Pick<Campaign, 'companyId' | 'id'>,
  lots: ReadonlySet<number>,
): Promise<void> {
  if (lots.size === 0) return
  const { campaignBill, payment: payments } = deps.db
  const ofThem = (await campaignBill.listLots(campaign)).filter(({ number }) => lots.has(number))
  for (const billKey of new Set(ofThem.map((lot) => lot.billKey))) {
    const bill = await campaignBill.find(campaign, billKey)
    const payment =
      bill &&
      (await payments.find(
        bill.payer === 'client'
          ? { companyId: bill.companyId, key: clientPartKey(bill) }
          : { companyId: bill.agencyId, key: agencyPartKey(bill) },
      ))
    if (payment) await followPurchase(deps, payment)
  }
}
