import { contracts } from '#shared/contracts/index.ts'
import { lostTo } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { getPlan, nameTaken, planFacts } from '../../domain/billing/minimum-spend-plans.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'
import { toPlanRow } from '../../wire/pricing/plan.ts'

export default handle(contracts.pricing.updatePlan, async ({ db, actor, input, now, tell }) => {
  await requireMasterOperator(db, actor)
  const plan = await getPlan(db, actor.companyId, input.idMinimumSpend)
  const changes = { name: input.planName, monthsCents: input.months, flatMonthCents: input.flatMonth }
  const done = await db.minimumSpend.update(plan, changes, now())
  if (done === 'name_taken') throw nameTaken()
  if (done === 'changed_meanwhile') throw lostTo({ planName: messages.changedMeanwhile })
  tell({
    description: `Changed the plan ${plan.name}`,
    ...changed(planFacts(plan), planFacts({ ...plan, ...changes })),
  })
  const defaultId = await db.setting.findDefaultPlanId(actor.companyId)
  return { result: 'success' as const, message: messages.updated, data: toPlanRow({ ...plan, ...changes }, defaultId) }
})
