import { contracts } from '#shared/contracts/index.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'
import { toPlanRow } from '../../wire/pricing/plan.ts'

export default handle(contracts.pricing.listPlans, async ({ db, actor }) => {
  await requireMasterOperator(db, actor)
  const [plans, defaultId] = await Promise.all([
    db.minimumSpend.list(actor.companyId),
    db.setting.findDefaultPlanId(actor.companyId),
  ])
  return { data: plans.map((plan) => toPlanRow(plan, defaultId)) }
})
