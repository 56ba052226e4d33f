// The run that makes invoices. A timetable entry says which agencies are due, one message each; a worker makes the invoices of one
// agency, under keys made of facts. So it may die anywhere, come twice or late, and be asked for by hand for any day.
import { dayIn } from '#shared/dates.ts'
import type { InvoiceRun } from '#shared/jobs.ts'
import type { Company } from '#shared/model/company.ts'
import type { CompanyNode } from '#shared/model/node.ts'
import { endedWithin, LATE_DAYS, minimumPlanOf, type RootMinimum } from '#shared/money/minimum-spend.ts'
import type { Db } from '../data/index.ts'
import type { Queues } from '../gateways/queue.ts'
import { allMarked } from './all-marked.ts'
import type { CollectDoors, Collected } from './collect.ts'
import { batches } from './company-export.ts'
import { billByTerm } from './manual-billing.ts'
import { mapSome } from './map-some.ts'
import { minimumStartOn } from './minimum-spend.ts'
import { retryAll } from './retry-payments.ts'
import { trueUp } from './true-up.ts'

type Doors = { db: Db; queues: Queues }
type Day = { today: string; timeZone: string }

async function forEachRoot(
  { db, queues }: Doors,
  at: number,
  what: 'terms' | 'month',
  dueOf: (root: Company, day: Day) => AsyncIterable<readonly string[]>,
): Promise<number> {
  let sent = 0
  for (const root of await db.company.listRoots()) {
    const day = { today: dayIn(root.timeZone, at), timeZone: root.timeZone }
    for await (const agencyIds of dueOf(root, day)) {
      await mapSome(agencyIds, (agencyId) => queues.send('makeInvoices', { what, agencyId, ...day }))
      sent += agencyIds.length
    }
  }
  return sent
}

/** Agencies that are billed by hand. Which of their campaigns are due is seen when they are billed. */
export const sendTerms = (doors: Doors, at: number): Promise<number> =>
  forEachRoot(doors, at, 'terms', (root) =>
    allMarked(doors.db, { parentId: root.id, kind: 'agency', tag: 'direct_payment' }),
  )

/** Whether a month of an agency's ended within the last days, and something may be required for it. */
function isMonthDue(
  { facts, createdAt }: CompanyNode,
  root: RootMinimum | undefined,
  { today, timeZone }: Day,
): boolean {
  const { minimumAgreedAt, hasDeveloperAgreement, minimumSpendPlanId } = facts
  const isRequired = minimumSpendPlanId !== '' || minimumPlanOf({ plan: undefined, root, hasDeveloperAgreement })
  const startOn = minimumStartOn({ minimumAgreedAt, createdAt }, timeZone)
  return Boolean(isRequired) && endedWithin(startOn, today, LATE_DAYS) !== undefined
}

/** Agencies whose minimum-spend month ended. */
export const sendMonths = (doors: Doors, at: number): Promise<number> =>
  forEachRoot(doors, at, 'month', async function* (root, day) {
    const minimum = await doors.db.setting.findRootMinimum(root.id)
    const list = { parentId: root.id, kind: 'agency', sort: 'created_at', order: 'asc' } as const
    for await (const nodes of batches(doors.db, list))
      yield nodes.filter((node) => isMonthDue(node, minimum, day)).map(({ companyId }) => companyId)
  })

async function make(doors: CollectDoors, run: InvoiceRun): Promise<Collected[]> {
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
  for (const { is } of await make(doors, run)) count[is]++
  return `${run.what}: ${count.paid} charged, ${count.failed} declined, ${count.open} not known yet`
}
