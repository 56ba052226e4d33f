import { refusalForExcluding } from '#shared/access/exclude-minimum.ts'
import { contracts } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { isMasterOperator } from '../../domain/tenancy/master.ts'
import { type Context, handle } from '../../kit/handle.ts'

/**
 * Who says what it shall be is right however often they say it. A call to turn it over is pinned to what it first meant, before
 * anything is changed: sent again after it broke down, it does not turn back.
 */
async function isWanted({ db, input, company, request, actor, now }: Context<typeof contracts.pricing.excludeMinimum>) {
  const { exclude_minimum_spend: wanted } = input
  if (wanted !== undefined) return wanted === 1
  const markOf = (value: boolean) =>
    `exclude-minimum#${company.id}#${actor.userId}#${request.idempotencyKey}#${value ? 1 : 0}`
  for (const value of [true, false]) if (await db.guard.isMarked(markOf(value))) return value
  await db.guard.once(markOf(!company.excludesMinimumSpend), DAY, now())
  return !company.excludesMinimumSpend
}

export default handle(contracts.pricing.excludeMinimum, async (context) => {
  const { db, actor, company, tell } = context
  const why = refusalForExcluding(actor, company, await isMasterOperator(db, actor))
  if (why) throw refused(why)
  const isExcluded = await isWanted(context)
  await db.company.update(company.id, { excludesMinimumSpend: isExcluded })
  tell({
    description: `${isExcluded ? 'Excluded' : 'Included'} ${company.name} ${isExcluded ? 'from' : 'in'} the minimum spend`,
  })
  return {
    result: 'success' as const,
    message: messages.settingsSaved,
    exclude_minimum_spend: isExcluded ? (1 as const) : (0 as const),
  }
})
