import { contracts } from '#shared/contracts/index.ts'
import { paceOf } from '../../domain/keywords/pace.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.suggest, async ({ db, actor, input, leadData, now, report }) => {
  await paceOf({ db, now }, 'suggest', actor)
  // A field that suggests nothing can still be typed in.
  const found = await leadData.suggest(input.keyword).catch((error: unknown) => {
    report('suggest keywords', error)
    return []
  })
  return { data: found.map((keyword) => ({ value: keyword, label: keyword })) }
})
