import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.switchOnTool, async ({ input, company, db, tell }) => {
  const { name, slug } = tools[input.integration_id]
  const connection = await db.tool.find({ companyId: company.id, slug })
  if (!connection) throw notFound('connection')
  if (!(await db.tool.switchOn(connection))) throw conflict(messages.toolIsOn)
  tell({
    description: `Switched ${name} of ${company.name} on again`,
    before: { tool: name, isOn: false },
    after: { tool: name, isOn: true },
  })
  return { result: 'success' as const, message: messages.toolSwitchedOn }
})
