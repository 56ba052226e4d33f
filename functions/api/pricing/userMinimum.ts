import { contracts } from '#shared/contracts/index.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { findMinimum } from '../../domain/billing/minimum-spend.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.userMinimum, async ({ db, company }) => {
  const minimum = await findMinimum(db, company)
  return minimum
    ? { months: minimum.monthsCents.map(amountText), flatMonth: amountText(minimum.flatMonthCents) }
    : { months: [], flatMonth: '' }
})
