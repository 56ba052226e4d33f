// What all clients of an agency brought it, from one row for each of its days: what its bills come to is added to the row in the
// transaction that writes the bill, and what its clients paid is counted anew, a while after each payment changed.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import { addMargins, chargedSums, type Margin, marginFrom } from '#shared/money/margin.ts'
import { ofGroup, type Sums } from '#shared/reports/sums.ts'
import type { Db } from '../../data/index.ts'

type Deps = { db: Pick<Db, 'daySums'>; now: () => number }

/** The one group of these sums: they are not kept apart. */
const GROUP = 'all'
const none = { costCents: 0, feeCents: 0, byHandCents: 0 }

const demandedOn = ({ createdAt }: Payment): string => dayIn(SYSTEM_ZONE, createdAt)

/** What became of a client's payments for its campaigns, by the day on which they were demanded. */
export function chargedByDay(payments: readonly Payment[]): Map<string, Sums> {
  const ofCampaigns = payments.filter(({ campaignId }) => campaignId !== null)
  return new Map(
    [...Map.groupBy(ofCampaigns, demandedOn)].map(([day, all]) => [day, { [GROUP]: { ...chargedSums(all) } }]),
  )
}

/** Days of demand of what was demanded, declined or ended on some days of UTC. */
export function touchedDays(payments: readonly Payment[], utcDays: readonly string[]): string[] {
  const isIn = (at: number | null) => at !== null && utcDays.includes(dayIn('UTC', at))
  const touched = payments.filter(({ createdAt, failedAt, endedAt }) => [createdAt, failedAt, endedAt].some(isIn))
  return [...new Set(touched.map(demandedOn))]
}

/** Counts what a client paid of some days anew, for its agency. */
export async function countCharged(
  { db, now }: Deps,
  { id, agencyId }: { id: string; agencyId: string },
  payments: readonly Payment[],
  days: readonly string[],
): Promise<void> {
  const countedAt = now()
  const charged = chargedByDay(payments)
  for (const day of days)
    await db.daySums.savePart('MARGIN', agencyId, id, { day, sums: charged.get(day) ?? {}, countedAt })
}

/** The margin of all clients of an agency by month, the newest first, between two days, both included (zone of the system). */
export async function agencyMargins(
  db: Pick<Db, 'lead' | 'daySums'>,
  agency: Pick<Company, 'id'>,
  start: string,
  end: string,
): Promise<{ month: string; margin: Margin }[]> {
  const [billed, paid] = await Promise.all([
    db.lead.billedByDay(agency.id, start, end),
    db.daySums.list('MARGIN', agency.id, start, end),
  ])
  const parts = [
    ...billed.map(({ day, ...sums }) => ({ day, margin: marginFrom({ chargedCents: 0, unpaidCents: 0 }, sums) })),
    ...paid.map(({ day, sums }) => {
      const { chargedCents = 0, unpaidCents = 0 } = ofGroup(sums, GROUP)
      return { day, margin: marginFrom({ chargedCents, unpaidCents }, none) }
    }),
  ]
  return [...Map.groupBy(parts, ({ day }) => day.slice(0, 7))]
    .map(([month, all]) => ({ month, margin: addMargins(all.map(({ margin }) => margin)) }))
    .filter(({ margin }) => Object.values(margin).some((amountCents) => amountCents !== 0))
    .toSorted((a, b) => (a.month < b.month ? 1 : -1))
}
