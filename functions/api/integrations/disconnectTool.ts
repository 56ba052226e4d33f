import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import { removeMenu } from '../../domain/connections/menu.ts'
import { disconnect } from '../../domain/connections/oauth.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.disconnectTool, async (context) => {
  const { input, company, db, tell } = context
  const { name, slug } = tools[input.integration_id]
  // First: without the tokens it could not be taken away any more.
  const menu = slug === 'gohighlevelv2' ? await db.toolMenu.find({ companyId: company.id, slug }) : undefined
  const isGone = menu === undefined || (await removeMenu(context, menu, { anyway: true }))
  const ended = await disconnect(context, { companyId: company.id, slug })
  if (!ended) throw notFound('connection')
  tell({ description: `Disconnected ${name} from ${company.name}`, before: { tool: name } })
  const words = ended.isTold ? messages.signInEnded : messages.signInLeft
  const said = ended.connection.account === '' ? messages.toolDisconnected : words
  const message = isGone ? said : `${said} ${messages.menuLeft}`
  return { result: 'success' as const, message }
})
