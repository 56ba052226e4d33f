import { ALL } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { makeTicket } from '../../domain/audit/ticket.ts'
import { handle } from '../../kit/handle.ts'
import { ticketHolder } from '../../kit/ticket-holder.ts'

export default handle(contracts.audit.download, async (context) => {
  const { sealer, input, company, tenant, request, now } = context
  const segments = {
    company: company.id,
    userType: input.userType || ALL,
    user: input.userID || ALL,
    action: input.action || 'all',
    dateRange: input.logDateRange || 'all',
    campaign: input.campaignID || 'all',
  }
  const timeZone = request.timeZone ?? company.timeZone
  const holder = await ticketHolder(context)
  return { url: await makeTicket(sealer, { segments, tenantId: tenant.id, timeZone, holder, now: now() }) }
})
