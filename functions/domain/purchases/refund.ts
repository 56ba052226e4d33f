// Leads that were bought and never came go back for what was paid for them. First the leads are off the line and what is to go back
// stands written, in one transaction; then each part is asked for at the payment provider under its own key. A part that cannot go
// gives its leads back. So after a crash at any line the sweep goes on, and neither money nor leads are there twice.

import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn, HOUR } from '#shared/dates.ts'
import { conflict, invalid, refused } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill, LeadLot, LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { isTakenBack, type Payment } from '#shared/model/payment.ts'
import { noCarry } from '#shared/money/bill.ts'
import { cents } from '#shared/money/cents.ts'
import { type BillPayments, type LotRefund, lineAfter, planRefund, type RefundPlan } from '#shared/money/lead-refund.ts'
import { paidBackId } from '#shared/money/ledger.ts'
import { SMALLEST_CHARGE_CENTS } from '#shared/money/minimum-spend.ts'
import type { Db } from '../../data/index.ts'
import type { Refunded } from '../../gateways/stripe/outcome.ts'
import { agencyPartKey, clientPartKey } from '../billing/bill-keys.ts'
import { collectBill } from '../billing/collect-bill.ts'
import type { CollectDeps } from '../payments/record.ts'
import { meterOf } from './plan.ts'
import { voidTopUp } from './purchase.ts'

const nothing = { paidCents: 0, backCents: 0 }
const NOT_YOURS = 'Your agency paid for these leads, and gets back what is not used.'
const WALLET = 'Data Wallet'
const CHANGED = 'The amount has changed since it was shown. Look at it again.'

type Found = { bill: CampaignBill; client: Payment | undefined; agency: Payment | undefined }

/** What was asked for a bill: of the client, and of the agency. */
async function paymentsOf(db: Db, bill: CampaignBill): Promise<Found> {
  const { companyId, agencyId, sums } = bill
  const [client, agency] = await Promise.all([
    sums.clientPaysCents > 0 ? db.payment.find({ companyId, key: clientPartKey(bill) }) : undefined,
    sums.agencyPaysCents > 0 ? db.payment.find({ companyId: agencyId, key: agencyPartKey(bill) }) : undefined,
  ])
  return { bill, client, agency }
}

/** Whether its money is still where it was paid to. */
const isThere = (payment: Payment | undefined): payment is Payment =>
  payment?.status === 'paid' && !isTakenBack(payment)

type PartSums = Pick<RefundPart, 'clientCents' | 'feeCents' | 'agencyCents'>

function toPayments({ bill, client, agency }: Found, back: PartSums): BillPayments {
  const { payer, sums } = bill
  // What went back at the provider by hand is gone, too.
  const of = (payment: Payment | undefined, backCents: number) =>
    isThere(payment)
      ? { paidCents: payment.amountCents, backCents: Math.max(backCents, payment.refundedCents) }
      : nothing
  // Who owed nothing has nothing to get back, and stands in nobody's way.
  const [asked, gate] = payer === 'client' ? [sums.clientPaysCents, client] : [sums.agencyPaysCents, agency]
  return {
    payer,
    isRefundable: asked === 0 || isThere(gate),
    client: of(client, back.clientCents),
    agency: of(agency, back.agencyCents),
    fee: isThere(client) ? { paidCents: sums.feeCents, backCents: back.feeCents } : nothing,
  }
}

const sumOf = (parts: readonly RefundPart[], field: keyof PartSums) => parts.reduce((sum, part) => sum + part[field], 0)

/** What would go back, and to what paid for it. */
export type Estimate = { plan: RefundPlan; paidWith: string[] }

