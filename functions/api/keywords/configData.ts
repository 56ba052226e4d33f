import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { API_VERSION, MOST_LOOKUP_KEYWORDS } from '#shared/model/lookup.ts'
import { DAYS_COUNTED } from '#shared/model/targeting.ts'
import { MOST_ZIPS } from '#shared/model/zip-codes.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.configData, async ({ input, company, env }) => {
  if (input.rootId !== company.rootId) throw notFound('company')
  return {
    api_version: API_VERSION,
    lookback_days: DAYS_COUNTED,
    enabled: env.LEAD_DATA_URL !== undefined,
    max_keywords: MOST_LOOKUP_KEYWORDS,
    max_zips: MOST_ZIPS,
  }
})
