import { contracts } from '#shared/contracts/index.ts'
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import { connectByKeys } from '../../domain/connections/connect.ts'
import { handle } from '../../kit/handle.ts'
import { toToolDetail } from '../../wire/integrations/tool.ts'

/** Each try asks the tool: nobody tries keys of others without end. */
const MOST_AN_HOUR = 60

export default handle(contracts.integrations.connectTool, async (context) => {
  const { input, actor, company, db, now, tell } = context
  const tool = tools[input.integration_slug]
  if ((await db.guard.count('connect-tool', actor.userId, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('You tried many keys in an hour. Please wait a little.', HOUR / 1000)
  const connection = await connectByKeys(context, company.id, tool, input.settings)
  tell({ description: `Connected ${tool.name} with ${company.name}`, after: { tool: tool.name } })
  const data = toToolDetail(tool, { connection, available: await context.tools.available() })
  return { result: 'success' as const, message: messages.toolConnected, data }
})
