// Bills of a campaign. Each step finds itself again: the stretch of leads that was closed has no bill, then it has one, then
// everybody was asked for his part. So a bill that comes late, twice, to two workers at once, or after a crash puts each lead on
// one bill and charges each fee once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Closing, Frozen, Meter } from '#shared/campaigns/meter.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type BillState, type CampaignBill, stretchKey } from '#shared/model/campaign-bill.ts'
import {
  type AheadSums,
  aheadSums,
  type BillItem,
  type BillPayer,
  type BillSums,
  billSums,
  feeItems,
  hasNextBill,
} from '#shared/money/bill.ts'
import { billDays, feePeriods, nextBillAt } from '#shared/money/bill-dates.ts'
import type { LeadLines } from '#shared/money/lead-lines.ts'
import { billingInstant } from '#shared/money/periods.ts'
import type { Due } from '../../data/billing/campaign-bill.ts'
import type { Db } from '../../data/index.ts'
import { WriteConflict } from '../../data/lib/errors.ts'
import type { CollectDeps } from '../payments/record.ts'
import { findSalePrice, wholesaleAt } from '../pricing/prices.ts'
import { giveCreditBack } from '../purchases/credit-back.ts'
import { collectBill, isEmptyBill } from './collect-bill.ts'
import { isDueBack, isHeld, pays } from './unbilled.ts'

type Owner = Pick<Campaign, 'companyId' | 'id'>
type Deps = { db: Db; now: () => number; report: (what: string, error: unknown) => void }

/** A stretch that is closed now, no matter what is due. `payer`: who pays it; by the agency's present billing where it is left out. */
export type Cut = { why: Exclude<Closing, 'period'>; payer?: BillPayer }

/** `isProven` false: the leads in the table are not those that were counted, so nobody is charged until somebody has looked. */
export type Made = {
  bills: CampaignBill[]
  isProven: boolean
  /** Something was credited after the last bill, and no bill follows that could take it off. */
  isDueBack?: boolean
}

/** The fees of the periods that began since the bill before, each at the prices of its first instant. */
async function findFees(db: Db, campaign: Campaign, state: BillState, at: number) {
  const { dueAt, feePeriod } = state
  if (campaign.status !== 'active' || dueAt === null || dueAt > at || state.isFinal) return undefined
  const periods = feePeriods(campaign, { dueAt, at, feePeriod })
  const last = periods.at(-1)
  if (!last) return undefined
  const items: BillItem[] = []
  for (const { fromOn, toOn } of periods) {
    const from = billingInstant(fromOn)
    const retail = await findSalePrice(db, campaign, from)
    const agency = { id: campaign.agencyId, rootId: campaign.rootId }
    const wholesale = await wholesaleAt(db, agency, { line: campaign.line, term: campaign.term, at: from })
    items.push(...feeItems('campaign', retail, wholesale.agency, { fromOn, toOn }))
  }
  return { items, feePeriod: last.number }
}

/** Leads lie where they were stored; a clock that is wrong puts few of them elsewhere, for which all are looked at. */
async function isCounted(db: Db, campaign: Campaign, frozen: NonNullable<Meter['frozen']>, since: number) {
  const wanted = Object.entries(frozen.lines).filter(([, count]) => count !== 0)
  const isSame = (found: LeadLines) =>
    Object.keys(found).length === wanted.length && wanted.every(([line, count]) => found[line] === count)
  const near = { start: Math.max(0, since - DAY), end: frozen.at + DAY }
  if (isSame(await db.lead.countStretch(campaign, frozen.seq, near))) return true
  return isSame(await db.lead.countStretch(campaign, frozen.seq, { start: 0, end: Number.MAX_SAFE_INTEGER }))
}

/** An agency that is no more billed by hand gets one invoice of everything: also of what is too small for one of its own. */
function withoutCarry(sums: BillSums): BillSums {
  const { agencyCents } = sums.carry
  if (agencyCents <= 0) return sums
  return { ...sums, agencyPaysCents: agencyCents, carry: { ...sums.carry, agencyCents: 0 } }
}

/** The bill that is due next once a stretch is on a bill; undefined: it stays as it is. */
function dueAfter(campaign: Campaign, state: BillState, meter: Meter, { why, at }: Frozen): Due | undefined {
  if (why === 'payer') return undefined
  if (why === 'final' || why === 'term') return campaign.status === 'active' ? undefined : null
  // Another one became due since it was closed: the end of the campaign, or the day after its new start.
  if (state.isFinal || state.dueAt === null || state.dueAt > at) return undefined
  return dueOf(campaign, meter, at)
}

function dueOf(campaign: Campaign, meter: Meter, at: number): Due {
  const next = nextBillAt(campaign, at)
  const isWaiting = campaign.status === 'active' || isHeld(campaign) || pays(meter.lines, meter.credits).length > 0
  return next !== null && isWaiting ? { at: next, isFinal: false } : null
}

