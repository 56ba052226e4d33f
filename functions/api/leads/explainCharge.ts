import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import { explainCharge } from '../../domain/leads/explain.ts'
import { handle } from '../../kit/handle.ts'
import { invoiceOfLead, toReasons } from '../../wire/leads/charge.ts'

export default handle(contracts.leads.explainCharge, async ({ input, actor, campaign, db }) => {
  const { leadId: id, storedAt } = input
  const lead = await db.lead.find(campaign, { createdAt: Date.parse(storedAt), id })
  if (!lead) throw notFound('lead')
  const explained = await explainCharge(db, campaign, lead)
  const isClient = actor.role === 'client'
  const invoice = invoiceOfLead(explained, isClient)
  const { retailCentiCents = 0, wholesaleCentiCents = 0 } = lead
  return {
    result: 'success' as const,
    data: {
      retail: retailCentiCents / 10_000,
      ...(!isClient && { wholesale: wholesaleCentiCents / 10_000 }),
      right: explained.isRight,
      reasons: toReasons({ lead, explained, timeZone: campaign.timeZone, isClient }),
      ...(invoice && { invoice: { company_id: invoice.companyId, invoice_number: invoiceNumber(invoice) } }),
    },
  }
})
