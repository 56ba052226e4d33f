import { contracts } from '#shared/contracts/index.ts'
import { conflict } from '#shared/errors.ts'
import { replayAll, replayOne } from '../../domain/integrations/replay.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.replayDeliveries, async (context) => {
  const { input, actor, campaign, db, queues, now, tell } = context
  const { delivery_id: id } = input
  const deps = { db, queues, now, role: actor.role }
  const { count, hasMore } = id ? await replayOne(deps, campaign, id) : await replayAll(deps, campaign)
  if (count === 0) throw conflict('Nothing of this campaign has failed, or it is being delivered again already.')
  // One that is named may have arrived before; whether it arrives again is seen later.
  const what = id ? 'a lead' : count === 1 ? 'a failed lead' : `${count} failed leads`
  tell({
    description: `Sent ${what} of the campaign ${campaign.name} again`,
    campaignId: campaign.id,
    after: { deliveries: count },
  })
  const message = count === 1 ? 'The lead is being delivered again.' : `${count} leads are being delivered again.`
  return { result: 'success' as const, message, replayed: count, has_more: hasMore ? ('T' as const) : ('F' as const) }
})
