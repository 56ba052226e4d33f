// What stands in the way of each start, and what it charges: asked before anything is started.
import { send } from '../../api/client.ts'
import { useLookedUp } from '../../ui/use-looked-up.ts'
import type { CampaignRow } from './use-campaign-list.ts'

/** Dollars that the start charges, undefined where they could not be looked up; or why there is no start. */
export type StartLook = { chargeNow: number | undefined; reason?: string }

async function look({ id }: CampaignRow): Promise<StartLook> {
  try {
    const { data } = await send('campaigns.get', { id })
    if (data.missing) return { chargeNow: 0, reason: data.missing.message }
    const { data: cost } = await send('campaigns.startCharge', { id })
    return { chargeNow: cost.chargeNow }
  } catch {
    return { chargeNow: undefined }
  }
}

/** What is known of the starts of some campaigns, one after the other as it is. */
export const useStarts = (rows: readonly CampaignRow[]): ReadonlyMap<string, StartLook> =>
  useLookedUp(rows, ({ id }) => id, look)
