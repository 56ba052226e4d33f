import { contracts } from '#shared/contracts/index.ts'
import { DAYS_COUNTED } from '#shared/model/targeting.ts'
import { estimatePeople } from '../../domain/keywords/estimate.ts'
import { paceOf } from '../../domain/keywords/pace.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.estimate, async ({ db, actor, input, leadData, now }) => {
  const { leadspeek_type, nationaltargeting, zip_codes, ...rest } = input
  const wanted = { ...rest, line: leadspeek_type, isNational: nationaltargeting === 'T', zips: zip_codes }
  const people = await estimatePeople(wanted, async (question) => {
    await paceOf({ db, now }, 'estimate', actor)
    return leadData.estimate(question)
  })
  return { people: people ?? null, days: DAYS_COUNTED }
})
