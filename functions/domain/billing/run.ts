// The worker's half of an invoice run: the invoices of one agency, under keys made of facts. So it may die anywhere, and come twice.
import type { InvoiceRun } from '#shared/jobs.ts'
import { type CollectDeps, type Collected, summaryOf } from '../payments/record.ts'
import { billByTerm } from './manual-billing.ts'
import { trueUp } from './true-up.ts'

async function make(deps: CollectDeps, run: InvoiceRun): Promise<Collected[]> {
  const agency = await deps.db.company.get(run.agencyId)
  if (run.what === 'month') return [(await trueUp(deps, agency, run)) ?? []].flat()
  const { charged, isMore } = await billByTerm(deps, agency, run)
  if (isMore) await deps.queues.send('makeInvoices', run)
  return charged
}

/** Makes what one message asks for. */
export async function makeInvoices(deps: CollectDeps, run: InvoiceRun): Promise<string> {
  return `${run.what}: ${summaryOf(await make({ ...deps, stopped: new Set() }, run))}`
}