const isSome = ({ retailCents, wholesaleCents }: AheadSums) => retailCents !== 0 || wholesaleCents !== 0

type Seen = { campaign: Campaign; state: BillState; meter: Meter }

/** Who credited it while it was being billed found that a bill was due, and left it to that one, which was made without it. */
const isLeft = ({ campaign, state, meter }: Seen): boolean =>
  state.dueAt === null &&
  campaign.status !== 'active' &&
  !isHeld(campaign) &&
  pays(meter.lines, meter.credits).length > 0

/**
 * Whether a campaign never comes again, so that nothing small of it can wait. One that is archived, or has reached its end, may be started
 * again as often as somebody likes: what waits of it is on its next bill.
 */
const isGone = ({ status }: Campaign, why: Closing, cut: Cut | undefined): boolean =>
  why === 'final' && (status === 'removed' || (cut?.why === 'final' && status !== 'active'))

/** Puts the stretch that was closed on its bill. Undefined where somebody was faster, or anything changed meanwhile. */
async function putOnBill(
  { db, now }: Deps,
  { campaign, state, meter }: Seen,
  frozen: NonNullable<Meter['frozen']>,
  cut: Cut | undefined,
): Promise<CampaignBill | undefined> {
  const { seq, at, why, payer } = frozen
  const fees = why === 'period' ? await findFees(db, campaign, state, at) : undefined
  const items = [...(fees?.items ?? []), ...pays(frozen.lines, frozen.credits)]
  const isLast = isGone(campaign, why, cut) || !hasNextBill(campaign.term)
  const sums = billSums(items, { payer, carry: state.carry, isLast })
  const open = why === 'payer' && payer === 'agency' ? await db.manualBill.findOpen(campaign.agencyId) : undefined
  // What comes after its last invoice was decided stands on none with others: a small sum of it waits as ever.
  const manual = open?.amountCents === undefined ? open : undefined
  const ahead = aheadSums(frozen.lines, frozen.credits)
  const days = billDays(campaign, { at, isRegular: why === 'period', billedToOn: state.billedToOn })
  const bill: CampaignBill = {
    companyId: campaign.companyId,
    campaignId: campaign.id,
    agencyId: campaign.agencyId,
    rootId: campaign.rootId,
    key: stretchKey(seq),
    why,
    payer,
    term: campaign.term,
    ...days,
    items,
    sums: manual ? withoutCarry(sums) : sums,
    ...(isSome(ahead) && { ahead }),
    carried: state.carry,
    createdAt: at,
    ...(dayIn(SYSTEM_ZONE, now()) > dayIn(SYSTEM_ZONE, at) && { madeAt: now() }),
    ...(manual && { manualBillAt: manual.startedAt }),
    isDone: false,
  }
  const due = dueAfter(campaign, state, meter, frozen)
  const isMade = await db.campaignBill.make(campaign, seq, { ...bill, isDone: isEmptyBill(bill) }, state, {
    carry: bill.sums.carry,
    closedAt: at,
    billedToOn: days.toOn,
    ...(fees && { feePeriod: fees.feePeriod }),
    ...(due !== undefined && { due }),
  })
  return isMade ? bill : undefined
}

/** Whether a stretch that is closed for a reason has anything for a bill. */
async function hasBill(
  { db }: Deps,
  { campaign, state, meter }: Seen,
  why: Closing,
  { at, cut }: { at: number; cut: Cut | undefined },
): Promise<boolean> {
  if (pays(meter.lines, meter.credits).length > 0 || isSome(aheadSums(meter.lines, meter.credits))) return true
  const { clientCents, agencyCents } = state.carry
  if (why === 'payer' || isGone(campaign, why, cut)) return clientCents > 0 || agencyCents > 0
  return why === 'period' && ((await findFees(db, campaign, state, at))?.items.length ?? 0) > 0
}

const payerOf = async (db: Db, { agencyId }: Campaign): Promise<BillPayer> =>
  (await db.company.findFresh(agencyId))?.manualBill ? 'agency' : 'client'

/**
 * Everything of a campaign, in the order that makes it safe. The meter before the state: what is due is due for this stretch, or the
 * stretch is not closed. The state before the campaign: a start or an end that comes later changes it, so the bill is refused. And
 * once more the meter of a campaign that rests: by then it shows all its leads.
 */
async function look(db: Db, owner: Owner): Promise<Seen | 'changed' | undefined> {
  const meter = await db.lead.findMeter(owner, true)
  const state = await db.campaignBill.findState(owner)
  const campaign = meter && (await db.campaign.findFresh(owner))
  if (!meter || !campaign) return undefined
  if (campaign.status === 'active') return { campaign, state, meter }
  const after = await db.lead.findMeter(owner, true)
  const isSame = after?.seq === meter.seq && after.frozen?.seq === meter.frozen?.seq
  return isSame ? { campaign, state, meter: after } : 'changed'
}

