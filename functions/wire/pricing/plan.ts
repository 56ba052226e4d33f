// Minimum-spend plans as the wire names them.
import { amountText } from '#shared/money/cost-texts.ts'
import type { StoredPlan } from '../../data/billing/minimum-spend.ts'

export const toPlanRow = ({ id, name, monthsCents, flatMonthCents }: StoredPlan, defaultId: string) => ({
  idMinimumSpend: id,
  planName: name,
  months: monthsCents.map(amountText),
  flatMonth: amountText(flatMonthCents),
  is_default: id === defaultId,
})
