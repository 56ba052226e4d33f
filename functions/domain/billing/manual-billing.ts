// Manual billing: an agency whose campaigns are billed wholesale to its own card or wallet, and not to its clients. It begins where
// its clients' bills end, and ends with one invoice of all that is not billed yet. Every step may be done again.
import { MINUTE } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { hasCard } from '#shared/model/billing.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import type { Earned, InvoiceLine, Payment } from '#shared/model/payment.ts'
import { rootCentsOf } from '#shared/money/bill.ts'
import { SMALLEST_CHARGE_CENTS } from '#shared/money/minimum-spend.ts'
import type { ManualBill } from '../../data/billing/manual-bill.ts'
import type { Db } from '../../data/index.ts'
import { WriteConflict } from '../../data/lib/errors.ts'
import type { AllQueues } from '../../gateways/queue.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { collect } from '../payments/collect.ts'
import type { CollectDeps, Collected } from '../payments/record.ts'
import { makeBills } from './bill-campaign.ts'
import { campaignLine } from './bill-lines.ts'
import { collectBill } from './collect-bill.ts'
import { isBillable } from './unbilled.ts'

/**
 * From now on the agency pays. What there was before is its clients' to pay: their stretches are closed and on bills before
 * anything counts for the agency; who owes something of these is asked by the job, or by the timetable where the message is lost.
 */
export async function beginManualBill(
  deps: CollectDeps & { queues: AllQueues },
  agency: Company,
  by: string,
): Promise<void> {
  const { db, now, queues } = deps
  if (agency.manualBill) return
  if (!hasCard(await db.billing.get(agency.id)))
    throw invalid({ companyId: 'This agency has no card on file. It must save one first.' })
  const made = await mapConcurrent(await allCampaigns(db, agency), (campaign) =>
    makeBills(deps, campaign, { why: 'payer', payer: 'client' }),
  )
  if (!(await db.manualBill.findOpen(agency.id))) await db.manualBill.begin(agency.id, by, now())
  await db.company.update(agency.id, { manualBill: true })
  const messages = made
    .flatMap(({ bills }) => bills)
    .map(({ companyId, campaignId, key }) => ({ message: { companyId, campaignId, key }, group: agency.id }))
  await queues.sendMany('billCampaign', messages)
}

const MOST_LINES = 50

/** As many lines as an invoice shows; what the others add stands in the last one. */
function shownLines(lines: readonly InvoiceLine[], amountCents: number): InvoiceLine[] {
  const shown = lines.slice(0, MOST_LINES)
  const rest = amountCents - shown.reduce((sum, line) => sum + line.amountCents, 0)
  return rest === 0 ? shown : [...shown, { label: 'Other campaigns', amountCents: rest }]
}

const refOf = ({ campaignId, key }: Pick<CampaignBill, 'campaignId' | 'key'>) => `${campaignId}#${key}`
const keyHead = (agencyId: string) => `manual-bill-${agencyId}-`
export const manualInvoiceKey = ({ agencyId, startedAt }: Pick<ManualBill, 'agencyId' | 'startedAt'>): string =>
  `${keyHead(agencyId)}${startedAt}`

/**
 * The bills of the campaigns that lines of such an invoice name, in the order of the lines, read as far as one that is asked for.
 * Empty for another invoice.
 */
export async function billsOnLines(
  db: Db,
  { companyId: agencyId, key }: Pick<Payment, 'companyId' | 'key'>,
  most: number,
): Promise<CampaignBill[]> {
  const head = keyHead(agencyId)
  const period = key.startsWith(head) ? await db.manualBill.find(agencyId, Number(key.slice(head.length))) : undefined
  const bills: CampaignBill[] = []
  for (const ref of period?.bills ?? []) {
    if (bills.length >= Math.min(most, MOST_LINES)) break
    const [campaignId = '', billKey = ''] = ref.split('#')
    const campaign = await db.campaign.findById(campaignId)
    const bill = campaign && (await db.campaignBill.find(campaign, billKey))
    if (bill && bill.sums.agencyPaysCents > 0) bills.push(bill)
  }
  return bills
}

type Named = { bill: CampaignBill; name: string; line: ProductLine }

