// Manual billing: an agency whose campaigns are billed wholesale to its own card, and not to its clients. It begins where its
// clients' bills end, and ends with a charge of all that is not billed yet. Every step may be done again.
import { dayIn } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { hasCard } from '#shared/model/billing.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { InvoiceLine } from '#shared/model/payment.ts'
import { isBillingDay } from '#shared/money/billing-day.ts'
import { SMALLEST_CHARGE_CENTS } from '#shared/money/minimum-spend.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import type { Claimed, Stretch } from '../../data/billing/manual-bill.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { collect } from '../payments/collect.ts'
import type { CollectDeps, Collected } from '../payments/record.ts'
import { findCampaignPrice } from '../pricing/prices.ts'
import { type Unbilled, unbilledOf } from './agency-spend.ts'

export async function beginManualBill({ db, now }: CollectDeps, agency: Company, by: string): Promise<void> {
  if (agency.manualBill) return
  if (!hasCard(await db.billing.get(agency.id)))
    throw invalid({ companyId: 'This agency has no card on file. It must save one first.' })
  // What there was before is its clients' to pay.
  for (const { campaign, toCentiCents } of await unbilledOf(db, agency))
    await db.manualBill.markBilled(campaign, toCentiCents)
  if (!(await db.manualBill.findOpen(agency.id))) await db.manualBill.begin(agency.id, by, now())
  await db.company.update(agency.id, { manualBill: true })
}

/** Charges one stretch of a campaign by itself, under the bill that it stands on. */
async function chargeStretch(
  deps: CollectDeps,
  company: Company,
  campaign: Campaign,
  { fromCentiCents, toCentiCents, bill }: Claimed,
): Promise<Collected> {
  const charged = await collect(deps, {
    company,
    key: bill,
    purpose: 'invoice',
    about: 'leads',
    campaignId: campaign.id,
    description: `Leads of ${campaign.name}`,
    amountCents: roundToCents(toCentiCents - fromCentiCents),
  })
  await deps.db.manualBill.markBilled(campaign, toCentiCents)
  return charged
}

/** Puts what is unbilled on a bill. A stretch that the timetable began to bill and did not end is charged first, as its own. */
async function claimFor(
  deps: CollectDeps,
  agency: Company,
  campaign: Campaign,
  stretch: Stretch,
  key: string,
): Promise<Claimed | undefined> {
  if (stretch.toCentiCents <= stretch.fromCentiCents) return undefined
  const claimed = await deps.db.manualBill.claim(campaign, stretch, key)
  if (claimed.bill === key) return claimed
  await chargeStretch(deps, agency, campaign, claimed)
  return claimFor(deps, agency, campaign, { ...stretch, fromCentiCents: claimed.toCentiCents }, key)
}

const MOST_LINES = 50

/** As many lines as an invoice shows; what the others add, and what rounding each of them left, stands in the last one. */
function shownLines(lines: readonly InvoiceLine[], amountCents: number): InvoiceLine[] {
  const shown = lines.slice(0, MOST_LINES)
  const rest = amountCents - shown.reduce((sum, line) => sum + line.amountCents, 0)
  const label = lines.length > MOST_LINES ? 'Other campaigns' : 'Rounding'
  return rest === 0 ? shown : [...shown, { label, amountCents: rest }]
}

export type Ended = { stopped: number; charged: Collected | undefined; amountCents: number }

/**
 * Campaigns stop while the agency still pays for them, so that none runs on nobody's account. A card that is declined does
 * not keep the agency in manual billing: what it owes stays open like any failed payment.
 */
export async function endManualBill(deps: CollectDeps, agency: Company): Promise<Ended> {
  const { db, now } = deps
  if (!agency.manualBill) return { stopped: 0, charged: undefined, amountCents: 0 }
  const stopped = await stopCampaigns(db, agency, 'manual_bill_stop')
  const open = await db.manualBill.findOpen(agency.id)
  let charged: Collected | undefined
  let amountCents = 0
  if (open) {
    const key = `manual-bill-${agency.id}-${open.startedAt}`
    const unbilled = await unbilledOf(db, agency)
    let sum = 0
    const lines: InvoiceLine[] = []
    const to: Record<string, number> = {}
    for (const { campaign, ...stretch } of unbilled) {
      const claimed = await claimFor(deps, agency, campaign, stretch, key)
      if (!claimed) continue
      const cost = claimed.toCentiCents - claimed.fromCentiCents
      sum += cost
      lines.push({ label: `Leads of ${campaign.name}`, amountCents: roundToCents(cost) })
      to[campaign.id] = claimed.toCentiCents
    }
    const bill = await db.manualBill.decide(open, roundToCents(sum), to)
    amountCents = bill.amountCents ?? 0
    if (amountCents > SMALLEST_CHARGE_CENTS)
      charged = await collect(deps, {
        company: agency,
        key,
        purpose: 'invoice',
        about: 'leads',
        amountCents,
        description: 'Leads to date',
        lines: shownLines(lines, amountCents),
      })
    for (const { campaign } of unbilled) {
      const billedTo = bill.billedTo[campaign.id]
      if (billedTo !== undefined) await db.manualBill.markBilled(campaign, billedTo)
    }
    await db.manualBill.end(open, now())
  }
  await db.company.update(agency.id, { manualBill: false })
  return { stopped, charged, amountCents }
}

/** What is unbilled of one campaign goes on a bill of its own. Undefined when it stands on another one already. */
export async function billCampaign(deps: CollectDeps, agency: Company, { campaign, ...stretch }: Unbilled) {
  const key = `wholesale-${campaign.id}-${stretch.fromCentiCents}`
  const claimed = await deps.db.manualBill.claim(campaign, stretch, key)
  // The end of manual billing takes what it claimed.
  return claimed.bill === key ? chargeStretch(deps, agency, campaign, claimed) : undefined
}

/** So many campaigns fit into one turn of a worker, even if the payment provider is slow. */
const MOST_AT_ONCE = 100

/**
 * Charges an agency what its campaigns cost since they were billed last, each on the day of its own payment term. Answers
 * what became of each charge, and whether more are waiting.
 */
export async function billByTerm(
  deps: CollectDeps,
  agency: Company,
  { today, timeZone }: { today: string; timeZone: string },
  most = MOST_AT_ONCE,
): Promise<{ charged: Collected[]; isMore: boolean }> {
  const { db, now } = deps
  const open = agency.manualBill ? await db.manualBill.findOpen(agency.id) : undefined
  if (!open) return { charged: [], isMore: false }
  const charged: Collected[] = []
  const faults: unknown[] = []
  for (const unbilled of await unbilledOf(db, agency)) {
    const { campaign, fromCentiCents, toCentiCents } = unbilled
    if (roundToCents(toCentiCents - fromCentiCents) <= SMALLEST_CHARGE_CENTS) continue
    const { term } = (await findCampaignPrice(db, campaign, now())) ?? noPrice
    if (!isBillingDay(term, dayIn(timeZone, Math.max(open.startedAt, campaign.createdAt)), today)) continue
    if (charged.length === most) return { charged, isMore: true }
    try {
      const result = await billCampaign(deps, agency, unbilled)
      if (result) charged.push(result)
    } catch (error) {
      // The day of the others is today, not when this one works again.
      faults.push(error)
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} campaigns of ${agency.id} could not be billed.`)
  return { charged, isMore: false }
}
