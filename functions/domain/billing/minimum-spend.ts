// What an agency must spend: its plan, what the root set for those without one, and from which day its months count.
import type { Company } from '#shared/model/company.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { type MinimumPlan, minimumPlanOf } from '#shared/money/minimum-spend.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { planHeldUntil } from '../../data/billing/minimum-spend.ts'
import type { Db } from '../../data/index.ts'
import { rootHeldUntil } from '../../data/settings/setting.ts'

type Agency = Pick<Company, 'kind' | 'rootId' | 'minimumSpendPlanId' | 'hasDeveloperAgreement'>

/** Behind every change: what holds now. */
const PRESENT = Number.POSITIVE_INFINITY

/** Undefined when nothing is required. `until`: the amounts that plan and root had right before that instant. */
export async function findMinimum(db: Db, agency: Agency, until = PRESENT): Promise<MinimumPlan | undefined> {
  if (agency.kind !== 'agency') return undefined
  const { minimumSpendPlanId: planId, rootId, hasDeveloperAgreement } = agency
  const plan = planId ? await db.minimumSpend.find(rootId, planId) : undefined
  const root = plan ? undefined : await db.setting.findRootMinimums(rootId)
  return minimumPlanOf({
    plan: plan && planHeldUntil(plan, until),
    root: rootHeldUntil(root, until),
    hasDeveloperAgreement,
  })
}

/** The amounts of an addendum, as they are shown and agreed to. */
export const minimumTexts = ({ monthsCents, flatMonthCents }: Pick<MinimumPlan, 'monthsCents' | 'flatMonthCents'>) => ({
  months: monthsCents.map((cents, month) => ({ month: month + 1, amount: amountText(cents) })),
  flatMonth: amountText(flatMonthCents),
})

const dollars = (cents: number) => priceCurrency(cents * 100)

export type MinimumWords = { flat: string; months: string[] }

/** Amounts as agreements write them. Without months of its own the flat amount holds from the first one on. */
export function minimumWords({ monthsCents, flatMonthCents }: MinimumPlan): MinimumWords {
  const flat = dollars(flatMonthCents)
  const months = monthsCents.map((cents, month) => `Month ${month + 1}: ${dollars(cents)}`)
  return { flat, months: months.length > 0 ? months : [`From the first month: ${flat}`] }
}
