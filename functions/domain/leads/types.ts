// Which kinds of extra information the leads of a campaign have columns for, as their root names them.
import type { ChosenTypes } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { InformationKind } from '#shared/model/information-type.ts'
import type { Db } from '../../data/index.ts'

const kindOf: Partial<Record<Campaign['line'], InformationKind>> = { enhance: 'advanced', b2b: 'b2b' }

/** Also types that may not be chosen any more keep their names. Only Enhance ID and B2B ID ask for any. */
export async function chosenTypes(
  { campaign: campaigns, informationType }: Pick<Db, 'campaign' | 'informationType'>,
  campaign: Campaign,
): Promise<ChosenTypes> {
  const kind = kindOf[campaign.line]
  if (!kind) return { advanced: [], business: [] }
  const [target, list] = await Promise.all([
    campaigns.findTarget(campaign),
    informationType.find(campaign.rootId, kind),
  ])
  const known = [...list.types, ...list.removed]
  const chosen = new Set(kind === 'advanced' ? target.advancedInformationIds : target.b2bInformationIds)
  const types = known.filter(({ id }) => chosen.has(id))
  return kind === 'advanced' ? { advanced: types, business: [] } : { advanced: [], business: types }
}
