import { contracts } from '#shared/contracts/index.ts'
import { destinationOf } from '../../domain/integrations/find.ts'
import { handle } from '../../kit/handle.ts'
import { toReplayRow } from '../../wire/integrations/replay.ts'

export default handle(contracts.integrations.latestReplay, async ({ input, company, db }) => {
  const replay = await db.replay.find(destinationOf(company, input.integration_id, input.webhook_id))
  return { data: replay ? toReplayRow(replay) : null }
})
