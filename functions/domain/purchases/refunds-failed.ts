// Refunds that had gone and that a bank sent back: what they had done is undone, once.
import { conflict } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { wentOf } from '#shared/money/refund-owed.ts'
import { collectBill } from '../billing/collect-bill.ts'
import type { CollectDeps } from '../payments/record.ts'
import { carriedAgain, findBill, keyOf, LOOK_AGAIN_MS } from './continue-refunds.ts'
import { meterOf } from './plan.ts'
import { leadsAgain, toBill, toCounterBill, toRestBill, undoing } from './refund-papers.ts'

/** Said to the payment provider, which tells of it once more. */
const AGAIN = 'This refund was written by somebody else in the same moment.'

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
      if (current.owed?.isAsked) throw conflict(AGAIN)
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
      if (!(await db.campaignBill.saveRefund(campaign, seen, parts, paper, again))) throw conflict(AGAIN)
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
  if (part.owed?.isAsked) throw conflict(AGAIN)
  const bill = await findBill(db, campaign, part)
  const at = now()
  const { agencyCents } = part
  const none = { feeCents: 0, agencyCents: 0, since: at, rootId: bill.rootId, tries: 0, isAsked: false }
  const owed = { ...none, ...part.owed, agencyCents, reason, isSentBack: true }
  const parts = refund.parts.with(index, { ...part, owed })
  const rest = { ...part, feeCents: 0, agencyCents }
  const gone = toRestBill(bill, refund, index, rest, { end: 'rest', madeAt: at })
  const again = { leads: [], meter: await meterOf(deps, campaign), at, lookAt: at + LOOK_AGAIN_MS }
  if (!(await db.campaignBill.saveRefund(campaign, refund, parts, undoing(gone), again))) throw conflict(AGAIN)
  return { ...refund, parts, version: refund.version + 1 }
}