/** Workers of the same campaign, and leads, may come between. */
const MOST_ROUNDS = 20
const WAIT_MS = 20

/**
 * Makes the bills that a campaign is to have: of what was closed and has none, of what is due, and of a cut. Nobody is asked for
 * money here. Throws `WriteConflict` where others were always faster.
 */
export async function makeBills(deps: Deps, owner: Owner, cut?: Cut): Promise<Made> {
  const { db, now, report } = deps
  const bills: CampaignBill[] = []
  let isCut = cut === undefined
  let proven = -1
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const seen = await look(db, owner)
    if (seen === 'changed') continue
    if (!seen) return { bills, isProven: true }
    const { campaign, state, meter } = seen
    if (meter.frozen) {
      if (proven !== meter.frozen.seq && !(await isCounted(db, campaign, meter.frozen, state.closedAt))) {
        const what = `${campaign.id} stretch ${meter.frozen.seq}`
        report('a bill waits: its leads are not those that were counted', new Error(what))
        return { bills, isProven: false }
      }
      proven = meter.frozen.seq
      const bill = await putOnBill(deps, seen, meter.frozen, cut)
      if (bill) bills.push(bill)
      // Leads of other campaigns count in the same day of the agency.
      else await sleep(Math.random() * WAIT_MS * (round + 1))
      continue
    }
    const at = now()
    const isDue = state.dueAt !== null && state.dueAt <= at
    const why = isCut ? (isDue ? (state.isFinal ? 'final' : 'period') : undefined) : cut?.why
    if (!why) {
      if (!isLeft(seen)) return { bills, isProven: true, isDueBack: isDueBack(state) }
      await db.campaignBill.saveState(campaign, state, { due: { at, isFinal: true } })
      continue
    }
    const isWaiting = why === 'period' && isHeld(campaign)
    if (!isWaiting && (await hasBill(deps, seen, why, { at, cut }))) {
      const payer = (isCut ? undefined : cut?.payer) ?? (await payerOf(db, campaign))
      if (await db.campaignBill.close(campaign, { seq: meter.seq, at, why, payer })) isCut = true
      continue
    }
    if (!isCut) {
      isCut = true
      continue
    }
    const due = why === 'final' ? null : dueOf(campaign, meter, at)
    // A fee of nothing is paid, too: it is not asked for later in the period.
    const fees = why === 'period' ? await findFees(db, campaign, state, at) : undefined
    await db.campaignBill.saveState(campaign, state, { due, ...(fees && { feePeriod: fees.feePeriod }) })
  }
  throw new WriteConflict(`The bills of ${owner.id} could not be made.`)
}

export type BilledCampaign = Made & { isOpen: boolean }

/**
 * Bills a campaign: what was closed before, what is due, and with `final` all that is not billed yet; then asks everybody for his
 * part. `isOpen`: of some charge nobody knows yet what became of it, and it is looked at again by itself.
 */
export async function billCampaign(
  deps: CollectDeps & Deps,
  campaign: Owner,
  { final = false }: { final?: boolean } = {},
): Promise<BilledCampaign> {
  const made = await makeBills(deps, campaign, final ? { why: 'final' } : undefined)
  let isOpen = false
  // What stands on an invoice with others is collected with them.
  for (const bill of made.bills)
    if (bill.manualBillAt === undefined && (await collectBill(deps, bill)) === 'open') isOpen = true
  if (made.isDueBack) await giveCreditBack(deps, campaign)
  return { ...made, isOpen }
}

/**
 * Asks for what stands on bills of a campaign that nobody was asked for yet, for the last time: those that wait for the timetable, because
 * a worker crashed after it made them, or for an account that takes no cards. Answers whether it is still not known what became of one.
 * What stands on an invoice with others waits.
 */
export async function collectRest(deps: CollectDeps, campaign: Owner): Promise<{ isOpen: boolean }> {
  let isOpen = false
  for (const bill of await deps.db.campaignBill.list(campaign, true))
    if (!bill.isDone && bill.manualBillAt === undefined && (await collectBill(deps, bill, { isLast: true })) === 'open')
      isOpen = true
  return { isOpen }
}

/** What a campaign would be billed now if it ended, by who pays at present. */
export async function findUnbilled(db: Db, campaign: Campaign): Promise<BillSums> {
  const [state, meter, payer] = await Promise.all([
    db.campaignBill.findState(campaign),
    db.lead.findMeter(campaign, true),
    payerOf(db, campaign),
  ])
  const frozen = meter?.frozen
  const items = [...pays(meter?.lines ?? {}, meter?.credits ?? {}), ...pays(frozen?.lines ?? {}, frozen?.credits ?? {})]
  return billSums(items, { payer, carry: state.carry, isLast: true })
}
