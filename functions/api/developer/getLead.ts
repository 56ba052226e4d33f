import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { toLeadRow } from '#shared/leads/row.ts'
import { handle } from '../../kit/handle.ts'
import { toLead } from '../../wire/developer/api.ts'

export default handle(contracts.developer.getLead, async ({ db, input, campaign, company }) => {
  const lead = await db.lead.find(campaign, { createdAt: Date.parse(input.created_at), id: input.lead })
  if (!lead) throw notFound('lead')
  return toLead(toLeadRow(lead, campaign, company, 'agency'), campaign)
})
