import { whyNotExclude } from '#shared/access/exclude-minimum.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { isMasterOperator } from '../../domain/master.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.excludeMinimum, async ({ db, input, actor, company, tell }) => {
  const why = whyNotExclude(actor, company, await isMasterOperator(db, actor))
  if (why) throw refused(why)
  const { exclude_minimum_spend: wanted } = input
  // Who says what it shall be is right however often they say it; a call to turn it over is not, once its answer was lost.
  const isExcluded = wanted === undefined ? !company.excludesMinimumSpend : wanted === 1
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
