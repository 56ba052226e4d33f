// Which sheets of a campaign somebody may look at.
import type { UserActor } from '#shared/model/actor.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignSheet } from '#shared/model/campaign-sheet.ts'
import type { Db } from '../../data/index.ts'

/**
 * Sheets that lie in the agency's drive are its own, but they hold the leads of the client: a client is told of those, and not with
 * whom its agency shares them.
 */
export async function sheetsFor(
  { sheet }: Pick<Db, 'sheet'>,
  { role }: Pick<UserActor, 'role'>,
  campaign: Campaign,
): Promise<CampaignSheet[]> {
  const all = await sheet.list(campaign)
  if (role !== 'client') return all
  return all.map((each) =>
    each.ownerId === campaign.companyId ? each : { ...each, sharedWith: [], sharing: [], refused: [] },
  )
}
