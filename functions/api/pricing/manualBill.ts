import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { toFlag } from '#shared/wire.ts'
import { setManualBill } from '../../domain/manual-billing.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.manualBill, async (context) => {
  const { db, company, input, now } = context
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies are billed by hand.' })
  const stopped = await setManualBill({ db, now }, company, input.manualBill)
  return {
    result: 'success' as const,
    message: messages.settingsSaved,
    manual_bill: toFlag(input.manualBill),
    stopped_campaigns: stopped,
  }
})
