import { contracts } from '#shared/contracts/index.ts'
import { lostTo } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { amountMeanwhile, refuseMoved, setMeanwhile } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import { present } from '#shared/present.ts'
import { getPlan, nameTaken, planFacts } from '../../domain/billing/minimum-spend-plans.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { toPlanRow } from '../../wire/pricing/plan.ts'

type Asked = NonNullable<Context<typeof contracts.pricing.updatePlan>['input']['seen']>
const changesIn = ({ planName, months, flatMonth }: Asked) =>
  present({ name: planName, monthsCents: months, flatMonthCents: flatMonth })

const fieldNames = {
  planName: 'the name',
  months: 'the first months',
  flatMonth: 'the amount of every month after',
} as const

export default handle(contracts.pricing.updatePlan, async ({ db, actor, input, now, tell }) => {
  await requireMasterOperator(db, actor)
  const plan = await getPlan(db, actor.companyId, input.idMinimumSpend)
  const next = { ...plan, ...changesIn(input) }
  const shown = (each: typeof plan) => {
    const { planName, months, flatMonth } = toPlanRow(each, '')
    return { planName, months, flatMonth }
  }
  refuseMoved(
    { now: shown(plan), seen: shown({ ...plan, ...changesIn(input.seen ?? {}) }), wanted: shown(next) },
    (field, text) => (field === 'planName' ? setMeanwhile : amountMeanwhile)(fieldNames[field], text),
  )
  const done = await db.minimumSpend.update(plan, next, now())
  if (done === 'name_taken') throw nameTaken()
  if (done === 'changed_meanwhile') throw lostTo({ planName: messages.changedMeanwhile })
  tell({
    description: `Changed the plan ${plan.name}`,
    ...changed(planFacts(plan), planFacts(next)),
  })
  const defaultId = await db.setting.findDefaultPlanId(actor.companyId)
  return { result: 'success' as const, message: messages.updated, data: toPlanRow(next, defaultId) }
})
