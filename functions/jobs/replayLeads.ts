// Leads of some time go to a destination again. See domain/integrations/replay-range.
import { runReplay } from '../domain/integrations/replay-range.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('replayLeads', {
  run: (context) => runReplay(context, context.message),
  async failed({ db, message }) {
    await db.replay.fail(message)
  },
})
