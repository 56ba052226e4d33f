import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { requireMasterOperator } from '../../domain/master.ts'
import { getPlan } from '../../domain/minimum-spend-plans.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.setDefaultPlan, async ({ db, actor, input, now }) => {
  await requireMasterOperator(db, actor)
  const { idMinimumSpend: id } = input
  if (id) await getPlan(db, actor.companyId, id)
  const saved = { by: actor.viewing?.userId ?? actor.userId, at: now() }
  await db.setting.saveDefaultPlanId(actor.companyId, id, saved)
  return { result: 'success' as const, message: messages.settingSaved }
})