async function look(db: Db, campaign: Campaign) {
  const [state, lots, refunds, bills] = await Promise.all([
    db.campaignBill.findState(campaign),
    db.campaignBill.listLots(campaign),
    db.campaignBill.listRefunds(campaign),
    db.campaignBill.list(campaign),
  ])
  // After the lots: one that was bought since has another number of lots.
  const meter = await meterOf({ db }, campaign)
  const open = lots.filter((lot) => lot.startsAt + lot.leads - lot.refunded > meter.gone)
  const keys = new Set(open.map(({ billKey }) => billKey))
  const found = await Promise.all(bills.filter(({ key }) => keys.has(key)).map((bill) => paymentsOf(db, bill)))
  const parts = refunds.flatMap((refund) => refund.parts).filter(({ status }) => status !== 'failed')
  const payments = new Map(
    found.map((each) => {
      const mine = parts.filter(({ billKey }) => billKey === each.bill.key)
      const back = {
        clientCents: sumOf(mine, 'clientCents'),
        feeCents: sumOf(mine, 'feeCents'),
        agencyCents: sumOf(mine, 'agencyCents'),
      }
      return [each.bill.key, toPayments(each, back)] as const
    }),
  )
  if (meter.lots.some(({ number }) => !lots.some((lot) => lot.number === number))) throw conflict(CHANGED)
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

const mustBePrepaid = ({ term }: Campaign) => {
  if (term !== 'Prepaid') throw invalid({ campaignId: 'Only campaigns that buy leads ahead have any to give back.' })
}

/** What would go back now. `isClient`: asked by the client, who hears of nothing that its agency paid. */
export async function estimateRefund(
  { db }: { db: Db },
  campaign: Campaign,
  { isClient }: { isClient: boolean },
): Promise<Estimate> {
  mustBePrepaid(campaign)
  const looked = await look(db, campaign)
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
): Promise<LeadRefund> {
  const { db, now } = deps
  mustBePrepaid(campaign)
  if (campaign.status === 'active') throw invalid({ status: 'Pause the campaign before its leads are given back.' })
  const purchase = await db.campaignBill.findPurchase(campaign)
  // Nobody owes leads that are given back.
  if (purchase && !(await voidTopUp(deps, campaign, purchase)))
    throw conflict('A payment of this campaign is under way. Wait a few minutes and look again.')
  const looked = await look(db, campaign)
  const { plan, lots, meter, state } = looked
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
  await continueRefunds(deps, campaign).catch((error: unknown) => deps.report('a refund goes on later', error))
  return (await db.campaignBill.listRefunds(campaign)).find(({ number }) => number === refund.number) ?? refund
}

/** The request for a part at the payment provider. */
const keyOf = ({ campaignId, number }: LeadRefund, { billKey }: RefundPart) =>
  `refund#${campaignId}#${number}#${billKey}`
const LOOK_AGAIN_MS = 6 * HOUR

/** Ends all refunds of a campaign as far as they go now. One that is not answered is left for the next time. */
export async function continueRefunds(deps: CollectDeps, campaign: Campaign): Promise<void> {
  for (const refund of await deps.db.campaignBill.listRefunds(campaign)) {
    let seen = refund
    for (const index of refund.parts.keys()) {
      if (seen.parts[index]?.status !== 'open') continue
      const next = await endPart(deps, campaign, seen, index)
      if (!next) break
      seen = next
    }
  }
}

async function findBill(db: Db, campaign: Pick<Campaign, 'companyId' | 'id'>, { billKey }: RefundPart) {
  const bill = await db.campaignBill.find(campaign, billKey)
  if (!bill) throw new Error(`A refund of ${campaign.id} names the bill ${billKey}, which is not there.`)
  return bill
}

/** Gives the money of one part back and writes it down; undefined where somebody else did. */
async function endPart(
  deps: CollectDeps,
  campaign: Campaign,
  refund: LeadRefund,
  index: number,
): Promise<LeadRefund | undefined> {
  const { db, now } = deps
  const part = refund.parts[index]
  if (!part) throw new Error(`The refund ${refund.number} of ${campaign.id} has no part ${index}.`)
  const bill = await findBill(db, campaign, part)
  const found = await paymentsOf(db, bill)
  const said = await payBack(deps, part, found, { key: keyOf(refund, part), at: refund.at })
  if (said.status === 'open') {
    // It is on its way, and may fail yet: an event tells of its end, or somebody looks again.
    await db.campaignBill.putOffRefund(campaign, refund, now() + LOOK_AGAIN_MS)
    return refund
  }
  const parts = refund.parts.map((each, at) => (at === index ? { ...each, ...said } : each))
  const lots = await db.campaignBill.listLots(campaign)
  const leads = said.status === 'failed' ? leadsAgain(part, lots) : []
  const meter = await meterOf(deps, campaign)
  const paper = said.status === 'done' ? toBill(bill, refund, index, part, lots) : undefined
  const isSaved = await db.campaignBill.saveRefund(campaign, refund, parts, paper, { leads, meter, at: now() })
  return isSaved ? { ...refund, parts, version: refund.version + 1 } : undefined
}

function leadsAgain({ lots: given }: RefundPart, lots: readonly LeadLot[]) {
  return given.flatMap(({ number, leads }) => {
    const lot = lots.find((each) => each.number === number)
    if (!lot) return []
    const { kind, retailCentiCents, wholesaleCentiCents, rootCentiCents, billKey } = lot
    return [{ leads, kind, retailCentiCents, wholesaleCentiCents, rootCentiCents, billKey }]
  })
}

type Ended = Pick<RefundPart, 'status' | 'reason'>

/** What the payer gets comes first: where that cannot go, nothing does. */
async function payBack(
  deps: CollectDeps,
  part: RefundPart,
  { client, agency }: Found,
  { key, at }: { key: string; at: number },
): Promise<Ended> {
  const { clientCents, feeCents, agencyCents, payer } = part
  const toAgency = () => payAgency(deps, agency, agencyCents, { key: `${key}#agency`, at })
  if (payer === 'agency') return endedAs(await toAgency())
  const { chargeId, accountId } = { chargeId: client?.chargeId ?? '', accountId: client?.accountId ?? '' }
  if (clientCents > 0) {
    const gone = await deps.payments.refund({ key, chargeId, amountCents: clientCents, accountId })
    if (gone.status !== 'succeeded') return endedAs(gone)
  }
  const rest = [
    feeCents > 0 ? await deps.payments.refundFee({ key: `${key}#fee`, chargeId, feeCents, accountId }) : undefined,
    await toAgency(),
  ]
  const failed = rest.find((each) => each?.status === 'failed')
  // The client has its money; an operator sees to what the agency did not get.
  if (failed?.status === 'failed') {
    deps.report('what an agency paid for leads that were given back did not go back to it', new Error(failed.reason))
    return { status: 'done', reason: failed.reason }
  }
  return { status: 'done', reason: '' }
}

const endedAs = (gone: Refunded | undefined): Ended =>
  gone?.status === 'failed'
    ? { status: 'failed', reason: gone.reason }
    : { status: gone?.status === 'pending' ? 'open' : 'done', reason: '' }

/** Back to the agency's card, or into the Data Wallet that paid. */
async function payAgency(
  deps: CollectDeps,
  payment: Payment | undefined,
  amountCents: number,
  { key, at }: { key: string; at: number },
): Promise<Refunded | undefined> {
  if (amountCents === 0 || !payment?.chargeId) return undefined
  const { companyId, chargeId, paidWith, key: of } = payment
  if (paidWith !== WALLET) return deps.payments.refund({ key, chargeId, amountCents, accountId: '' })
  await deps.db.ledger.payBack({
    id: paidBackId(key.replace(/[^A-Za-z0-9_-]/g, '-')),
    companyId,
    amountCents: cents(amountCents),
    at,
    title: 'Leads given back',
    rule: 'Leads that were bought ahead and never came were given back.',
    facts: { Invoice: of },
  })
  return { status: 'succeeded', id: '' }
}

/**
 * Parts that had gone back and that a bank sent back since (`failed`: their keys at the provider): their leads are there again, once,
 * and the agency owes what it had got back for them.
 */
export async function refundsFailed(
  deps: CollectDeps,
  campaign: Pick<Campaign, 'companyId' | 'id'>,
  failed: ReadonlyMap<string, string>,
): Promise<void> {
  const { db, now } = deps
  for (const refund of await db.campaignBill.listRefunds(campaign)) {
    let seen = refund
    for (const [index, part] of refund.parts.entries()) {
      const key = keyOf(refund, part)
      const reason = failed.get(part.payer === 'client' ? key : `${key}#agency`)
      const bill = reason === undefined || part.status !== 'done' ? undefined : await findBill(db, campaign, part)
      if (!bill) continue
      const parts = seen.parts.map((each, at) =>
        at === index ? { ...each, status: 'failed' as const, reason: reason ?? '' } : each,
      )
      const lots = await db.campaignBill.listLots(campaign)
      const paper = toCounterBill(toBill(bill, refund, index, part, lots), part, now())
      const again = { leads: leadsAgain(part, lots), meter: await meterOf(deps, campaign), at: now() }
      // Somebody else wrote it, or leads were bought meanwhile: the event comes again.
      if (!(await db.campaignBill.saveRefund(campaign, seen, parts, paper, again))) throw conflict(CHANGED)
      seen = { ...seen, parts, version: seen.version + 1 }
      await collectBill(deps, paper).catch((error: unknown) =>
        deps.report('a part of a refund is asked for again later', error),
      )
    }
  }
}

/** What went back, as a bill of its own: its sums are below zero. */
function toBill(
  bill: CampaignBill,
  refund: LeadRefund,
  index: number,
  part: RefundPart,
  lots: readonly LeadLot[],
): CampaignBill {
  const { clientCents, feeCents, agencyCents } = part
  const today = dayIn(SYSTEM_ZONE, refund.at)
  const units = leadsAgain(part, lots)
  const wholesaleCents = feeCents + agencyCents
  // Of lots of one bill the first bears what rounding left.
  const items = units.map(({ leads: count, billKey: _, ...unit }, at) => ({
    what: 'refund' as const,
    count,
    ...unit,
    retailCents: at === 0 ? -clientCents : 0,
    wholesaleCents: at === 0 ? -wholesaleCents : 0,
  }))
  return {
    ...bill,
    key: `refund-${String(refund.number).padStart(6, '0')}-${index + 1}`,
    why: 'refund',
    fromOn: today,
    toOn: today,
    items,
    sums: {
      retailCents: -clientCents,
      wholesaleCents: -wholesaleCents,
      clientPaysCents: -clientCents,
      feeCents: -feeCents,
      agencyPaysCents: -agencyCents,
      carry: noCarry,
      waived: noCarry,
    },
    carried: noCarry,
    createdAt: refund.at,
    isDone: true,
  }
}

/** What went back and came again. The agency is asked for what the root and its own card had given back to it. */
function toCounterBill(paper: CampaignBill, { payer, feeCents, agencyCents }: RefundPart, at: number): CampaignBill {
  const owed = payer === 'client' ? feeCents + agencyCents : 0
  const { sums } = paper
  const pays = owed > SMALLEST_CHARGE_CENTS ? owed : 0
  return {
    ...paper,
    key: `${paper.key}-back`,
    payer: 'agency',
    items: paper.items.map((item) => ({
      ...item,
      what: 'bought' as const,
      retailCents: -item.retailCents,
      wholesaleCents: -item.wholesaleCents,
    })),
    sums: {
      retailCents: -sums.retailCents,
      wholesaleCents: -sums.wholesaleCents,
      clientPaysCents: 0,
      feeCents: 0,
      agencyPaysCents: pays,
      carry: noCarry,
      waived: { clientCents: 0, agencyCents: owed - pays },
    },
    createdAt: at,
    isDone: pays === 0,
  }
}
