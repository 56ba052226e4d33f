// Refunds that operators saw to by hand.
import { conflict, notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill, LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { isCarried } from '../billing/unbilled.ts'
import type { CollectDeps } from '../payments/record.ts'
import {
  carryWithout,
  continueRefunds,
  endPart,
  findBill,
  LOOK_AGAIN_MS,
  SETTLED,
  saveOwed,
  withoutDoubt,
} from './continue-refunds.ts'
import { meterOf } from './plan.ts'
import { toBill } from './refund-papers.ts'

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
