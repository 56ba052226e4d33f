// The end of a minimum-spend month: what was spent is compared with what was required, once, and the difference is charged. A
// month that is charged is decided by its payment; one that is not leaves a row with what it carries into the next.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import type { InvoiceRun } from '#shared/jobs.ts'
import type { Company } from '#shared/model/company.ts'
import { MinimumFacts } from '#shared/money/minimum-facts.ts'
import {
  type EndedMonth,
  endedWithin,
  heldUntil,
  planMinimumSpend,
  requiredCents,
  type SpendMonth,
} from '#shared/money/minimum-spend.ts'
import type { DecidedTrueUp } from '../../data/billing/minimum-spend.ts'
import { collect, goOn } from '../payments/collect.ts'
import type { CollectDeps, Collected } from '../payments/record.ts'
import { wholesaleBetween } from './agency-spend.ts'
import { findMinimum } from './minimum-spend.ts'

/** Nothing is required of months that begin after the day on which the contract ended. */
const isAfterContract = ({ cancelledAt, timeZone }: Company, { fromOn }: SpendMonth): boolean =>
  cancelledAt !== null && fromOn > dayIn(timeZone, cancelledAt)

type Month = Pick<InvoiceRun, 'today' | 'timeZone' | 'minimum'>

/** What is owed for a month by what held when it ended; undefined where nothing was required then. */
async function plan(
  { db, now }: CollectDeps,
  agency: Company,
  { endsAt, ...month }: EndedMonth,
  { carriedCents, timeZone, known }: { carriedCents: number; timeZone: string; known: Month['minimum'] },
) {
  const held = heldUntil(MinimumFacts.parse(agency), agency.minimumBefore, endsAt)
  // Who sent the message knew the agency as it is listed.
  const isKnown = known?.planId === held.minimumSpendPlanId && held.hasDeveloperAgreement === known.isDeveloper
  const minimum = isKnown ? known : await findMinimum(db, { ...agency, ...held }, endsAt)
  if (!minimum) return undefined
  const enoughCents = requiredCents(minimum, month.month)
  const spentCents = await wholesaleBetween(db, agency, month, { timeZone, enoughCents })
  const isExcluded = held.excludesMinimumSpend
  const found = planMinimumSpend(minimum, { month: month.month, spentCents, carriedCents, isExcluded })
  if (found.dueCents === 0)
    await db.minimumSpend.decideTrueUp({ ...month, ...found, companyId: agency.id, spentCents, decidedAt: now() })
  const lines = [
    { label: `Minimum of ${month.fromOn} to ${month.toOn}`, amountCents: found.requiredCents },
    { label: 'Spent', amountCents: -Math.min(spentCents, found.requiredCents) },
    { label: 'Carried over', amountCents: carriedCents },
  ]
  return { dueCents: found.dueCents, lines: lines.filter(({ amountCents }) => amountCents !== 0) }
}

/** What the month before left over. A row of an older one says nothing: the one in between was charged with all that was carried. */
const carriedInto = ({ fromOn }: SpendMonth, latest: DecidedTrueUp | undefined): number =>
  latest && addDays(latest.toOn, 1) === fromOn ? latest.carryCents : 0

/**
 * A month that began and ended while there was no contract asks nothing, also once the contract is brought back: before it is, the month
 * is decided, because a run that is late would find a contract.
 */
export async function decideWithoutContract(
  { db, now }: Pick<CollectDeps, 'db' | 'now'>,
  agency: Company,
): Promise<void> {
  const at = now()
  const month = endedWithin(agency, { today: dayIn(SYSTEM_ZONE, at), timeZone: SYSTEM_ZONE })
  if (!month || !isAfterContract(agency, month)) return
  const { endsAt: _, ...days } = month
  const latest = await db.minimumSpend.findLatestTrueUp(agency.id, month.toOn)
  const nothing = { requiredCents: 0, spentCents: 0, dueCents: 0, carryCents: carriedInto(month, latest) }
  await db.minimumSpend.decideTrueUp({ ...days, ...nothing, companyId: agency.id, decidedAt: at })
}

/** Undefined when nothing was to be charged. However often it runs for a day, a month is decided and charged once. */
export async function trueUp(
  deps: CollectDeps,
  agency: Company,
  { today, timeZone, minimum }: Month,
): Promise<Collected | undefined> {
  const { db } = deps
  const month = endedWithin(agency, { today, timeZone })
  if (!month || isAfterContract(agency, month)) return undefined
  const key = `true-up-${agency.id}-${month.toOn}`
  const [known, latest] = await Promise.all([
    db.payment.find({ companyId: agency.id, key }),
    db.minimumSpend.findLatestTrueUp(agency.id, month.toOn),
  ])
  if (known) return goOn(deps, known)
  if (latest?.toOn === month.toOn) return undefined
  const carriedCents = carriedInto(month, latest)
  const found = await plan(deps, agency, month, { carriedCents, timeZone, known: minimum })
  if (!found || found.dueCents === 0) return undefined
  return collect(deps, {
    company: agency,
    key,
    purpose: 'invoice',
    about: 'true-up',
    amountCents: found.dueCents,
    description: 'Minimum spend true-up',
    lines: found.lines,
    facts: { periodFromOn: month.fromOn, periodToOn: month.toOn },
  })
}
