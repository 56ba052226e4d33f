import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import { parseCents, toDollars } from '#shared/money/cents.ts'
import { refundLeads } from '../../domain/purchases/refund.ts'
import { handle } from '../../kit/handle.ts'

const words = {
  done: 'The refund is on its way to the card that paid.',
  open: 'The leads were given back. The payment provider has not answered yet; the refund goes on by itself.',
  failed: 'The refund could not be made. The leads are there again.',
}

export default handle(contracts.campaigns.refundTopUp, async (context) => {
  const { input, campaign, company, actor, me, tell } = context
  const amountCents = parseCents(input.refund_amount)
  if (amountCents === undefined) throw invalid({ refund_amount: 'Enter an amount.' })
  tell({
    description: `Gave back leads of the campaign ${campaign.name} of ${company.name} for $${toDollars(amountCents)}`,
    campaignId: campaign.id,
  })
  const isClient = actor.companyId === company.id
  const { refund, meter } = await refundLeads(context, campaign, { amountCents, by: me.name, isClient })
  const { parts } = refund
  const isOpen = parts.some(({ status }) => status === 'open')
  const status = isOpen ? 'open' : parts.some((part) => part.status === 'failed') ? 'failed' : 'done'
  tell({ after: { amount: toDollars(amountCents), refund: status } })
  return {
    result: 'success' as const,
    message: words[status],
    refund_amount: amountCents / 100,
    status,
    remaining_leads: meter ? leadsLeft(meter.lots, meter.gone) : 0,
  } as const
})
