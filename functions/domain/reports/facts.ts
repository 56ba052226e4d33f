// What must be known of the campaigns of some leads before one is shown: what the reader may see of them, and whose they are.
import { type ChosenTypes, type LeadRow, type LeadViewer, toLeadRow } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import { chosenTypesOf } from '../leads/types.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { FoundLead, Seen } from './lead-list.ts'
import { type Reported, type Scope, wholeOf } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'company' | 'informationType'>
/** A lead as its reader sees it, with its campaign and its client. */
export type ShownLead = Home & { row: LeadRow }
/** What must be known of a campaign before one of its leads is shown. */
export type Home = { campaign: Campaign; client: Company; types: ChosenTypes }

const noTypes: ChosenTypes = { advanced: [], business: [] }

/** By the ids of the campaigns; one whose client is gone has none. Without `hasTypes` nothing is known of extra information. */
export async function homesOf(
  db: Deps,
  scope: Scope,
  some: readonly Reported[],
  { hasTypes }: { hasTypes: boolean },
): Promise<Map<string, Home>> {
  const campaigns = [...new Map(some.map((campaign) => [campaign.id, campaign])).values()]
  const known = scope.of === 'agency' ? [] : [scope.client]
  const others = [...new Set(campaigns.map(({ companyId }) => companyId))].filter((id) =>
    known.every((each) => each.id !== id),
  )
  const [whole, read] = await Promise.all([wholeOf(db, campaigns), mapConcurrent(others, (id) => db.company.find(id))])
  const clients = new Map([...known, ...read].flatMap((client) => (client ? [[client.id, client] as const] : [])))
  const types = hasTypes ? await chosenTypesOf(db, [...whole.values()]) : undefined
  return new Map(
    [...whole.values()].flatMap((campaign) => {
      const client = clients.get(campaign.companyId)
      return client ? [[campaign.id, { campaign, client, types: types?.get(campaign.id) ?? noTypes }] as const] : []
    }),
  )
}

/** A lead as one reader sees it. */
export const showLead = ({ lead }: FoundLead, home: Home, viewer: LeadViewer): ShownLead => ({
  ...home,
  row: toLeadRow(lead, home.campaign, home.client, viewer, home.types),
})

/** Makes rows of leads for one reader. A lead whose client is gone has none. */
export async function rowsFor(
  db: Deps,
  scope: Scope,
  found: readonly FoundLead[],
  viewer: LeadViewer,
  { hasTypes }: { hasTypes: boolean },
): Promise<(found: FoundLead) => ShownLead | undefined> {
  const homes = await homesOf(
    db,
    scope,
    found.map(({ campaign }) => campaign),
    { hasTypes },
  )
  return (each) => {
    const home = homes.get(each.campaign.id)
    return home && showLead(each, home, viewer)
  }
}

/** The texts of leads that a reader may see, for a search. */
export const seenBy =
  (db: Deps, scope: Scope, viewer: LeadViewer): Seen =>
  async (found) => {
    const rowOf = await rowsFor(db, scope, found, viewer, { hasTypes: false })
    return (each) => {
      const shown = rowOf(each)
      return shown ? textsOf(shown) : []
    }
  }

/** What a search looks at: nothing that the reader is not shown. */
const textsOf = ({ row, campaign, client }: ShownLead): string[] => [
  `${row.firstName} ${row.lastName}`,
  row.email,
  ...row.otherEmails,
  row.phone,
  ...row.otherPhones,
  row.street,
  row.city,
  row.stateCode,
  row.zipCode,
  row.keyword,
  row.pageUrl,
  campaign.name,
  client.name,
]
