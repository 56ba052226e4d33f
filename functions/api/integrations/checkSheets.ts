import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.checkSheets, async ({ company, db }) => {
  const connection = await db.tool.find({ companyId: company.id, slug: 'google_sheets' })
  const isConnected = connection !== undefined && connection.lostAt === 0
  return {
    result: 'success' as const,
    message: isConnected ? messages.toolConnected : messages.toolGone,
    data: { connected: isConnected ? ('T' as const) : ('F' as const), account: connection?.settings.account ?? '' },
  }
})
