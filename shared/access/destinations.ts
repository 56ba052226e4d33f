// Whose tools and addresses a campaign's leads go to: those of its client, and those of its agency beside them.
import type { Campaign } from '../model/campaign.ts'
import type { Role } from './roles.ts'

/** What goes to an agency's own places, their names and what they answered are not its clients' to see, to test or to send again. */
export const seesDestination = (
  role: Role,
  destination: { companyId: string },
  campaign: Pick<Campaign, 'companyId'>,
): boolean => role !== 'client' || destination.companyId === campaign.companyId
