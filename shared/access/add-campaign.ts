// What of campaigns agencies keep for themselves: whether a client makes its own, whether it sees telephone numbers, and how they are
// sorted.
import type { UserActor } from '../model/actor.ts'
import type { Company } from '../model/company.ts'

/** Why somebody may not make a campaign of this client, as a sentence; null when they may. */
export const refusalToAddCampaign = (
  actor: Pick<UserActor, 'role'>,
  client: Pick<Company, 'disableClientAddCampaign'>,
): string | null =>
  actor.role === 'client' && client.disableClientAddCampaign
    ? 'Your agency makes campaigns for you. Please ask them for a new one.'
    : null

/** Why somebody may not put a campaign into another group of the agency; null when they may. */
export const refusalToSort = (
  actor: Pick<UserActor, 'role'>,
  before: string,
  asked: string | undefined,
): string | null =>
  actor.role === 'client' && asked !== undefined && asked !== before ? 'Your agency sorts campaigns into groups.' : null

/** Why somebody may not change whether a client sees the numbers of its leads; null when they may. */
export const refusalToShowPhone = (
  actor: Pick<UserActor, 'role'>,
  before: boolean,
  asked: boolean | undefined,
): string | null =>
  actor.role === 'client' && asked !== undefined && asked !== before
    ? 'Your agency decides whether telephone numbers are shown.'
    : null
