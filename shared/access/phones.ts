// Who sees telephone numbers of leads.

import type { UserActor } from '../model/actor.ts'
import type { Campaign } from '../model/campaign.ts'
import type { Company } from '../model/company.ts'

/**
 * Whether somebody sees the numbers of a campaign's leads: nobody where its client is kept from them or the campaign
 * asks for none, and not the client where its agency hides those of the campaign.
 */
export const seesPhones = (
  actor: Pick<UserActor, 'role'>,
  client: Pick<Company, 'showsPhone'>,
  campaign: Pick<Campaign, 'hidesPhone' | 'hasPhone'>,
): boolean => client.showsPhone && campaign.hasPhone && !(actor.role === 'client' && campaign.hidesPhone)
