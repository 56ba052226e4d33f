import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { nameTaken, planFacts } from '../../domain/billing/minimum-spend-plans.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'
import { toPlanRow } from '../../wire/pricing/plan.ts'

export default handle(contracts.pricing.createPlan, async ({ db, actor, input, now, newId, tell }) => {
  await requireMasterOperator(db, actor)
  const plan = {
    rootId: actor.companyId,
    id: newId('plan'),
    name: input.planName,
    monthsCents: input.months,
    flatMonthCents: input.flatMonth,
    createdAt: now(),
    endedAt: null,
  }
  if (!(await db.minimumSpend.create(plan))) throw nameTaken()
  tell({ description: `Added the plan ${plan.name}`, after: planFacts(plan) })
  return { result: 'success' as const, message: messages.added, data: toPlanRow(plan, '') }
})
