// Which kinds of extra information the leads of a campaign have columns for, as their root names them.
import type { ChosenTypes } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { InformationKind } from '#shared/model/information-type.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

const kindOf: Partial<Record<Campaign['line'], InformationKind>> = { enhance: 'advanced', b2b: 'b2b' }

/** The same for several campaigns, by their ids: what a root offers is read once. */
export async function chosenTypesOf(
  { campaign: campaigns, informationType }: Pick<Db, 'campaign' | 'informationType'>,
  some: readonly Campaign[],
): Promise<Map<string, ChosenTypes>> {
  const asking = some.flatMap((campaign) => {
    const kind = kindOf[campaign.line]
    return kind ? [{ campaign, kind, list: `${campaign.rootId} ${kind}` }] : []
  })
  const lists = new Map(asking.map(({ campaign, kind, list }) => [list, { rootId: campaign.rootId, kind }]))
  const [known, targets] = await Promise.all([
    mapConcurrent([...lists], async ([list, { rootId, kind }]) => {
      const { types, removed } = await informationType.find(rootId, kind)
      return [list, [...types, ...removed]] as const
    }),
    mapConcurrent(asking, ({ campaign }) => campaigns.findTarget(campaign)),
  ])
  const typesOf = new Map(known)
  return new Map(
    asking.map(({ campaign, kind, list }, at) => {
      const target = targets[at]
      const chosen = new Set(kind === 'advanced' ? target?.advancedInformationIds : target?.b2bInformationIds)
      const types = (typesOf.get(list) ?? []).filter(({ id }) => chosen.has(id))
      return [campaign.id, kind === 'advanced' ? { advanced: types, business: [] } : { advanced: [], business: types }]
    }),
  )
}

const none: ChosenTypes = { advanced: [], business: [] }

/** Also types that may not be chosen any more keep their names. Only Enhance ID and B2B ID ask for any. */
export const chosenTypes = async (
  db: Pick<Db, 'campaign' | 'informationType'>,
  campaign: Campaign,
): Promise<ChosenTypes> => (await chosenTypesOf(db, [campaign])).get(campaign.id) ?? none
