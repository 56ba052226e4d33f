// Leads that were bought and never came go back for what was paid for them. First the leads are off the line and what is to go back
// stands written, in one transaction; then each part is asked for at the payment provider under its own key. A part that cannot go
// gives its leads back. So after a crash at any line the sweep goes on, and neither money nor leads are there twice.

import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn, HOUR } from '#shared/dates.ts'
import { conflict, invalid, notFound, refused } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState, CampaignBill, LeadLot, LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { noCarry } from '#shared/money/bill.ts'
import { planCarryBack, walletBack } from '#shared/money/carry-refund.ts'
import { cents } from '#shared/money/cents.ts'
import { type LotRefund, lineAfter, planRefund, type RefundPlan } from '#shared/money/lead-refund.ts'
import { mergedLots } from '#shared/money/leads-taken.ts'
import { paidBackId } from '#shared/money/ledger.ts'
import { SMALLEST_CHARGE_CENTS } from '#shared/money/minimum-spend.ts'
import { fromCents } from '#shared/money/price-text.ts'
import { askedAgainOf, isAskedAgain, wentOf } from '#shared/money/refund-owed.ts'
import type { Db } from '../../data/index.ts'
import { isRefused } from '../../gateways/stripe/outcome.ts'
import { collectBill } from '../billing/collect-bill.ts'
import { isCarried, isDueBack, isStillDueBack } from '../billing/unbilled.ts'
import { COUNTS_AS_LEADS, PRODUCT } from '../billing/wallet-invoice.ts'
import type { CollectDeps } from '../payments/record.ts'
import {
  credited,
  type Ended,
  type Found,
  type PartWords,
  payAgency,
  payBack,
  paymentsOf,
  payRest,
  type Refusal,
  toPayments,
} from './pay-back.ts'
import { meterOf } from './plan.ts'
import { voidTopUp } from './undo.ts'

const NOT_YOURS = 'Your agency paid for these leads, and gets back what is not used.'
const CHANGED = 'The amount has changed since it was shown. Look at it again.'

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
): Promise<LeadRefund> {
  const { db, now } = deps
  if (campaign.status === 'active') throw invalid({ status: 'Pause the campaign before its leads are given back.' })
  const purchase = await db.campaignBill.findPurchase(campaign)
  // Nobody owes leads that are given back.
  if (purchase && !(await voidTopUp(deps, campaign, purchase)))
    throw conflict('A payment of this campaign is under way. Wait a few minutes and look again.')
  // Of a change before this one, which a crash may have left: a later one is made of all that it says.
  await db.campaignBill.settleLots(campaign)
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
  return (await db.campaignBill.listRefunds(campaign)).find(({ number }) => number === refund.number) ?? refund
}

/** The request for a part at the payment provider. */
const keyOf = ({ campaignId, number }: LeadRefund, { billKey, tries }: RefundPart) =>
  `refund#${campaignId}#${number}#${billKey}${tries ? `#${tries}` : ''}`
const LOOK_AGAIN_MS = 6 * HOUR

/** Ends all refunds of a campaign as far as they go now. One that is not answered is left for the next time. `begun`: just now. */
export async function continueRefunds(deps: CollectDeps, campaign: Campaign, begun?: number): Promise<void> {
  for (const refund of await deps.db.campaignBill.listRefunds(campaign)) {
    let seen = refund
    // The books first: no money goes back for a lot that does not say so.
    if (refund.parts.some(({ status }) => status === 'open')) await deps.db.campaignBill.settleLots(campaign)
    for (const index of refund.parts.keys()) {
      const part = seen.parts[index]
      const isAnew = part?.status === 'failed' && part.waits !== undefined
      if (isAnew) {
        const again = await askAnew(deps, campaign, seen, index)
        if (!again) break
        seen = again
      }
      const isOwed = isAskedAgain(part?.owed)
      if (seen.parts[index]?.status !== 'open' && !isOwed) continue
      const next = isOwed
        ? await askOwed(deps, campaign, seen, index)
        : await endPart(deps, campaign, seen, index, isAnew || refund.number === begun)
      if (!next) break
      seen = next
    }
  }
}

/**
 * A credit that no bank was asked for goes back once more, under another key: nothing went under the one before. Until then it is carried,
 * so a campaign that was started again has it for its next leads; what was used so waits no more. Undefined where somebody else wrote it.
 */
