import { contracts } from '#shared/contracts/index.ts'
import { conflict } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { destinationOf } from '../../domain/integrations/find.ts'
import { whyNotSent } from '../../domain/integrations/ready.ts'
import { countReplay } from '../../domain/integrations/replay-range.ts'
import { requireLeads } from '../../domain/leads/may-read.ts'
import { handle } from '../../kit/handle.ts'
import { toRange, toReplayRow } from '../../wire/integrations/replay.ts'

export default handle(contracts.integrations.startReplay, async (context) => {
  const { input, company, db, queues, now, newId, tell } = context
  // They are read where they arrive.
  requireLeads(context.permissions)
  const slug = input.integration_id
  const of = destinationOf(company, slug, input.webhook_id)
  const at = now()
  const range = toRange(input, at)
  const [{ name, why }, { count, hasMore }] = await Promise.all([
    whyNotSent(db, slug, of),
    countReplay({ db }, of, range),
  ])
  if (why) throw conflict(why)
  if (count === 0) throw conflict(messages.nothingToReplay)
  const { companyId, id: destinationId } = of
  const replay = {
    ...range,
    id: newId('replay'),
    ownerId: companyId,
    destinationId,
    state: 'running' as const,
    total: count,
    hasMore,
    done: 0,
    step: 0,
    createdAt: at,
    updatedAt: at,
  }
  if (!(await db.replay.begin(replay))) throw conflict(messages.replayRuns)
  await queues.send('replayLeads', { companyId, destinationId, id: replay.id })
  tell({
    description: `Sent ${count === 1 ? 'a lead' : `${count} leads`} of ${company.name} to ${name} again`,
    after: {
      tool: name,
      which: range.kind,
      leads: count,
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
    },
  })
  return { result: 'success' as const, message: messages.replayBegan, data: toReplayRow(replay) }
})
