// What agencies without a plan must spend, as the wire names it.
import { amountText } from '#shared/money/cost-texts.ts'
import type { RootMinimum } from '#shared/money/minimum-spend.ts'
import { present } from '#shared/present.ts'
import { type Flag, toFlag } from '#shared/wire.ts'

export const toMinimumWire = (minimum: RootMinimum | undefined) => ({
  status: toFlag(minimum?.isOn ?? false),
  first_month: amountText(minimum?.firstMonthCents ?? 0),
  second_month: amountText(minimum?.secondMonthCents ?? 0),
  monthly: amountText(minimum?.monthlyCents ?? 0),
})

type Given = { [Name in 'first_month' | 'second_month' | 'monthly']?: number | undefined } & {
  status?: Flag | undefined
}

export const readMinimum = (wire: Given): Partial<RootMinimum> =>
  present({
    isOn: wire.status && wire.status === 'T',
    firstMonthCents: wire.first_month,
    secondMonthCents: wire.second_month,
    monthlyCents: wire.monthly,
  })
