// Campaigns that are billed by another payment term than their price says, for an operator by hand.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Finding } from '../../data/tenancy/recount/index.ts'
import { type Deps, followPrice, isAstray } from './campaign-price.ts'

/** `clients`: of whom the campaigns are. */
export async function recountTerms(
  deps: Deps,
  clients: readonly Company[],
  campaigns: readonly Campaign[],
): Promise<Finding[]> {
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const found: Finding[] = []
  for (const campaign of campaigns)
    if (await isAstray(deps, campaign))
      found.push({
        kind: 'payment term',
        said: `The campaign ${campaign.id} is billed as ${campaign.term}, and its price says otherwise.`,
        mend: () => followPrice(deps, campaign, names.get(campaign.companyId) ?? ''),
      })
  return found
}
