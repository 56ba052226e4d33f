// The worker's half of an invoice run: the invoice of one agency, under a key made of facts. So it may crash anywhere, and come twice.
import type { InvoiceRun } from '#shared/jobs.ts'
import { type CollectDeps, summaryOf } from '../payments/record.ts'
import { trueUp } from './true-up.ts'

/** Makes what one message asks for. */
export async function makeInvoices(deps: CollectDeps, run: InvoiceRun): Promise<string> {
  const agency = await deps.db.company.get(run.agencyId)
  const charged = await trueUp(deps, agency, run)
  return `${run.what}: ${summaryOf(charged ? [charged] : [])}`
}
