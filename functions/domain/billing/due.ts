// Which agencies are due on a day, one message each: the timetable's half of an invoice run. It may come twice or late, and be asked
// for by hand for any day.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { InvoiceRun } from '#shared/jobs.ts'
import type { Company } from '#shared/model/company.ts'
import type { CompanyListItem } from '#shared/model/node.ts'
import { MinimumFacts } from '#shared/money/minimum-facts.ts'
import { endedWithin, heldUntil, minimumPlanOf } from '#shared/money/minimum-spend.ts'
import { planHeldUntil } from '../../data/billing/minimum-spend.ts'
import type { Db } from '../../data/index.ts'
import { rootHeldUntil } from '../../data/settings/setting.ts'
import type { AllQueues } from '../../gateways/queue.ts'
import { batches } from '../companies/batches.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Deps = { db: Db; queues: AllQueues }
type Day = { today: string; timeZone: string }

async function forEachRoot(
  { db, queues }: Deps,
  at: number,
  dueOf: (root: Company, day: Day) => AsyncIterable<readonly InvoiceRun[]>,
): Promise<number> {
  let sent = 0
  // The zone of billing, not one that a root may change: a month would end on another day, and be charged once more.
  const day = { today: dayIn(SYSTEM_ZONE, at), timeZone: SYSTEM_ZONE }
  for (const root of await db.company.listRoots()) {
    for await (const runs of dueOf(root, day)) {
      await queues.sendMany(
        'makeInvoices',
        runs.map((message) => ({ message })),
      )
      sent += runs.length
    }
  }
  return sent
}

/** Plans of a root, each read once for all agencies that have it. */
function openPlans({ minimumSpend }: Pick<Db, 'minimumSpend'>, rootId: string) {
  const plans = new Map<string, ReturnType<typeof minimumSpend.find>>()
  return (planId: string) => {
    const known = plans.get(planId) ?? (planId ? minimumSpend.find(rootId, planId) : Promise.resolve(undefined))
    plans.set(planId, known)
    return known
  }
}

/** Agencies whose minimum-spend month ended within the last days, where something may be required for it. */
export const sendMonths = (deps: Deps, at: number): Promise<number> =>
  forEachRoot(deps, at, async function* (root, day) {
    const minimumOfRoot = await deps.db.setting.findRootMinimums(root.id)
    const planOf = openPlans(deps.db, root.id)
    const runOf = async ({ companyId: agencyId, facts, createdAt }: CompanyListItem): Promise<InvoiceRun[]> => {
      const month = endedWithin({ minimumAgreedAt: facts.minimumAgreedAt, createdAt }, day)
      if (!month) return []
      const held = heldUntil(MinimumFacts.parse(facts), facts.minimumBefore, month.endsAt)
      const { minimumSpendPlanId: planId, hasDeveloperAgreement: isDeveloper } = held
      const plan = await planOf(planId)
      const minimum = minimumPlanOf({
        plan: plan && planHeldUntil(plan, month.endsAt),
        root: rootHeldUntil(minimumOfRoot, month.endsAt),
        hasDeveloperAgreement: isDeveloper,
      })
      if (!minimum) return []
      const known = {
        planId,
        isDeveloper,
        monthsCents: [...minimum.monthsCents],
        flatMonthCents: minimum.flatMonthCents,
      }
      return [{ what: 'month', agencyId, ...day, minimum: known }]
    }
    const list = { parentId: root.id, kind: 'agency', sort: 'createdAt', order: 'asc' } as const
    for await (const nodes of batches(deps.db, list)) yield (await mapConcurrent(nodes, runOf)).flat()
  })
