// The minimum-spend plans of a root.

import { invalid, notFound } from '#shared/errors.ts'
import { flatFacts } from '#shared/log-facts.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import type { StoredPlan } from '../../data/billing/minimum-spend.ts'
import type { Db } from '../../data/index.ts'

/** For the audit log. */
export const planFacts = ({
  name,
  monthsCents,
  flatMonthCents,
}: Pick<StoredPlan, 'name' | 'monthsCents' | 'flatMonthCents'>) =>
  flatFacts({ plan: name, months: monthsCents.map(amountText), after_them: amountText(flatMonthCents) })

export const nameTaken = () => invalid({ planName: 'Another plan has this name.' })

/** A plan that can be given to agencies. */
export async function getPlan(db: Db, rootId: string, id: string): Promise<StoredPlan> {
  const plan = await db.minimumSpend.find(rootId, id)
  if (!plan || plan.endedAt !== null) throw notFound('plan')
  return plan
}