async function askAnew(
  { db, now }: CollectDeps,
  campaign: Campaign,
  refund: LeadRefund,
  index: number,
): Promise<LeadRefund | undefined> {
  const part = refund.parts[index]
  if (!part) return undefined
  const state = await db.campaignBill.findState(campaign)
  const fresh = await db.campaign.findFresh(campaign)
  const isDue =
    isStillDueBack(state, part) &&
    fresh?.status !== 'active' &&
    (await db.campaignBill.findPurchase(campaign)) === undefined
  const again = now() + LOOK_AGAIN_MS
  if (!isDue && isCarried(state, part)) {
    await db.campaignBill.putOffRefund(campaign, refund, again)
    return refund
  }
  const { waits, isUnasked: _, ...known } = part
  const asked: RefundPart = {
    ...known,
    status: 'open',
    reason: '',
    tries: (part.tries ?? 0) + 1,
    ...(waits && { waits }),
  }
  const parts = refund.parts.with(index, isDue ? asked : { ...known, isUnasked: true })
  const isSaved = await db.campaignBill.saveRefund(campaign, refund, parts, undefined, {
    leads: [],
    meter: await meterOf({ db }, campaign),
    at: now(),
    lookAt: again,
    ...(isDue && { carried: { state, carry: carryWithout(state, part) } }),
  })
  return isSaved ? { ...refund, parts, version: refund.version + 1 } : undefined
}

/**
 * What an agency did not get is asked for anew, under another key. That stands written before it goes: a bank may send the payer's money
 * back at that moment, and who hears of that ends this first. Undefined where somebody else wrote it.
 */
async function askOwed(
  deps: CollectDeps,
  campaign: Campaign,
  refund: LeadRefund,
  index: number,
): Promise<LeadRefund | undefined> {
  const { db, now } = deps
  const part = refund.parts[index]
  if (!part?.owed) return undefined
  const owed = part.owed.isAsked ? part.owed : { ...part.owed, tries: part.owed.tries + 1, isAsked: true }
  const asking = part.owed.isAsked ? refund : await notePart(deps, campaign, refund, index, { ...part, owed })
  if (!asking) return undefined
  const bill = await findBill(db, campaign, part)
  const asked = { ...part, ...askedAgainOf(owed) }
  const key = `${keyOf(refund, part)}#again-${owed.tries}`
  const refusal = await payRest(deps, asked, await paymentsOf(db, bill), { key, at: refund.at })
  if (refusal === 'unknown') {
    await db.campaignBill.putOffRefund(campaign, asking, now() + LOOK_AGAIN_MS)
    return asking
  }
  const left = {
    ...(refusal ?? { reason: owed.reason }),
    feeCents: refusal?.feeCents ?? 0,
    agencyCents: owed.agencyCents - asked.agencyCents + (refusal?.agencyCents ?? 0),
    isSentBack: owed.isSentBack || refusal?.isSentBack === true,
  }
  return saveOwed(deps, campaign, asking, { index, bill, left: { ...owed, ...left, isAsked: false } })
}

/** Writes down what an agency is still owed of a part, with a bill of what it got since. Undefined where somebody else wrote it. */
async function saveOwed(
  deps: CollectDeps,
  campaign: Campaign,
  refund: LeadRefund,
  { index, bill, left, by }: { index: number; bill: CampaignBill; left: NonNullable<RefundPart['owed']>; by?: string },
): Promise<LeadRefund | undefined> {
  const { db, now } = deps
  const at = now()
  const part = refund.parts[index]
  if (!part?.owed) return undefined
  const { owed, ...known } = part
  const isLeft = left.feeCents > 0 || left.agencyCents > 0
  const parts = refund.parts.with(index, {
    ...known,
    ...(isLeft && { owed: left }),
    ...(by !== undefined && { owedSettledBy: by }),
  })
  const came = { feeCents: owed.feeCents - left.feeCents, agencyCents: owed.agencyCents - left.agencyCents }
  const end = by === undefined ? `rest-${owed.tries}` : 'rest-hand'
  const paper = toRestBill(bill, refund, index, { ...part, ...came }, { end, madeAt: at })
  const hasCome = came.feeCents > 0 || came.agencyCents > 0
  const again = { leads: [], meter: await meterOf(deps, campaign), at, lookAt: at + LOOK_AGAIN_MS }
  const isSaved = await db.campaignBill.saveRefund(campaign, refund, parts, hasCome ? paper : undefined, again)
  return isSaved ? { ...refund, parts, version: refund.version + 1 } : undefined
}

