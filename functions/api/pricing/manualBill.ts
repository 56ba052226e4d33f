import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { toFlag } from '#shared/wire.ts'
import { beginManualBill, endManualBill } from '../../domain/billing/manual-billing.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.manualBill, async (context) => {
  const { actor, company, input, tell } = context
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies are billed by hand.' })
  if (input.manualBill) await beginManualBill(context, company, actor.viewing?.userId ?? actor.userId)
  const { stopped } = input.manualBill ? { stopped: 0 } : await endManualBill(context, company)
  tell({
    description: `Turned manual billing ${input.manualBill ? 'on' : 'off'} for ${company.name}`,
    before: { manual_bill: company.manualBill },
    after: { manual_bill: input.manualBill, stopped_campaigns: stopped },
  })
  return {
    result: 'success' as const,
    message: messages.settingsSaved,
    manual_bill: toFlag(input.manualBill),
    stopped_campaigns: stopped,
  }
})
