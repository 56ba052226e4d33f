// What stands in the way of a campaign's start: the facts, gathered for the rule that judges them.

import { mayBeginLine } from '#shared/access/beta.ts'
import { findLine } from '#shared/access/lines.ts'
import { findMissing, type Missing } from '#shared/campaigns/may-start.ts'
import { targetFaults } from '#shared/campaigns/rules.ts'
import type { Campaign, CampaignTarget } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { RetailPrice } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import { findMeans } from '../payments/payer.ts'
import { findCampaignPrice } from '../pricing/prices.ts'

type Deps = { db: Db; now: () => number }
type Starting = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'rootId' | 'line' | 'createdAt' | 'startedAt'>
type About<Of> = {
  campaign: Of
  client: Company
  /** Where it was read a moment ago; the price as well. */
  agency?: Company
  price?: Promise<RetailPrice | undefined>
}

/** What ran before, or was paid for and did not, goes on also where its product is tried out by others now. */
async function mayBeStarted(db: Db, campaign: Starting, agency: Company): Promise<boolean> {
  if (campaign.line !== 'b2b' || campaign.startedAt > 0) return true
  if (mayBeginLine(await db.company.find(campaign.rootId), agency, campaign.line)) return true
  return (await db.campaignBill.findState(campaign)).purchases > 0
}

/** What a start is judged by beside what an edit changes: it may be read at the same time as that. */
export async function readStart({ db, now }: Deps, { campaign, client, ...known }: About<Starting>) {
  const at = now()
  const judging = async () => {
    const agency = known.agency ?? (await db.company.get(campaign.agencyId))
    const [means, isOpen] = await Promise.all([
      findMeans(db, agency.manualBill ? agency : client, 'leads'),
      mayBeStarted(db, campaign, agency),
    ])
    const isProductOn = findLine(agency.modules, campaign.line) !== undefined
    return { agency, hasMeans: means !== undefined, isOpen, isProductOn }
  }
  const [judged, price] = await Promise.all([judging(), known.price ?? findCampaignPrice(db, campaign, at)])
  return { ...judged, client, price, now: at }
}
export type StartRead = Awaited<ReturnType<typeof readStart>>

/** The first thing that a start of this campaign would be refused for; null when it may start. */
export const missingOf = (read: StartRead, campaign: Campaign, target: CampaignTarget): Missing | null =>
  findMissing({ ...read, campaign, targetFault: Object.values(targetFaults(campaign, target))[0] })

/** The same, as things are now. */
export async function missingForStart(deps: Deps, about: About<Campaign>): Promise<Missing | null> {
  const [read, { target }] = await Promise.all([readStart(deps, about), deps.db.campaign.detail(about.campaign)])
  return missingOf(read, about.campaign, target)
}
