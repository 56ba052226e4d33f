import { contracts } from '#shared/contracts/index.ts'
import { DAYS_COUNTED } from '#shared/model/targeting.ts'
import { estimatePeople } from '../../domain/keywords/estimate.ts'
import { findCounted } from '../../domain/keywords/known.ts'
import { paceOf } from '../../domain/keywords/pace.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.estimate, async ({ db, actor, input, company, leadData, now }) => {
  const { leadspeek_type, nationaltargeting, zip_codes, companyId: _, ...rest } = input
  const wanted = { ...rest, line: leadspeek_type, isNational: nationaltargeting === 'T', zips: zip_codes }
  const people = await estimatePeople(wanted, async (question) => {
    // What somebody of the company had counted is not asked of the provider again.
    const counted = await findCounted(db, company.id, wanted, now())
    if (counted !== undefined) return counted
    await paceOf({ db, now }, 'estimate', actor)
    return leadData.estimate(question)
  })
  return { people: people ?? null, days: DAYS_COUNTED }
})
