// Asks everybody for his part of a bill: the client first, then the agency. Each part has a key of its own, made of the bill's, so
// doing it again asks nobody twice. What is declined is a debt like any other, which is tried again by itself.

import { DAY } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import type { Earned, InvoiceFacts, InvoiceLine } from '#shared/model/payment.ts'
import { type BillItem, isFee, retailSideOf, rootCentsOf } from '#shared/money/bill.ts'
import { collect, toPayment } from '../payments/collect.ts'
import type { CollectDeps, Collected } from '../payments/record.ts'
import { agencyPartKey, clientPartKey } from './bill-keys.ts'
import { agencyLines, clientLines } from './bill-lines.ts'

/** What an invoice of a bill says beside its lines, for a part of so many cents. */
export const factsOf = (
  { companyId, term, fromOn, toOn }: Pick<CampaignBill, 'companyId' | 'term' | 'fromOn' | 'toOn'>,
  amountCents: number,
  earned: Earned,
): InvoiceFacts => ({
  clientId: companyId,
  term,
  periodFromOn: fromOn,
  periodToOn: toOn,
  subtotalCents: amountCents,
  discountCents: 0,
  earned,
})

/** A part of a bill as it is asked for. */
export type Part = {
  company: Company
  key: string
  purpose: string
  about: 'leads'
  campaignId: string
  description: string
  amountCents: number
  applicationFeeCents?: number
  lines: readonly InvoiceLine[]
  facts: InvoiceFacts
}

type Payer = { company: Company; campaignName: string; line: ProductLine }

const whatOf = ({ why, items }: CampaignBill) => {
  if (why === 'start') return 'Start'
  if (why === 'topup') return 'Top-up'
  return items.length > 0 && items.every(isFee) ? 'Fees' : 'Leads'
}
const descriptionOf = (bill: CampaignBill, name: string) => `${whatOf(bill)} of ${name}`

/** What the client is asked for: retail, of which the root's part is taken as the application fee. */
export const clientPart = (bill: CampaignBill, { company, campaignName, line }: Payer): Part => ({
  company,
  key: clientPartKey(bill),
  purpose: 'invoice',
  about: 'leads',
  campaignId: bill.campaignId,
  description: descriptionOf(bill, campaignName),
  amountCents: bill.sums.clientPaysCents,
  ...(bill.sums.feeCents > 0 && { applicationFeeCents: bill.sums.feeCents }),
  lines: clientLines(bill),
  facts: factsOf(bill, bill.sums.clientPaysCents, {
    [line]: { wholesaleCents: bill.sums.feeCents, rootCents: rootCentsOf(bill.items) },
  }),
})

/** What the agency is asked for: all wholesale where it is billed by hand, else what the client's payment leaves open. */
export const agencyPart = (bill: CampaignBill, { company, campaignName, line }: Payer): Part => ({
  company,
  key: agencyPartKey(bill),
  purpose: 'invoice',
  about: 'leads',
  campaignId: bill.campaignId,
  description: descriptionOf(bill, campaignName),
  amountCents: bill.sums.agencyPaysCents,
  lines: agencyLines(bill),
  // What the leads cost counts once: with the client's part where there is one.
  facts: factsOf(bill, bill.sums.agencyPaysCents, {
    [line]: {
      wholesaleCents: bill.sums.agencyPaysCents,
      rootCents: bill.payer === 'agency' ? rootCentsOf(bill.items) : 0,
    },
  }),
})

const CHARGED: Collected = { is: 'paid', chargeId: '' }

/** So long a client is waited for whose agency's account takes no cards. It may never take any: then what is owed is a debt, which people see. */
const WAITS_MS = 30 * DAY

/** Charges a part; one of nothing, for which there was something, is an invoice that is paid. */
async function ask(deps: CollectDeps, part: Part, isLast: boolean): Promise<Collected> {
  if (part.amountCents > 0) return collect(deps, { ...part, isLast })
  const at = deps.now()
  await deps.db.payment.notePaid({ ...toPayment(part, at), status: 'paid', attempts: 0, endedAt: at, endedBy: 'bill' })
  return CHARGED
}

/** Whether a payer gets an invoice: for money, or for something that comes to nothing. What is carried or waived waits or is none. */
function hasPart({ payer, items, sums }: CampaignBill, who: 'client' | 'agency'): boolean {
  if (who === 'client' ? sums.clientPaysCents > 0 : sums.agencyPaysCents > 0) return true
  // Fees that only the other one pays are nothing for this one.
  const isOf = (item: BillItem) =>
    (who === 'agency' || retailSideOf(item, payer) === 'client') &&
    (!isFee(item) || (who === 'client' ? item.retailCentiCents : item.wholesaleCentiCents) !== 0)
  if (who !== payer || !items.some(isOf)) return false
  const of = who === 'client' ? 'clientCents' : 'agencyCents'
  return sums.carry[of] === 0 && sums.waived[of] === 0
}

/** Whether nobody is to be asked for anything of a bill, and nobody gets an invoice of it. */
export const isEmptyBill = (bill: CampaignBill): boolean => !hasPart(bill, 'client') && !hasPart(bill, 'agency')

/**
 * Asks the client, then the agency, for what a bill says that they pay. `done`: both were asked, also where one was declined, and the bill
 * is finished. `open`: nobody knows yet what became of a charge, or the account that the client pays into takes no cards; it is to be
 * called again, for a month at most. Safe to repeat and to do at once by two. `isLast`: nobody calls again, so the client is asked all
 * the same. `campaign`: where it was read a moment ago.
 */
export async function collectBill(
  deps: CollectDeps,
  bill: CampaignBill,
  { isLast = false, campaign: known }: { isLast?: boolean; campaign?: Pick<Campaign, 'name' | 'line'> } = {},
): Promise<'done' | 'open'> {
  const { db } = deps
  if (bill.isDone) return 'done'
  const asked: Collected[] = []
  const isOver = isLast || deps.now() >= (bill.madeAt ?? bill.createdAt) + WAITS_MS
  if (!isEmptyBill(bill)) {
    const campaign = known ?? (await db.campaign.get(bill.companyId, bill.campaignId))
    const payer = async (id: string) => ({
      company: await db.company.get(id),
      campaignName: campaign.name,
      line: campaign.line,
    })
    if (hasPart(bill, 'client')) asked.push(await ask(deps, clientPart(bill, await payer(bill.companyId)), isOver))
    if (hasPart(bill, 'agency')) asked.push(await ask(deps, agencyPart(bill, await payer(bill.agencyId)), isOver))
  }
  if (asked.some(({ is }) => is === 'open')) return 'open'
  await db.campaignBill.finish(bill)
  return 'done'
}