/** Writes down one part; undefined where somebody else wrote the refund. */
async function notePart(
  { db, now }: Pick<CollectDeps, 'db' | 'now'>,
  campaign: Campaign,
  refund: LeadRefund,
  index: number,
  part: RefundPart,
): Promise<LeadRefund | undefined> {
  const parts = refund.parts.with(index, part)
  const isNoted = await db.campaignBill.noteRefund(campaign, refund, parts, now())
  return isNoted ? { ...refund, parts, version: refund.version + 1 } : undefined
}

/** What is carried once a credit went back. */
const carryWithout = ({ carry }: BillState, { clientCents, feeCents, agencyCents }: RefundPart) => ({
  clientCents: carry.clientCents + clientCents,
  agencyCents: carry.agencyCents + feeCents + agencyCents,
})

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
  isFirst: boolean,
): Promise<LeadRefund | undefined> {
  const { db, now } = deps
  const part = refund.parts[index]
  if (!part) throw new Error(`The refund ${refund.number} of ${campaign.id} has no part ${index}.`)
  const key = keyOf(refund, part)
  // What a Data Wallet had paid ahead is on no bill.
  const bill = part.of === 'hold' ? undefined : await findBill(db, campaign, part)
  const said = bill
    ? await goBack(deps, part, await paymentsOf(db, bill), { key, at: refund.at, isFirst })
    : await backToWallet(deps, campaign, part, { key, at: refund.at })
  if (said === 'payerPaid') {
    const noted = await notePart(deps, campaign, refund, index, { ...part, isPayerPaid: true })
    return noted && endPart(deps, campaign, noted, index, false)
  }
  if (said.status === 'open') {
    if (said.reason !== '') deps.report('a refund cannot be looked up', new Error(said.reason))
    return waitFor(deps, campaign, refund, { index, isUnknown: said.reason !== '' })
  }
  const { waits, ...known } = withoutDoubt(part)
  const { isUnasked, refusal, ...end } = said
  // Money that is owed to somebody, and that no bank refused: operators see it, and it is asked for again.
  const waiting = isUnasked &&
    part.of === 'carry' && { isUnasked, waits: waits ?? { since: now(), rootId: campaign.rootId } }
  const owed = refusal && { owed: owedAs(refusal, { since: now(), rootId: campaign.rootId }) }
  const parts = refund.parts.with(index, { ...known, ...end, ...waiting, ...owed })
  const lots = await db.campaignBill.listLots(campaign)
  const isFailed = said.status === 'failed'
  const again = {
    leads: isFailed ? leadsAgain(part, lots) : [],
    meter: await meterOf(deps, campaign),
    at: now(),
    lookAt: now() + LOOK_AGAIN_MS,
    ...(isFailed && part.of === 'carry' && { carried: await carriedAgain(db, campaign, part) }),
  }
  const went = wentOf({ ...part, ...owed })
  const paper = bill && !isFailed ? toBill(bill, refund, index, went, { lots, madeAt: again.at }) : undefined
  const isSaved = await db.campaignBill.saveRefund(campaign, refund, parts, paper, again)
  return isSaved ? { ...refund, parts, version: refund.version + 1 } : undefined
}

/** What an operator has seen to by hand is not asked for: of that only what the agency paid itself goes back. */
async function goBack(
  deps: CollectDeps,
  part: RefundPart,
  found: Found,
  words: PartWords,
): Promise<Ended | 'payerPaid'> {
  if (part.settledBy === undefined) return payBack(deps, part, found, words)
  const { key, at } = words
  const asked = { key: `${key}#agency`, at, isCredit: part.of === 'carry' }
  const gone = await payAgency(deps, found.agency, part.agencyCents, asked)
  const { agencyCents } = part
  const refusal = gone &&
    isRefused(gone) && { feeCents: 0, agencyCents, reason: gone.reason, isSentBack: gone.id !== '' }
  return { status: 'done', reason: SETTLED, ...(refusal && { refusal }) }
}

const owedAs = (refusal: Refusal, seen: { since: number; rootId: string }): RefundPart['owed'] => ({
  ...refusal,
  ...seen,
  tries: 0,
  isAsked: false,
})

/** The part once it is known again. */
const withoutDoubt = ({ unknown: _, ...part }: RefundPart): RefundPart => part

