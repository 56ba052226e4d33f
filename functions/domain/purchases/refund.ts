// Leads that were bought and never came go back for what was paid for them. First the leads are off the line and what is to go back
// stands written, in one transaction; then each part is asked for at the payment provider under its own key (continue-refunds.ts). A part
// that cannot go gives its leads back. So after a crash at any line the sweep goes on, and neither money nor leads are there twice.
import type { Meter } from '#shared/campaigns/meter.ts'
import { conflict, invalid, refused } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { type LotRefund, lineAfter, planRefund, type RefundPlan } from '#shared/money/lead-refund.ts'
import type { Db } from '../../data/index.ts'
import type { CollectDeps } from '../payments/record.ts'
import { continueRefunds } from './continue-refunds.ts'
import { paymentsOf, toPayments } from './pay-back.ts'
import { meterOf } from './plan.ts'
import { voidTopUp } from './undo.ts'

const CHANGED = 'The amount has changed since it was shown. Look at it again.'
const NOT_YOURS = 'Your agency paid for these leads, and gets back what is not used.'

/** What would go back, and to what paid for it. */
export type Estimate = { plan: RefundPlan; paidWith: string[] }

async function look(db: Db, campaign: Campaign) {
  // Both before the rest: where a lot or a refund came in between, they are others by now, and nothing is begun.
  const [state, meter] = await Promise.all([db.campaignBill.findState(campaign), meterOf({ db }, campaign)])
  const [lots, refunds, bills] = await Promise.all([
    db.campaignBill.listLots(campaign, meter),
    db.campaignBill.listRefunds(campaign),
    db.campaignBill.list(campaign, true),
  ])
  const open = lots.filter((lot) => lot.startsAt + lot.leads - lot.refunded > meter.gone)
  const keys = new Set(open.map(({ billKey }) => billKey))
  const found = await Promise.all(bills.filter(({ key }) => keys.has(key)).map((bill) => paymentsOf(db, bill)))
  const parts = refunds.flatMap((refund) => refund.parts)
  const payments = new Map(found.map((each) => [each.bill.key, toPayments(each, parts)] as const))
  const plan = planRefund(lots, meter.gone, payments)
  const paidWith = found
    .filter(({ bill }) => plan.lots.some(({ billKey }) => billKey === bill.key))
    .map(({ bill, client, agency }) => (bill.payer === 'client' ? client : agency)?.paidWith ?? '')
  return { state, meter, lots, payments, plan, paidWith }
}
type Looked = Awaited<ReturnType<typeof look>>

/** A client is told of what it paid itself, and may give back nothing else. */
function mustBeTheirs({ plan }: Looked): void {
  if (plan.lots.some(({ payer }) => payer === 'agency')) throw refused(NOT_YOURS)
}

/** Terms could once be changed while leads were left; these go back as well. */
const mustBePrepaid = ({ term }: Campaign, { lots, meter }: Pick<Looked, 'lots' | 'meter'>) => {
  const isLeft = lots.some(({ startsAt, leads, refunded }) => startsAt + leads - refunded > meter.gone)
  if (term === 'One Time' || (term !== 'Prepaid' && !isLeft))
    throw invalid({ campaignId: 'Only campaigns that buy leads ahead have any to give back.' })
}

/** What would go back now. `isClient`: asked by the client, who hears of nothing that its agency paid. */
export async function estimateRefund(
  { db }: { db: Db },
  campaign: Campaign,
  { isClient }: { isClient: boolean },
): Promise<Estimate> {
  const looked = await look(db, campaign)
  mustBePrepaid(campaign, looked)
  if (isClient) mustBeTheirs(looked)
  const { plan, paidWith } = looked
  return { plan, paidWith }
}

/** Lots of one bill are one part: it was one payment. */
function toParts(plan: RefundPlan): RefundPart[] {
  const byBill = new Map<string, LotRefund[]>()
  for (const lot of plan.lots) byBill.set(lot.billKey, [...(byBill.get(lot.billKey) ?? []), lot])
  return [...byBill].map(([billKey, lots]) => ({
    billKey,
    payer: lots[0]?.payer ?? 'client',
    lots: lots.map(({ number, leads }) => ({ number, leads })),
    clientCents: lots.reduce((sum, { clientCents }) => sum + clientCents, 0),
    feeCents: lots.reduce((sum, { feeCents }) => sum + feeCents, 0),
    agencyCents: lots.reduce((sum, { agencyCents }) => sum + agencyCents, 0),
    status: 'open',
    reason: '',
  }))
}

/**
 * Gives all leads that are left back for `amountCents`, which is what was shown (409 where it is another by now; 422 where nothing
 * can go back). The money is on its way when this ends: what the provider did not answer to is asked again by itself.
 */
export async function refundLeads(
  deps: CollectDeps,
  campaign: Campaign,
  { amountCents, by, isClient }: { amountCents: number; by: string; isClient: boolean },
): Promise<{ refund: LeadRefund; meter: Meter | undefined }> {
  const { db, now } = deps
  if (campaign.status === 'active') throw invalid({ status: 'Pause the campaign before its leads are given back.' })
  const [purchase] = await Promise.all([
    db.campaignBill.findPurchase(campaign),
    // Of a change before this one, which a crash may have left: a later one is made of all that it says.
    db.campaignBill.settleLots(campaign),
  ])
  if (purchase) {
    // Nobody owes leads that are given back.
    if (!(await voidTopUp(deps, campaign, purchase)))
      throw conflict('A payment of this campaign is under way. Wait a few minutes and look again.')
    await db.campaignBill.settleLots(campaign)
  }
  const looked = await look(db, campaign)
  const { plan, lots, meter, state } = looked
  mustBePrepaid(campaign, looked)
  if (meter.isSettling) throw conflict(CHANGED)
  if (isClient) mustBeTheirs(looked)
  if (plan.lots.length === 0) throw invalid({ refundAmount: 'No leads are left that could be given back.' })
  if (plan.amountCents !== amountCents) throw conflict(CHANGED)
  const { companyId, id: campaignId } = campaign
  const refund: LeadRefund = {
    companyId,
    campaignId,
    number: state.refunds + 1,
    at: now(),
    by,
    parts: toParts(plan),
    version: 0,
  }
  const after = lineAfter(lots, meter.gone, plan.lots)
  if (!(await db.campaignBill.beginRefund(campaign, refund, { state, meter }, after))) throw conflict(CHANGED)
  await continueRefunds(deps, campaign, refund.number).catch((error: unknown) =>
    deps.report('a refund goes on later', error),
  )
  const [refunds, left] = await Promise.all([db.campaignBill.listRefunds(campaign), db.lead.findMeter(campaign, true)])
  return { refund: refunds.find(({ number }) => number === refund.number) ?? refund, meter: left }
}
