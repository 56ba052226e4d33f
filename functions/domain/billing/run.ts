// The run that makes invoices. A timetable entry says which agencies are due, one message each; a worker makes the invoices of one
// agency, under keys made of facts. So it may die anywhere, come twice or late, and be asked for by hand for any day.
import { dayIn } from '#shared/dates.ts'
import type { InvoiceRun } from '#shared/jobs.ts'
import type { Company } from '#shared/model/company.ts'
import type { CompanyNode } from '#shared/model/node.ts'
import { endedWithin, LATE_DAYS, minimumPlanOf } from '#shared/money/minimum-spend.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { batches } from '../../wire/companies/export.ts'
import { mapSome } from '../lib/map-concurrent.ts'
import { hideCardsBelow } from '../payments/card-copies.ts'
import type { CollectDoors, Collected } from '../payments/collect.ts'
import { retryAll } from '../payments/retry.ts'
import { allMarked } from './all-marked.ts'
import { billByTerm } from './manual-billing.ts'
import { minimumStartOn } from './minimum-spend.ts'
import { trueUp } from './true-up.ts'

type Doors = { db: Db; queues: Queues }
type Day = { today: string; timeZone: string }

async function forEachRoot(
  { db, queues }: Doors,
  at: number,
  dueOf: (root: Company, day: Day) => AsyncIterable<readonly InvoiceRun[]>,
): Promise<number> {
  let sent = 0
  for (const root of await db.company.listRoots()) {
    const day = { today: dayIn(root.timeZone, at), timeZone: root.timeZone }
    for await (const runs of dueOf(root, day)) {
      await mapSome(runs, (run) => queues.send('makeInvoices', run))
      sent += runs.length
    }
  }
  return sent
}

/** Agencies that are billed by hand. Which of their campaigns are due is seen when they are billed. */
export const sendTerms = (doors: Doors, at: number): Promise<number> =>
  forEachRoot(doors, at, async function* (root, day) {
    for await (const ids of allMarked(doors.db, { parentId: root.id, kind: 'agency', tag: 'direct_payment' }))
      yield ids.map((agencyId) => ({ what: 'terms', agencyId, ...day }) as const)
  })

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
export const sendMonths = (doors: Doors, at: number): Promise<number> =>
  forEachRoot(doors, at, async function* (root, day) {
    const minimumOfRoot = await doors.db.setting.findRootMinimum(root.id)
    const planOf = openPlans(doors.db, root.id)
    const runOf = async ({ companyId: agencyId, facts, createdAt }: CompanyNode): Promise<InvoiceRun[]> => {
      const { minimumAgreedAt, hasDeveloperAgreement, minimumSpendPlanId: planId } = facts
      const startOn = minimumStartOn({ minimumAgreedAt, createdAt }, day.timeZone)
      if (endedWithin(startOn, day.today, LATE_DAYS) === undefined) return []
      const minimum = minimumPlanOf({ plan: await planOf(planId), root: minimumOfRoot, hasDeveloperAgreement })
      if (!minimum) return []
      const { monthsCents, flatMonthCents } = minimum
      return [{ what: 'month', agencyId, ...day, minimum: { planId, monthsCents: [...monthsCents], flatMonthCents } }]
    }
    const list = { parentId: root.id, kind: 'agency', sort: 'created_at', order: 'asc' } as const
    for await (const nodes of batches(doors.db, list)) yield (await mapSome(nodes, runOf)).flat()
  })

async function make(doors: CollectDoors, run: InvoiceRun): Promise<Collected[]> {
  if (run.what === 'cards') {
    await hideCardsBelow(doors, run)
    return []
  }
  const agency = await doors.db.company.get(run.agencyId)
  if (run.what === 'wallet') return retryAll(doors, agency.id, `w${run.topUpId}`, 'top-up')
  if (run.what === 'owed') return retryAll(doors, agency.id, run.why, run.by)
  if (run.what === 'month') return [(await trueUp(doors, agency, run)) ?? []].flat()
  const { charged, isMore } = await billByTerm(doors, agency, run)
  if (isMore) await doors.queues.send('makeInvoices', run)
  return charged
}

/** Makes what one message asks for. Answers one sentence for the log. */
export async function makeInvoices(doors: CollectDoors, run: InvoiceRun): Promise<string> {
  const count = { paid: 0, failed: 0, open: 0 }
  for (const { is } of await make({ ...doors, stopped: new Set() }, run)) count[is]++
  return `${run.what}: ${count.paid} charged, ${count.failed} declined, ${count.open} not known yet`
}