/**
 * It is on its way, and may fail yet: an event tells of its end, or somebody looks again. Where nobody can tell whether it went, its part
 * says so to operators, as long as that is so.
 */
async function waitFor(
  { db, now }: CollectDeps,
  campaign: Campaign,
  refund: LeadRefund,
  { index, isUnknown }: { index: number; isUnknown: boolean },
): Promise<LeadRefund | undefined> {
  const again = now() + LOOK_AGAIN_MS
  const part = refund.parts[index]
  if (!part || isUnknown === (part.unknown !== undefined)) {
    await db.campaignBill.putOffRefund(campaign, refund, again)
    return refund
  }
  const unknown = { since: now(), rootId: campaign.rootId }
  const parts = refund.parts.with(index, isUnknown ? { ...part, unknown } : withoutDoubt(part))
  const isNoted = await db.campaignBill.noteRefund(campaign, refund, parts, again)
  return isNoted ? { ...refund, parts, version: refund.version + 1 } : undefined
}

/** What could not go back is carried as it was. */
async function carriedAgain(db: Db, campaign: Pick<Campaign, 'companyId' | 'id'>, part: RefundPart) {
  const state = await db.campaignBill.findState(campaign)
  const { clientCents, agencyCents } = state.carry
  const carry = {
    clientCents: clientCents - part.clientCents,
    agencyCents: agencyCents - part.feeCents - part.agencyCents,
  }
  return { state, carry }
}

/** What a Data Wallet paid for leads that were credited, and that no further lead uses. */
async function backToWallet(
  { db, now }: Pick<CollectDeps, 'db' | 'now'>,
  { agencyId: companyId, id: campaignId, name, line }: Campaign,
  { agencyCents }: RefundPart,
  { key, at }: { key: string; at: number },
): Promise<Ended> {
  const id = paidBackId(key.replace(/[^A-Za-z0-9_-]/g, '-'))
  await db.daySums.markRevenue({ companyId, at }, now())
  await db.ledger.payBack({
    id,
    companyId,
    amountCents: cents(agencyCents),
    at,
    ...credited,
    facts: { Campaign: name, [COUNTS_AS_LEADS]: campaignId, [PRODUCT]: line },
  })
  return { status: 'done', reason: '' }
}

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

function leadsAgain({ lots: given }: RefundPart, lots: readonly LeadLot[]) {
  return mergedLots(lots, given).map(
    ({ leads, kind, retailCentiCents, wholesaleCentiCents, rootCentiCents, billKey }) => ({
      leads,
      kind,
      retailCentiCents,
      wholesaleCentiCents,
      rootCentiCents,
      billKey,
    }),
  )
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
      const sentBack = ownSentBack(seen.parts[index] ?? part, key, failed)
      if (sentBack !== undefined) seen = await agencySentBack(deps, campaign, seen, index, sentBack)
      const reason = failed.get(part.payer === 'client' ? key : `${key}#agency`)
      const bill =
        reason === undefined || part.status !== 'done' || part.of === 'hold' || part.settledBy !== undefined
          ? undefined
          : await findBill(db, campaign, part)
      const current = seen.parts[index]
      if (!bill || !current) continue
      // What its agency is owed is being asked for, and nobody knows whether it went: the event comes again.
      if (current.owed?.isAsked) throw conflict(CHANGED)
      const { owed, ...known } = current
      const isCredit = part.of !== undefined
      const parts = seen.parts.with(index, {
        ...known,
        status: 'failed' as const,
        reason: reason ?? '',
        // The agency keeps its own part of a credit, also what it did not get yet.
        ...(isCredit && owed && { owed }),
      })
      const lots = await db.campaignBill.listLots(campaign)
      // Of what was credited the agency keeps its own part: only what came back is carried anew.
      const came = !isCredit || part.payer === 'agency' ? wentOf(current) : { ...part, feeCents: 0, agencyCents: 0 }
      const paper = toCounterBill(toBill(bill, refund, index, came, { lots, madeAt: now() }), came, now())
      const again = {
        leads: leadsAgain(part, lots),
        meter: await meterOf(deps, campaign),
        at: now(),
        lookAt: now() + LOOK_AGAIN_MS,
        ...(part.of === 'carry' && { carried: await carriedAgain(db, campaign, came) }),
      }
      // Somebody else wrote it, or leads were bought meanwhile: the event comes again.
      if (!(await db.campaignBill.saveRefund(campaign, seen, parts, paper, again))) throw conflict(CHANGED)
      seen = { ...seen, parts, version: seen.version + 1 }
      await collectBill(deps, paper).catch((error: unknown) =>
        deps.report('a part of a refund is asked for again later', error),
      )
    }
  }
}

