// That the platform stopped campaigns is told where their people look: to each client, and once to their agency.
import { dayIn } from '#shared/dates.ts'
import type { Campaign, StatusReason } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import { addNotice, type NoticeDeps } from '../account/notice.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Deps = NoticeDeps & { db: Pick<Db, 'company' | 'notice'> }

/** What comes to its end as it was planned needs nobody to mend it. */
const isPlanned = (reason: StatusReason) => reason === 'limit_total' || reason === 'end_date'

const aboutCampaigns = (campaigns: readonly Campaign[]) => {
  const [only, ...others] = campaigns
  const one = others.length === 0 && only ? { campaign: only.name, number: only.number, line: only.line } : {}
  return { total: campaigns.length, ...one }
}

/**
 * `about`: what they were stopped for, such as the company that did not pay. Told once a day for each; who tells before campaigns are
 * stopped is told of again after a crash, and nobody hears of it twice.
 */
export async function tellStopped(
  deps: Deps,
  campaigns: readonly Campaign[],
  reason: StatusReason,
  about: string,
): Promise<void> {
  const kind = isPlanned(reason) ? 'campaignEnded' : 'campaignsStopped'
  const event = `${reason}-${about}-${dayIn('UTC', deps.now())}`
  const clients = [...new Set(campaigns.map(({ companyId }) => companyId))]
  const ofClients = mapConcurrent(clients, (companyId) => {
    const own = campaigns.filter((campaign) => campaign.companyId === companyId)
    return addNotice(deps, { companyId, kind, about: event, facts: { reason, ...aboutCampaigns(own) } })
  })
  const ofAgencies = async () => {
    const [client] = clients
    const who = clients.length === 1 && client ? (await deps.db.company.find(client))?.name : undefined
    const facts = { reason, ...aboutCampaigns(campaigns), ...(who && { who }) }
    for (const companyId of new Set(campaigns.map(({ agencyId }) => agencyId)))
      await addNotice(deps, { companyId, kind, about: event, facts })
  }
  await Promise.all([ofClients, ofAgencies()])
}
