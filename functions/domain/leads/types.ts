// Which kinds of extra information the leads of a campaign have columns for, as their root names them.
import type { ChosenTypes } from '#shared/leads/row.ts'
import type { Campaign, CampaignTarget } from '#shared/model/campaign.ts'
import type { InformationKind, InformationList } from '#shared/model/information-type.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Asking = Pick<Campaign, 'line' | 'informationType'>
type Chosen = Pick<CampaignTarget, 'advancedInformationIds' | 'b2bInformationIds'>

/** Which list a campaign chooses from. Enhance ID may have carried more before than it asks for now. */
function kindOf({ line, informationType }: Asking): InformationKind | undefined {
  if (line === 'b2b') return 'b2b'
  return informationType === 'advanced' || line === 'enhance' ? 'advanced' : undefined
}

const idsOf = (kind: InformationKind, chosen: Chosen | undefined) =>
  (kind === 'b2b' ? chosen?.b2bInformationIds : chosen?.advancedInformationIds) ?? []

/** A campaign that pays for more than basic leads and chooses none of what they may carry gets all of it. */
const takesAll = ({ line, informationType }: Asking, ids: readonly string[]) =>
  ids.length === 0 && (line === 'b2b' || informationType === 'advanced')

function typesFor(campaign: Asking, ids: readonly string[], { types, removed }: InformationList) {
  if (takesAll(campaign, ids)) return types
  const chosen = new Set(ids)
  return [...types, ...removed].filter(({ id }) => chosen.has(id))
}

/** Of what a provider told, what it was asked for. */
export const onlyAsked = (told: Readonly<Record<string, string>>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(told).filter(([id]) => ids.includes(id)))

/** The ids of what a provider is asked for beside a person's address. */
export async function askedTypes(
  { informationType }: Pick<Db, 'informationType'>,
  campaign: Asking & Pick<Campaign, 'rootId'>,
  target: Chosen,
): Promise<readonly string[]> {
  const kind = kindOf(campaign)
  if (!kind || (kind === 'advanced' && campaign.informationType !== 'advanced')) return []
  const ids = idsOf(kind, target)
  if (!takesAll(campaign, ids)) return ids
  return (await informationType.find(campaign.rootId, kind)).types.map(({ id }) => id)
}

/** The same for several campaigns, by their ids: what a root offers is read once. */
export async function chosenTypesOf(
  { campaign: campaigns, informationType }: Pick<Db, 'campaign' | 'informationType'>,
  some: readonly Campaign[],
): Promise<Map<string, ChosenTypes>> {
  const asking = some.flatMap((campaign) => {
    const kind = kindOf(campaign)
    return kind ? [{ campaign, kind, list: `${campaign.rootId} ${kind}` }] : []
  })
  const lists = new Map(asking.map(({ campaign, kind, list }) => [list, { rootId: campaign.rootId, kind }]))
  const [known, targets] = await Promise.all([
    mapConcurrent([...lists], async ([list, { rootId, kind }]) => {
      return [list, await informationType.find(rootId, kind)] as const
    }),
    mapConcurrent(asking, ({ campaign }) => campaigns.findTarget(campaign)),
  ])
  const typesOf = new Map(known)
  return new Map(
    asking.map(({ campaign, kind, list }, at) => {
      const offered = typesOf.get(list)
      const types = offered ? typesFor(campaign, idsOf(kind, targets[at]), offered) : []
      return [campaign.id, kind === 'advanced' ? { advanced: types, business: [] } : { advanced: [], business: types }]
    }),
  )
}

const none: ChosenTypes = { advanced: [], business: [] }

/** Also types that may not be chosen any more keep their names. */
export const chosenTypes = async (
  db: Pick<Db, 'campaign' | 'informationType'>,
  campaign: Campaign,
): Promise<ChosenTypes> => (await chosenTypesOf(db, [campaign])).get(campaign.id) ?? none
