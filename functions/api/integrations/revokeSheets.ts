import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { revokeSignIn } from '../../domain/connections/oauth.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.revokeSheets, async (context) => {
  const { company, db, tell } = context
  const connection = await db.tool.find({ companyId: company.id, slug: 'google_sheets' })
  if (!connection) throw notFound('connection')
  if (connection.lostAt > 0) throw conflict(messages.toolGone)
  const isTold = await revokeSignIn(context, connection, 'Its permission was withdrawn here.')
  tell({
    description: `Withdrew the permission of Google Sheets for ${company.name}`,
    before: { account: connection.settings.account ?? '' },
  })
  return { result: 'success' as const, message: isTold ? messages.signInEnded : messages.signInLeft }
})
