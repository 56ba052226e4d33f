// The end of a minimum-spend month: what was spent is compared with what was required, once, and the difference is charged.
import { addDays } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { endedMonth, planMinimumSpend, type SpendMonth } from '#shared/money/minimum-spend.ts'
import type { DecidedTrueUp } from '../data/minimum-spend.ts'
import { wholesaleBetween } from './agency-spend.ts'
import { type CollectDoors, type Collected, collect } from './collect.ts'
import { findMinimum, minimumStartOn } from './minimum-spend.ts'

/** A run that did not come about is made up for within these days. */
const LATE_DAYS = 6

function findEnded(startOn: string, today: string): SpendMonth | undefined {
  for (let late = 0; late <= LATE_DAYS; late++) {
    const month = endedMonth(startOn, addDays(today, -late))
    if (month) return month
  }
  return undefined
}

async function decide(
  { db, now }: CollectDoors,
  agency: Company,
  month: SpendMonth,
): Promise<DecidedTrueUp | undefined> {
  const known = await db.minimumSpend.findTrueUp(agency.id, month.toOn)
  if (known) return known
  const minimum = await findMinimum(db, agency)
  if (!minimum) return undefined
  const [before, spentCents] = await Promise.all([
    db.minimumSpend.findTrueUpBefore(agency.id, month.toOn),
    wholesaleBetween(db, agency.id, month.fromOn, month.toOn),
  ])
  const found = planMinimumSpend(minimum, {
    month: month.month,
    spentCents,
    carriedCents: before?.carryCents ?? 0,
    isExcluded: agency.excludesMinimumSpend,
  })
  return db.minimumSpend.decideTrueUp({
    ...month,
    ...found,
    companyId: agency.id,
    spentCents,
    decidedAt: now(),
  })
}

/** Undefined when nothing was to be charged. However often it runs for a day, a month is decided and charged once. */
export async function trueUp(
  doors: CollectDoors,
  agency: Company,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<Collected | undefined> {
  const month = findEnded(await minimumStartOn(doors.db, agency, timeZone), today)
  const decided = month && (await decide(doors, agency, month))
  if (!decided || decided.dueCents === 0) return undefined
  return collect(doors, {
    ...{
      company: agency,
      key: `true-up-${agency.id}-${decided.toOn}`,
      purpose: 'invoice',
      amountCents: decided.dueCents,
    },
    description: 'Minimum spend true-up',
  })
}
