// The contract of an agency with the platform: how it ends, what then stands still, and how a root brings it back.
import { DAY } from '#shared/dates.ts'
import { conflict, invalid, refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../data/index.ts'
import { stopCampaigns } from './stop-campaigns.ts'

type Doors = { db: Db; now: () => number }

/** For so long the people of an agency may still read what is theirs. */
export const READ_ON_MS = 30 * DAY

/** Ends it: nothing new begins from this moment, and then whatever runs is stopped. */
export async function cancelContract({ db, now }: Doors, company: Company, reason: string): Promise<void> {
  if (company.kind !== 'agency') throw invalid({ company_id: 'Only the subscription of an agency can be cancelled.' })
  const isFirst = await db.billing.cancel(company.id, reason, now())
  // Whoever died after the line above stops the rest with the next try.
  const stopped = await stopCampaigns(db, company, 'user')
  if (!isFirst && stopped === 0) throw conflict('The subscription is cancelled already.')
}

export async function resumeContract({ db }: Doors, company: Company, actor: UserActor): Promise<void> {
  if (actor.role !== 'root') throw refused('Only the platform can bring a cancelled subscription back.')
  await db.billing.resume(company.id)
}

/** Refuses what begins something new below an agency whose contract ended. */
export async function checkContract(db: Pick<Db, 'billing'>, company: Company): Promise<void> {
  const agencyId = company.kind === 'client' ? company.parentId : company.id
  const { cancelledAt } = await db.billing.get(agencyId ?? company.id)
  if (cancelledAt !== null)
    throw invalid({ company_id: 'The subscription of this agency is cancelled, so no campaign can be created.' })
}
