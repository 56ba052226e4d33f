import { contracts } from '#shared/contracts/index.ts'
import { destinationOf } from '../../domain/integrations/find.ts'
import { countReplay } from '../../domain/integrations/replay-range.ts'
import { requireLeads } from '../../domain/leads/may-read.ts'
import { handle } from '../../kit/handle.ts'
import { toRange } from '../../wire/integrations/replay.ts'

export default handle(contracts.integrations.countReplay, async (context) => {
  const { input, company, db, now } = context
  // They are read where they arrive.
  requireLeads(context.permissions)
  const of = destinationOf(company, input.integration_id, input.webhook_id)
  const range = toRange(input, now())
  const { count, hasMore } = await countReplay({ db }, of, range)
  return { count, has_more: hasMore ? ('T' as const) : ('F' as const), to: new Date(range.to).toISOString() }
})
