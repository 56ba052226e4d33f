import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { type CostPlan, costFacts, planCosts, refusalForCosts } from '#shared/money/cost-change.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { type Context, handle } from '../../kit/handle.ts'

type Asked = Context<typeof contracts.pricing.changeCosts>['input']

const fields = [
  ['PlatformFee', 'platformFeeCents'],
  ['MinCostMonth', 'periodFeeCents'],
  ['Costperlead', 'perLeadCentiCents'],
  ['CostperleadAdvanced', 'perLeadAdvancedCentiCents'],
] as const

const toChange = (asked: Asked) => ({
  line: asked.ModuleID,
  term: asked.PaymentTerm,
  fees: Object.fromEntries(
    fields.flatMap(([field, name]) => (asked[field] === undefined ? [] : [[name, asked[field]]])),
  ),
})

export default handle(contracts.pricing.changeCosts, async ({ db, actor, company, input, now, tell }) => {
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies pay the platform.' })
  const { ModuleID: line, PaymentTerm: term } = input
  const change = toChange(input)
  if (Object.keys(change.fees).length === 0) throw invalid({ PlatformFee: 'Choose at least one price to change.' })
  if (input.CostperleadAdvanced !== undefined && line !== 'local')
    throw invalid({ CostperleadAdvanced: 'This product has no leads with advanced data.' })
  const at = now()
  const root = await db.price.costsAt(company.rootId, at)
  const why = refusalForCosts(change, { hasProduct: company.modules[line] !== undefined, root })
  if (why) throw invalid({ Costperlead: why })
  let plan: CostPlan = planCosts(noCosts, change)
  await db.price.changeCosts(
    company.id,
    (latest) => {
      plan = planCosts(latest, change)
      return { ...latest, costs: plan.costs }
    },
    { by: actor.viewing?.userId ?? actor.userId, at },
  )
  tell({
    description: `Set the costs of ${company.name} for ${line}, ${term}`,
    ...changed(costFacts(plan.before), costFacts(plan.after)),
  })
  return { result: 'success' as const, message: messages.settingSaved, changed: plan.isChanged }
})
