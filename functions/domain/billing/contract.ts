// The contract of an agency with the platform: how it ends, what then stands still, and how a root brings it back.
import { conflict, invalid, refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { AllQueues } from '../../gateways/queue.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import type { CollectDeps } from '../payments/record.ts'
import { askLastBills } from './bill-run.ts'
import { endManualBill } from './manual-billing.ts'
import { decideWithoutContract } from './true-up.ts'

/**
 * Ends it: nothing new begins from this moment, what runs is stopped, and what was not billed to the agency yet is
 * charged.
 * After a crash in between, the next try does the rest.
 */
export async function cancelContract(
  deps: CollectDeps & { queues: AllQueues },
  company: Company,
  reason: string,
): Promise<void> {
  const { db, now } = deps
  if (company.kind !== 'agency') throw invalid({ companyId: 'Only the subscription of an agency can be cancelled.' })
  const isFirst = await db.company.cancelContract(company, reason, now())
  const stopped = await stopCampaigns(deps, company, 'contract_cancelled')
  const { charged } = await endManualBill(deps, company)
  await askLastBills(deps, company)
  if (!isFirst && stopped === 0 && !charged) throw conflict('The subscription is cancelled already.')
}

export async function resumeContract(
  deps: { db: Db; now: () => number },
  company: Company,
  actor: UserActor,
): Promise<void> {
  if (actor.role !== 'root') throw refused('Only the platform can bring a cancelled subscription back.')
  await decideWithoutContract(deps, company)
  await deps.db.company.update(company.id, { cancelledAt: null, cancelReason: '' })
}
