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
type About = {
  campaign: Campaign
  target: CampaignTarget
  client: Company
  /** Where it was read a moment ago; the price as well. */
  agency?: Company
  price?: RetailPrice | undefined
}

/** What ran before, or was paid for and did not, goes on also where its product is tried out by others now. */
async function mayBeStarted(db: Db, campaign: Campaign, agency: Company): Promise<boolean> {
  if (campaign.line !== 'b2b' || campaign.startedAt > 0) return true
  if (mayBeginLine(await db.company.find(campaign.rootId), agency, campaign.line)) return true
  return (await db.campaignBill.findState(campaign)).purchases > 0
}

/** The first thing that a start of this campaign would be refused for, as things are now; null when it may start. */
export async function missingForStart({ db, now }: Deps, about: About): Promise<Missing | null> {
  const { campaign, target, client } = about
  const at = now()
  const agency = about.agency ?? (await db.company.get(campaign.agencyId))
  const [means, price, isOpen] = await Promise.all([
    findMeans(db, agency.manualBill ? agency : client, 'leads'),
    'price' in about ? about.price : findCampaignPrice(db, campaign, at),
    mayBeStarted(db, campaign, agency),
  ])
  return findMissing({
    campaign,
    client,
    agency,
    hasMeans: means !== undefined,
    price,
    isProductOn: findLine(agency.modules, campaign.line) !== undefined,
    isOpen,
    targetFault: Object.values(targetFaults(campaign, target))[0],
    now: at,
  })
}
