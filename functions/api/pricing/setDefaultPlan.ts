import { contracts } from '#shared/contracts/index.ts'
import { watch } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { getPlan } from '../../domain/billing/minimum-spend-plans.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.setDefaultPlan, async ({ db, actor, input, now, tell }) => {
  await requireMasterOperator(db, actor)
  const { idMinimumSpend: id } = input
  const plan = id ? await getPlan(db, actor.companyId, id) : undefined
  const saved = { by: actor.viewing?.userId ?? actor.userId, at: now() }
  const facts = await watch(async () => ({ plan_of_new_agencies: await db.setting.findDefaultPlanId(actor.companyId) }))
  await db.setting.saveDefaultPlanId(actor.companyId, id, saved)
  const description = plan ? `Set the plan of new agencies to ${plan.name}` : 'Took the plan of new agencies away'
  tell({ description, ...(await facts()) })
  return { result: 'success' as const, message: messages.settingSaved }
})
