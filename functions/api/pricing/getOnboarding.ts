import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { toFlag } from '#shared/wire.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.getOnboarding, async ({ db, input, company }) => {
  if (input.companyRootID && input.companyRootID !== company.rootId)
    throw invalid({ companyRootID: 'This company belongs to another platform.' })
  const { amountCents, takesCoupons } = await db.setting.getOnboarding(company.id)
  return { data: { amount: amountText(amountCents), enable_coupon: toFlag(takesCoupons) } }
})
