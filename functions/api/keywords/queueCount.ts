import { isSearching } from '#shared/campaigns/rules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { beginCount } from '../../domain/keywords/count.ts'
import { paceOf } from '../../domain/keywords/pace.ts'
import { handle } from '../../kit/handle.ts'
import { toLookupRow } from '../../wire/keywords/lookup.ts'

export default handle(contracts.keywords.queueCount, async (context) => {
  const { input, company, campaign, actor, db, now, tell } = context
  if (campaign && !isSearching(campaign.line))
    throw invalid({ leadspeekID: 'This is a Site ID campaign: it has no keywords and no area.' })
  await paceOf({ db, now }, 'count', actor)
  const requestedBy = actor.viewing?.userId ?? actor.userId
  const row = await beginCount(context, {
    companyId: company.id,
    campaignId: campaign?.id ?? '',
    requestedBy,
    line: campaign && campaign.line !== 'local' ? campaign.line : 'locator',
    keywords: input.keyword,
    isNational: input.nationaltargeting === 'T',
    states: input.states,
    cities: input.cities,
    zipCodes: input.zip_code,
  })
  tell({
    description: `Asked for a count of keywords of ${company.name}`,
    ...(campaign && { campaignId: campaign.id }),
    after: { keyword: row.keyword },
  })
  const data = toLookupRow(row, now())
  // Of what was counted a moment ago nobody gets another mail, and of what somebody else asked for that person gets it.
  const isOwn = data.status === 'pending' && row.requestedBy === requestedBy
  return {
    result: 'success' as const,
    message: isOwn
      ? 'The count was queued. You get an e-mail when it is done.'
      : 'The same was asked for a moment ago: the answer stands in the table, or comes there.',
    id: row.id,
    data,
  }
})
