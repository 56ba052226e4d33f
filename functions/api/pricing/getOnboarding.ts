import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { toFlag } from '#shared/wire.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.getOnboarding, async ({ db, input, company }) => {
  if (input.companyRootID && input.companyRootID !== company.rootId)
    throw invalid({ companyRootID: 'This company belongs to another platform.' })
  const [{ amountCents, takesCoupons }, { cardId }] = await Promise.all([
    db.setting.getOnboarding(company.id),
    db.billing.get(company.id),
  ])
  return {
    data: { amount: amountText(amountCents), enable_coupon: toFlag(takesCoupons) },
    is_over: toFlag(company.isOnboardCharged || cardId !== ''),
  }
})
