// Once a day the running campaigns of each agency are looked at: those that should have found more leads in the last week are
// listed for operators, and the people whom the campaign names for its notices are told, once a week. What runs in a product that
// the agency does not have any more is stopped.
import { createHash } from 'node:crypto'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Company, productLines } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { WeakCampaign } from '../../data/reports/weak-campaign.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { runningCampaigns } from '../campaigns/all.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Deps = { db: Db; queues: Queues; now: () => number }

const LOOK_BACK_DAYS = 7
const shortHash = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 16)
/** Weeks begin on Monday. */
function weekOf(day: string): string {
  const fromMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -fromMonday)
}

/** Leads of the seven days before today, in the campaign's zone; undefined where it asks for nothing or has not run that long. */
async function weakness({ db, now }: Deps, campaign: Campaign): Promise<{ leads: number; today: string } | undefined> {
  const { hasMinimumLeads, minimumLeads, startedAt, timeZone } = campaign
  if (!hasMinimumLeads || minimumLeads <= 0 || startedAt === 0 || now() - startedAt < LOOK_BACK_DAYS * DAY)
    return undefined
  const today = dayIn(timeZone, now())
  const days = await db.lead.countByDay(campaign, addDays(today, -LOOK_BACK_DAYS), addDays(today, -1))
  const leads = days.reduce((sum, one) => sum + one.leads, 0)
  return leads < minimumLeads ? { leads, today } : undefined
}

async function tell(
  { db, queues, now }: Deps,
  campaign: Campaign,
  { leads, today }: { leads: number; today: string },
): Promise<void> {
  const { name, number, line, minimumLeads: minimum } = campaign
  await addNotice(
    { db, now },
    {
      companyId: campaign.agencyId,
      kind: 'fewLeads',
      about: `${campaign.id}-${weekOf(today)}`,
      facts: { campaign: name, number, line, leads, minimum },
    },
  )
  for (const address of campaign.noticeTo)
    await queues.send('sendMail', {
      mailId: `weak-${campaign.id}-${weekOf(today)}-${shortHash(address)}`,
      tenantId: campaign.agencyId,
      mail: 'fewLeads',
      facts: {
        address,
        campaignId: campaign.id,
        campaign: campaign.name,
        line: campaign.line,
        leads,
        minimum: campaign.minimumLeads,
      },
    })
}

/** A start that was under way when its product was taken away may have come after those that ran were stopped. */
async function stopWithoutProduct(deps: Deps, agency: Company, running: readonly Campaign[]): Promise<void> {
  const closed = productLines.filter((line) => !agency.modules[line] && running.some((each) => each.line === line))
  if (closed.length > 0) await stopCampaigns(deps, agency, 'module_disabled', closed)
}

/** Looks at the running campaigns of an agency. Answers one sentence for the log. */
export async function reviewCampaigns(deps: Deps, agencyId: string): Promise<string> {
  const { db } = deps
  const agency = await db.company.find(agencyId)
  if (!agency) return 'the agency is gone'
  const running = (await runningCampaigns(db, agency)).filter((campaign) => campaign.agencyId === agencyId)
  await stopWithoutProduct(deps, agency, running)
  const known = await db.weakCampaign.list(agency.rootId, agencyId)
  const found = await mapConcurrent(running, async (campaign) => {
    const weak = await weakness(deps, campaign)
    if (!weak) return []
    const client = await db.company.find(campaign.companyId)
    const row: WeakCampaign = {
      rootId: agency.rootId,
      agencyId,
      companyId: campaign.companyId,
      campaignId: campaign.id,
      number: campaign.number,
      name: campaign.name,
      companyName: client?.name ?? '',
      agencyName: agency.name,
      minimumLeads: campaign.minimumLeads,
      leads: weak.leads,
      day: weak.today,
    }
    await db.weakCampaign.save(row)
    await tell(deps, campaign, weak)
    return [row.campaignId]
  })
  const weak = new Set(found.flat())
  for (const row of known) if (!weak.has(row.campaignId)) await db.weakCampaign.remove(row)
  return `${weak.size} of ${running.length} campaigns found too little`
}
