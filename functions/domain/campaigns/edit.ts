// An edit of a campaign by a person, for the calls that differ in what they let be said of it.
import { changed } from '#shared/log-facts.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { CampaignDetail } from '../../data/campaigns/campaign.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { followReaders } from '../sheets/readers.ts'
import { changeCampaign, type Said } from './save.ts'
import { missingOf, readStart } from './start.ts'

type Edit = {
  db: Db
  queues: Queues
  report: (what: string, error: unknown) => void
  now: () => number
  actor: Pick<UserActor, 'role' | 'viewing'>
  campaign: Campaign
  company: Company
  tell: (line: { description: string; campaignId: string } & ReturnType<typeof changed>) => void
}

/** What the audit log says of a campaign. Long lists by their length: a line of the log is short. */
const toFacts = (campaign: Campaign, { target }: CampaignDetail) => ({
  campaign: campaign.name,
  page: campaign.siteUrl,
  starts: campaign.startOn,
  ends: campaign.endOn,
  zone: campaign.timeZone,
  reports: campaign.reportType,
  reports_to: campaign.reportTo.length,
  notices_to: campaign.noticeTo.length,
  keywords: target.keywords.join(', '),
  nationwide: target.isNational,
  states: target.states.join(', '),
  cities: target.cities.length,
  zips: target.zipCodes.length,
  seen_again: campaign.reidentification,
  information: campaign.informationType,
})

/** The campaign as it is afterwards, and what a start of it would lack. `version`: as it was when the person opened it. */
export async function editCampaign(
  { db, queues, report, now, actor, campaign, company, tell }: Edit,
  said: Said,
  version?: number,
) {
  const starting = campaign.status === 'active' ? undefined : readStart({ db, now }, { campaign, client: company })
  // Of an edit that is refused nobody waits for it.
  starting?.catch(() => undefined)
  const { before, ...saved } = await changeCampaign({ db, now, actor }, campaign, company, said, version)
  await followReaders({ db, queues, report }, before.campaign, saved.campaign)
  const start = await starting
  const missing = start ? missingOf(start, saved.campaign, saved.detail.target) : null
  tell({
    description: `Changed the campaign ${saved.campaign.name} of ${company.name}`,
    campaignId: campaign.id,
    ...changed(toFacts(before.campaign, before.detail), toFacts(saved.campaign, saved.detail)),
  })
  return { campaign: saved.campaign, detail: saved.detail, missing, company }
}
