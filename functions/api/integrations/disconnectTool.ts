import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.disconnectTool, async ({ input, company, db, tell }) => {
  const { name, slug } = tools[input.integration_id]
  if (!(await db.tool.disconnect({ companyId: company.id, slug }))) throw notFound('connection')
  tell({ description: `Disconnected ${name} from ${company.name}`, before: { tool: name } })
  return { result: 'success' as const, message: messages.toolDisconnected }
})