/** Why the bank of an agency's card sent back what a part gave it beside its client's money; undefined where that is known, or did not. */
function ownSentBack(part: RefundPart, key: string, failed: ReadonlyMap<string, string>): string | undefined {
  const isKnown = part.owedSettledBy !== undefined || part.owed?.isSentBack === true
  const hasGone = part.status === 'done' || part.isPayerPaid === true
  if (part.payer === 'agency' || !hasGone || part.agencyCents === 0 || isKnown) return undefined
  const own = [...failed].find(([each]) => each.startsWith(`${key}#`) && each.endsWith('#agency'))
  return own?.[1]
}

/** The agency is owed again what it had got beside its client's money: operators see to it. */
async function agencySentBack(
  deps: CollectDeps,
  campaign: Pick<Campaign, 'companyId' | 'id'>,
  refund: LeadRefund,
  index: number,
  reason: string,
): Promise<LeadRefund> {
  const { db, now } = deps
  const part = refund.parts[index]
  if (!part) return refund
  if (part.owed?.isAsked) throw conflict(CHANGED)
  const bill = await findBill(db, campaign, part)
  const at = now()
  const { agencyCents } = part
  const none = { feeCents: 0, agencyCents: 0, since: at, rootId: bill.rootId, tries: 0, isAsked: false }
  const owed = { ...none, ...part.owed, agencyCents, reason, isSentBack: true }
  const parts = refund.parts.with(index, { ...part, owed })
  const rest = { ...part, feeCents: 0, agencyCents }
  const gone = toRestBill(bill, refund, index, rest, { end: 'rest', madeAt: at })
  const again = { leads: [], meter: await meterOf(deps, campaign), at, lookAt: at + LOOK_AGAIN_MS }
  if (!(await db.campaignBill.saveRefund(campaign, refund, parts, undoing(gone), again))) throw conflict(CHANGED)
  return { ...refund, parts, version: refund.version + 1 }
}

const SETTLED = 'An operator saw to it by hand.'

/**
 * An operator has seen to a part of which nobody can tell whether it went: it went already, or its payer was paid otherwise, and the agency
 * got its part of the fee. Nothing is asked for it any more. What the agency paid from its own card or wallet goes back all the same, once
 * the books say so: after a crash in between the timetable goes on with that. What can be looked up by now ends as it is found (409).
 */
export async function settlePart(
  deps: CollectDeps,
  campaign: Campaign,
  { number, index, by }: { number: number; index: number; by: string },
): Promise<void> {
  const { db, now } = deps
  const find = async () => (await db.campaignBill.listRefunds(campaign)).find((each) => each.number === number)
  const before = await find()
  // What is known to be owed is not asked for once more: somebody paid it a moment ago.
  const isKnown = hasNotGone(before?.parts[index])
  if (!isKnown) await continueRefunds(deps, campaign)
  const refund = isKnown ? before : await find()
  const part = refund?.parts[index]
  if (!refund || !part) throw notFound('refund')
  const bill = await findBill(db, campaign, part)
  if (part.owed) {
    const left = { ...part.owed, feeCents: 0, agencyCents: 0 }
    if (!(await saveOwed(deps, campaign, refund, { index, bill, left, by }))) throw conflict(KNOWN)
    return
  }
  if (part.status === 'failed' && part.waits) return settleCredit(deps, campaign, { refund, index, bill, by })
  if (part.status !== 'open' || !part.unknown) throw conflict(KNOWN)
  const parts = refund.parts.with(index, { ...withoutDoubt(part), settledBy: by })
  if (!(await db.campaignBill.noteRefund(campaign, refund, parts, now()))) throw conflict(KNOWN)
  const noted = { ...refund, parts, version: refund.version + 1 }
  await endPart(deps, campaign, noted, index, false).catch((error: unknown) =>
    deps.report('what an agency paid of a refund goes back to it later', error),
  )
}
/** Whether a part is known not to have gone: no request for it is under way. */
const hasNotGone = (part: RefundPart | undefined): boolean =>
  part?.owed !== undefined ? !part.owed.isAsked : part?.status === 'failed' && part.waits !== undefined

