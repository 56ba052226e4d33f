import { contracts } from '#shared/contracts/index.ts'
import { invalid, lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { getPlan, planFacts } from '../../domain/billing/minimum-spend-plans.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.removePlan, async ({ db, actor, input, now, tell }) => {
  await requireMasterOperator(db, actor)
  const plan = await getPlan(db, actor.companyId, input.idMinimumSpend)
  if (plan.id === (await db.setting.findDefaultPlanId(actor.companyId)))
    throw invalid({ idMinimumSpend: 'New agencies begin with this plan. Make another one the default first.' })
  const users = await db.node.marked(actor.companyId, 'agency', `plan_${plan.id}`, 1)
  if (users.found.size > 0)
    throw invalid({ idMinimumSpend: 'Agencies have this plan. Give them another one before you delete it.' })
  if (!(await db.minimumSpend.end(plan, now()))) throw lostTo({ idMinimumSpend: messages.changedMeanwhile })
  tell({ description: `Deleted the plan ${plan.name}`, before: planFacts(plan) })
  return { result: 'success' as const, message: messages.deleted }
})