async function billsOf(
  { db }: CollectDeps,
  campaigns: readonly Campaign[],
  { startedAt }: ManualBill,
): Promise<Named[]> {
  const all = await mapConcurrent(campaigns, async (campaign) =>
    (await db.campaignBill.list(campaign, true))
      .filter(({ manualBillAt }) => manualBillAt === startedAt)
      .map((bill) => ({ bill, name: campaign.name, line: campaign.line })),
  )
  return all.flat()
}

function earnedBy(bills: readonly Named[]): Earned {
  const earned: Earned = {}
  for (const { bill, line } of bills) {
    const known = earned[line] ?? { wholesaleCents: 0, rootCents: 0 }
    earned[line] = {
      wholesaleCents: known.wholesaleCents + bill.sums.agencyPaysCents,
      rootCents: known.rootCents + rootCentsOf(bill.items),
    }
  }
  return earned
}

const sumOf = (bills: readonly Named[]) => bills.reduce((sum, { bill }) => sum + bill.sums.agencyPaysCents, 0)

/** Others may bill the campaign at the same time. */
const MOST_CARRIES = 20

/**
 * What is too small for an invoice of its own is on the next bill of its campaign, no matter who pays that: of a client's payment it is
 * taken with the rest of what its agency owes.
 */
async function carryOn({ db }: CollectDeps, { companyId, campaignId: id, key }: CampaignBill): Promise<void> {
  for (let round = 0; round < MOST_CARRIES; round++) {
    const bill = await db.campaignBill.find({ companyId, id }, key)
    if (!bill || bill.isDone) return
    const state = await db.campaignBill.findState({ companyId, id })
    const { clientCents, agencyCents } = state.carry
    const carry = { clientCents, agencyCents: agencyCents + bill.sums.agencyPaysCents }
    if (await db.campaignBill.finishCarried(bill, state, carry)) return
  }
  throw new WriteConflict(`What is left of ${key} of ${id} could not be carried.`)
}

/**
 * Charges the last invoice of a time in which an agency was billed by hand, for the bills that were there when it was decided. One
 * that was made afterwards is charged by itself.
 */
async function collectToDate(
  deps: CollectDeps,
  agency: Company,
  period: ManualBill,
): Promise<{ charged: Collected | undefined; amountCents: number }> {
  const { db } = deps
  const found = await billsOf(deps, await allCampaigns(db, agency), period)
  const decided =
    period.amountCents === undefined
      ? await db.manualBill.decide(
          period,
          sumOf(found),
          found.map(({ bill }) => refOf(bill)),
        )
      : period
  const amountCents = decided.amountCents ?? 0
  const refs = new Set(decided.bills)
  // In the order that was decided: lines of the invoice are found again by it.
  const byRef = new Map(found.map((each) => [refOf(each.bill), each]))
  const together = decided.bills.flatMap((ref) => byRef.get(ref) ?? [])
  let charged: Collected | undefined
  if (amountCents > SMALLEST_CHARGE_CENTS) {
    const lines = together
      .filter(({ bill }) => bill.sums.agencyPaysCents > 0)
      .map(({ bill, name }) => ({ label: campaignLine(name), amountCents: bill.sums.agencyPaysCents }))
    charged = await collect(deps, {
      company: agency,
      key: manualInvoiceKey(period),
      purpose: 'invoice',
      about: 'leads',
      amountCents,
      description: 'Leads to date',
      lines: shownLines(lines, amountCents),
      facts: { earned: earnedBy(together) },
    })
  }
  // Of one that is not known yet the bills stay open: they are looked at again.
  if (charged?.is !== 'open')
    for (const { bill } of together.filter((each) => !each.bill.isDone))
      await (charged ? db.campaignBill.finish(bill) : carryOn(deps, bill))
  // One that was made as it was decided may hold what is too small for a card.
  for (const { bill } of found.filter((each) => !each.bill.isDone && !refs.has(refOf(each.bill))))
    if (bill.sums.agencyPaysCents > SMALLEST_CHARGE_CENTS) await collectBill(deps, bill)
    else await carryOn(deps, bill)
  return { charged, amountCents }
}

export type Ended = { stopped: number; charged: Collected | undefined; amountCents: number }

/**
 * Puts all that is not billed yet on bills of the agency; those that stand on no invoice with others are asked for at once. `isLate`:
 * only what was sold since; a small sum that is carried by then waits.
 */
