// Puts a campaign into the table, in any state, without asking whether anybody could have brought it there.
import type { Db } from '#functions/data/index.ts'
import type { Campaign, NewCampaign } from '#shared/model/campaign.ts'

type Home = { db: Pick<Db, 'campaignChange'> }

/** A second one of a name that its client has already gets its id behind it. */
export async function plantCampaign(at: Home | Home['db'], campaign: NewCampaign): Promise<Campaign> {
  const db = 'db' in at ? at.db : at
  const made = await db.campaignChange.create(campaign)
  const named = made === 'name_taken' ? { ...campaign, name: `${campaign.name} ${campaign.id}` } : undefined
  const planted = named ? await db.campaignChange.create(named) : made
  if (typeof planted === 'string') throw new Error(`The campaign ${campaign.name} could not be planted: ${planted}.`)
  return planted
}
