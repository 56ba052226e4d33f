// A change of state that a person asks for: allowed by the table of states, and made of the campaign as it is by then.
import { INVALID_CHANGE, nextState } from '#shared/campaigns/state.ts'
import { invalid, lostTo, notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign, CampaignStatus } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'

type Deps = { db: Db; now: () => number }

/** Others may edit or stop it in the same moment; then it is looked at again. */
const MOST_TRIES = 4

type Step = {
  to: CampaignStatus
  /** What the button says that it is now: a pause is of what runs, a return of what is archived. */
  from?: CampaignStatus
  /** Asked before each try, of the campaign as it is by then; throws what stands in the way. */
  mayMove?: (campaign: Campaign) => Promise<void>
}

/**
 * The campaign in its new state. What cannot follow from its present state is refused, also where somebody else was faster.
 */
export async function moveCampaign(
  { db, now }: Deps,
  asked: Campaign,
  client: Pick<Company, 'name'>,
  { to, from, mayMove }: Step,
): Promise<Campaign> {
  let campaign = asked
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const next = from && campaign.status !== from ? undefined : nextState(campaign, to, 'people')
    if (!next) throw invalid({ status: INVALID_CHANGE }, INVALID_CHANGE)
    await mayMove?.(campaign)
    if (
      await db.campaignChange.setStatus(campaign, next.status, next.statusReason, {
        at: now(),
        clientName: client.name,
      })
    )
      return { ...campaign, ...next }
    const found = await db.campaign.findFresh(campaign)
    if (!found || found.status === 'removed') throw notFound('campaign')
    campaign = found
  }
  throw lostTo({ status: messages.changedMeanwhile })
}