async function billToDate(deps: CollectDeps, agency: Company, { isLate = false } = {}): Promise<void> {
  const { db } = deps
  const made = await mapConcurrent(await allCampaigns(db, agency), async (campaign) => {
    const meter = isLate ? await db.lead.findMeter(campaign, true) : undefined
    if (isLate && !(meter && isBillable(meter))) return { bills: [] }
    return makeBills(deps, campaign, { why: 'payer', payer: 'agency' })
  })
  for (const bill of made.flatMap(({ bills }) => bills))
    if (bill.manualBillAt === undefined) await collectBill(deps, bill)
}

/**
 * What was started since the last look is stopped as well and billed to the agency, and so are leads of one that somebody paused again
 * by now. Answers how many were stopped.
 */
async function stopLate(deps: CollectDeps, agency: Company): Promise<number> {
  const stopped = await stopCampaigns(deps, agency, 'manual_bill_stop')
  await billToDate(deps, agency, { isLate: true })
  return stopped
}

/** Somebody may start a campaign between the look that finds none running and the end. */
const MOST_ENDS = 6

/**
 * The agency stops paying in one write that is refused while anything runs, so a crash at any line leaves it paying, or nothing running;
 * and that is refused where anything was started since the look at what was sold, so none of the agency's leads is left to a client's
 * bill. Answers how many were stopped on the way.
 */
async function stopPaying(deps: CollectDeps, agency: Company): Promise<number> {
  const { db, report } = deps
  let stopped = 0
  for (let round = 0; round < MOST_ENDS; round++) {
    // Somebody else has ended it at the same time: what runs by now is the clients' to pay.
    if (!(await db.company.findFresh(agency.id))?.manualBill) return stopped
    // Before the look: a start that comes after it makes another number, also where it was stopped again at once.
    const starts = await db.node.countStarts(agency.id)
    stopped += await stopLate(deps, agency)
    if (await db.company.endManualBill(agency, starts)) return stopped
  }
  // Nothing runs for several looks, and its count says otherwise: a wrong count keeps nobody in manual billing.
  report('the count of active campaigns is wrong', new Error(agency.id))
  await db.company.update(agency.id, { manualBill: false })
  return stopped + (await stopLate(deps, agency))
}

/**
 * Campaigns stop while the agency still pays for them, so that none runs on nobody's account: also those that somebody starts while
 * the invoice is paid, which takes some seconds, or just before the end. A start that was judged before the agency stopped paying and
 * comes after it is refused by the table. A card that is declined does not keep the agency in manual billing: what it owes stays open
 * like any failed payment.
 */
export async function endManualBill(deps: CollectDeps, agency: Company): Promise<Ended> {
  const { db, now } = deps
  const nothing = { stopped: 0, charged: undefined, amountCents: 0 }
  if (!agency.manualBill) return nothing
  const open = await db.manualBill.findOpen(agency.id)
  // Somebody else has ended it since the agency was read.
  if (!open && !(await db.company.findFresh(agency.id))?.manualBill) return nothing
  const running = await stopCampaigns(deps, agency, 'manual_bill_stop')
  await billToDate(deps, agency)
  const ended = open ? await collectToDate(deps, agency, open) : { charged: undefined, amountCents: 0 }
  if (open) await db.manualBill.end(open, now())
  const late = await stopPaying(deps, agency)
  return { stopped: running + late, ...ended }
}

/** The call that ends manual billing takes no longer. */
const ENDS_WITHIN = 5 * MINUTE

/** Goes on with a bill that stands on such an invoice, where the call that ended manual billing crashed before it was paid. */
export async function collectTogether(deps: CollectDeps, bill: CampaignBill): Promise<'done' | 'open'> {
  const { db, now } = deps
  const [agency, period] = await Promise.all([
    db.company.get(bill.agencyId),
    bill.manualBillAt === undefined ? undefined : db.manualBill.find(bill.agencyId, bill.manualBillAt),
  ])
  if (!period) return collectBill(deps, bill)
  if (period.amountCents === undefined) {
    if (bill.createdAt + ENDS_WITHIN > now()) return 'open'
    await endManualBill(deps, { ...agency, manualBill: true })
  } else await collectToDate(deps, agency, period)
  const after = await db.campaignBill.find({ companyId: bill.companyId, id: bill.campaignId }, bill.key)
  return after?.isDone === false ? 'open' : 'done'
}