/** The same of a credit that could not go back: its payers have all of it, so it is carried no more. */
async function settleCredit(
  deps: CollectDeps,
  campaign: Campaign,
  { refund, index, bill, by }: { refund: LeadRefund; index: number; bill: CampaignBill; by: string },
): Promise<void> {
  const { db, now } = deps
  const part = refund.parts[index]
  const state = await db.campaignBill.findState(campaign)
  // Its payers were paid: also where the campaign was started since, it is not to have it as well.
  if (!part || !isCarried(state, part)) throw conflict(KNOWN)
  const { waits: _, isUnasked: __, ...known } = part
  const parts = refund.parts.with(index, { ...known, status: 'done', reason: SETTLED, settledBy: by })
  const at = now()
  const paper = toBill(bill, refund, index, part, { lots: [], madeAt: at })
  const carried = { state, carry: carryWithout(state, part) }
  const again = { leads: [], meter: await meterOf(deps, campaign), at, lookAt: at + LOOK_AGAIN_MS, carried }
  if (!(await db.campaignBill.saveRefund(campaign, refund, parts, paper, again))) throw conflict(KNOWN)
}
const KNOWN = 'What became of this refund is known by now. Look again.'

/** What went back, as a bill of its own: its sums are below zero. */
function toBill(
  bill: CampaignBill,
  refund: LeadRefund,
  index: number,
  part: RefundPart,
  { lots, madeAt }: { lots: readonly LeadLot[]; madeAt: number },
): CampaignBill {
  const { clientCents, feeCents, agencyCents } = part
  const today = dayIn(SYSTEM_ZONE, refund.at)
  const units = leadsAgain(part, lots)
  const wholesaleCents = feeCents + agencyCents
  // Of lots of one bill the first bears what rounding left.
  const credit = {
    what: 'refund' as const,
    count: 1,
    retailCentiCents: fromCents(clientCents),
    wholesaleCentiCents: fromCents(wholesaleCents),
    rootCentiCents: 0,
    retailCents: -clientCents,
    wholesaleCents: -wholesaleCents,
  }
  const lines = units.map(({ leads: count, billKey: _, ...unit }, at) => ({
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
    items: part.of === 'carry' ? [credit] : lines,
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
    ahead: undefined,
    // When its money went, which may be days after it was asked for: days that are over are added up by then.
    createdAt: madeAt,
    isDone: true,
  }
}

/** What an agency got, or had got, of a part beside its payer's money: a bill of its own, whose key ends so. */
function toRestBill(
  bill: CampaignBill,
  refund: LeadRefund,
  index: number,
  part: RefundPart,
  { end, madeAt }: { end: string; madeAt: number },
): CampaignBill {
  const rest = { ...part, clientCents: 0, of: 'carry' as const }
  const paper = toBill(bill, refund, index, rest, { lots: [], madeAt })
  return { ...paper, key: `${paper.key}-${end}` }
}

/** The bill of what came again after it had gone to an agency: nobody is asked for it. */
const undoing = (paper: CampaignBill): CampaignBill => ({
  ...paper,
  key: `${paper.key}-back`,
  items: backItems(paper),
  sums: {
    ...paper.sums,
    wholesaleCents: -paper.sums.wholesaleCents,
    feeCents: -paper.sums.feeCents || 0,
    agencyPaysCents: -paper.sums.agencyPaysCents,
  },
})
const backItems = ({ items, payer }: CampaignBill): CampaignBill['items'] =>
  items.map((item) => ({
    ...item,
    what: 'bought' as const,
    // Whose retail price it was, no matter who is asked now.
    payer: item.payer ?? payer,
    retailCents: -item.retailCents,
    wholesaleCents: -item.wholesaleCents,
  }))

/** What went back and came again. The agency is asked for what the root and its own card had given back to it. */
function toCounterBill(
  paper: CampaignBill,
  { payer, feeCents, agencyCents, of }: RefundPart,
  at: number,
): CampaignBill {
  const owed = payer === 'client' && of === undefined ? feeCents + agencyCents : 0
  const { sums } = paper
  const pays = owed > SMALLEST_CHARGE_CENTS ? owed : 0
  return {
    ...paper,
    key: `${paper.key}-back`,
    payer: 'agency',
    items: backItems(paper),
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
