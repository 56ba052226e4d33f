// Each part of a refund goes on until it is over: it is asked for under its own key, and then written down. What could not go waits, is
// asked for anew, or is seen to by operators.
import { HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState, CampaignBill, LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { cents } from '#shared/money/cents.ts'
import { paidBackId } from '#shared/money/ledger.ts'
import { askedAgainOf, isAskedAgain, wentOf } from '#shared/money/refund-owed.ts'
import type { Db } from '../../data/index.ts'
import { isRefused } from '../../gateways/stripe/outcome.ts'
import { isCarried, isStillDueBack } from '../billing/unbilled.ts'
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
} from './pay-back.ts'
import { meterOf } from './plan.ts'
import { leadsAgain, toBill, toRestBill } from './refund-papers.ts'

export const SETTLED = 'An operator saw to it by hand.'

/** The request for a part at the payment provider. */
export const keyOf = ({ campaignId, number }: LeadRefund, { billKey, tries }: RefundPart) =>
  `refund#${campaignId}#${number}#${billKey}${tries ? `#${tries}` : ''}`
export const LOOK_AGAIN_MS = 6 * HOUR

/** Ends all refunds of a campaign as far as they go now. One that is not answered is left for the next time. `begun`: just now. */
export async function continueRefunds(deps: CollectDeps, campaign: Campaign, begun?: number): Promise<void> {
  const { campaignBill } = deps.db
  // One that was begun just now has money to send, so its lots are seen to beside the look at it.
  const settled = begun === undefined ? undefined : campaignBill.settleLots(campaign)
  const [refunds] = await Promise.all([campaignBill.listRefunds(campaign), settled])
  for (const refund of refunds) {
    let seen = refund
    // The books first: no money goes back for a lot that does not say so.
    if (refund.number !== begun && refund.parts.some(({ status }) => status === 'open'))
      await campaignBill.settleLots(campaign)
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
export async function saveOwed(
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
export async function notePart(
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
export const carryWithout = ({ carry }: BillState, { clientCents, feeCents, agencyCents }: RefundPart) => ({
  clientCents: carry.clientCents + clientCents,
  agencyCents: carry.agencyCents + feeCents + agencyCents,
})

export async function findBill(db: Db, campaign: Pick<Campaign, 'companyId' | 'id'>, { billKey }: RefundPart) {
  const bill = await db.campaignBill.find(campaign, billKey)
  if (!bill) throw new Error(`A refund of ${campaign.id} names the bill ${billKey}, which is not there.`)
  return bill
}

/** Gives the money of one part back and writes it down; undefined where somebody else did. */
export async function endPart(
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
  const [lots, meter] = await Promise.all([db.campaignBill.listLots(campaign), meterOf(deps, campaign)])
  const isFailed = said.status === 'failed'
  const again = {
    leads: isFailed ? leadsAgain(part, lots) : [],
    meter,
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
export const withoutDoubt = ({ unknown: _, ...part }: RefundPart): RefundPart => part

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
export async function carriedAgain(db: Db, campaign: Pick<Campaign, 'companyId' | 'id'>, part: RefundPart) {
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
