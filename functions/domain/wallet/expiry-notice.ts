// Tells people of a wallet that some of its credit expires soon: thirty days before, and seven.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import { toDollars } from '#shared/money/cents.ts'
import { creditOf } from '#shared/money/lots.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { tellPeople } from '../mail/tell-people.ts'
import { currentWallet } from './top-up.ts'

/** How long before the day people hear of it. */
const DAYS_BEFORE = [30, 7] as const
/** A run that fails, or does not come at all, is made up for by those of the days after it. */
const DAYS_LATE = 2

type Deps = { db: Db; queues: Pick<Queues, 'send'>; now: () => number }

/** One mail to each of its people for each day on which some of it expires, about as much as is left of it now. */
async function tellCompany(deps: Deps, companyId: string, before: number): Promise<number> {
  const company = await deps.db.company.find(companyId)
  if (!company || company.deletedAt !== null) return 0
  const dayOf = (at: number) => dayIn(SYSTEM_ZONE, at)
  const last = addDays(dayOf(deps.now()), before)
  const first = addDays(last, -DAYS_LATE)
  const wallet = await currentWallet(deps, companyId)
  const lots = await deps.db.ledger.listUnused(wallet)
  const days = [...new Set(lots.map(({ expiresAt }) => dayOf(expiresAt)))].filter((day) => first <= day && day <= last)
  for (const day of days) {
    const onDay = lots.filter(({ expiresAt }) => dayOf(expiresAt) === day)
    await tellPeople(deps, company, 'creditExpires', {
      id: `${before}-${day}`,
      facts: { amount: `$${toDollars(creditOf(onDay, wallet.outCents))}`, day },
    })
  }
  return days.length
}

/**
 * Tells the people of all wallets whose credit expires in thirty or in seven days. Answers how many wallets and days that were; may run
 * twice, because a mail has the same id then. One wallet that cannot be told of does not keep the others from it.
 */
export async function tellOfExpiry(deps: Deps, errors: unknown[]): Promise<number> {
  let told = 0
  for (const before of DAYS_BEFORE) {
    // A day of any zone lies within these instants.
    const start = deps.now() + (before - DAYS_LATE - 1) * DAY
    const found = await deps.db.ledger.listExpiring(start, deps.now() + (before + 2) * DAY)
    // Nearly every wallet has some credit of these days, and all of them are looked at in one run.
    const days = await mapConcurrent(found, (companyId) =>
      tellCompany(deps, companyId, before).catch((error: unknown) => {
        errors.push(error)
        return 0
      }),
    )
    told += days.reduce((sum, each) => sum + each, 0)
  }
  return told
}
