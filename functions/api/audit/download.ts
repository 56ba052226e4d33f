import { ALL } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { makeTicket } from '../../domain/audit/ticket.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.audit.download, async ({ sealer, input, actor, company, tenant, request, now }) => {
  const segments = {
    company: company.id,
    userType: input.userType || ALL,
    user: input.userID || ALL,
    action: input.action || 'all',
    dateRange: input.logDateRange || 'all',
    campaign: input.campaignID || 'all',
  }
  const timeZone = request.timeZone ?? company.timeZone
  const asked = { timeZone, userId: actor.userId, holderId: actor.viewing?.userId }
  return { url: await makeTicket(sealer, { segments, tenantId: tenant.id, ...asked, now: now() }) }
})
