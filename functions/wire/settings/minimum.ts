// What agencies without a plan must spend, as the wire names it.
import { amountText } from '#shared/money/cost-texts.ts'
import type { RootMinimum } from '#shared/money/minimum-spend.ts'
import { type Flag, toFlag } from '#shared/wire.ts'

export const toMinimumWire = (minimum: RootMinimum | undefined) => ({
  status: toFlag(minimum?.isOn ?? false),
  first_month: amountText(minimum?.firstMonthCents ?? 0),
  second_month: amountText(minimum?.secondMonthCents ?? 0),
  monthly: amountText(minimum?.monthlyCents ?? 0),
})

type Given = { status: Flag; first_month: number; second_month: number; monthly: number }

export const readMinimum = (wire: Given): RootMinimum => ({
  isOn: wire.status === 'T',
  firstMonthCents: wire.first_month,
  secondMonthCents: wire.second_month,
  monthlyCents: wire.monthly,
})
