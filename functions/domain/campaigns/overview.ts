// What an agency or a client has of campaigns: by product and state, with the leads of the last days. Of an agency it is read
// from its own counts, whose number does not grow with its campaigns; a client has few, which are looked at one by one.
import { addDays, dayIn } from '#shared/dates.ts'
import { type Campaign, campaignStatuses, defaultTimeZone } from '#shared/model/campaign.ts'
import { type Company, type ProductLine, productLines } from '#shared/model/company.ts'
import type { CampaignCounts } from '../../data/campaigns/list.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Deps = { db: Pick<Db, 'campaign' | 'campaignList' | 'lead'>; now: () => number }
type Overview = {
  line: ProductLine
  /** Those that were removed are counted by nobody. */
  counts: CampaignCounts
  leadsToday: number
  leadsWeek: number
}
type Leads = { today: number; week: number }

const WEEK_DAYS = 7
const none = Object.fromEntries(campaignStatuses.map((status) => [status, 0])) as CampaignCounts

/** Lines without campaigns are left out. */
const toOverview = (countsOf: (line: ProductLine) => CampaignCounts, leadsOf: (line: ProductLine) => Leads) =>
  productLines.flatMap((line): Overview[] => {
    const counts = { ...countsOf(line), removed: 0 }
    if (!Object.values(counts).some((count) => count > 0)) return []
    const { today, week } = leadsOf(line)
    return [{ line, counts, leadsToday: today, leadsWeek: week }]
  })

/**
 * Days of an agency's leads are those of each campaign's zone. Today is that of the zone that campaigns have unless somebody says
 * another one, together with what is tomorrow already further east.
 */
async function agencyOverview({ db, now }: Deps, agencyId: string): Promise<Overview[]> {
  const today = dayIn(defaultTimeZone, now())
  const last = addDays(today, 1)
  const [counts, ofDay, ofWeek] = await Promise.all([
    db.campaignList.counts(agencyId),
    db.lead.sumOfAgency(agencyId, today, last),
    db.lead.sumOfAgency(agencyId, addDays(today, 1 - WEEK_DAYS), last),
  ])
  return toOverview(
    (line) => counts.get(line) ?? none,
    (line) => ({ today: ofDay.byLine[line], week: ofWeek.byLine[line] }),
  )
}

/** Leads of each campaign today and in the seven days that end with it, in its own zone. */
async function clientOverview({ db, now }: Deps, companyId: string): Promise<Overview[]> {
  const own = (await db.campaign.list(companyId)).filter(({ status }) => status !== 'removed')
  const meters = await db.campaignList.meters(own)
  const leads = await mapConcurrent(own, async (campaign: Campaign) => {
    const today = dayIn(campaign.timeZone, now())
    const first = addDays(today, 1 - WEEK_DAYS)
    const meter = meters.get(campaign.id)
    // Most campaigns of a long list have not had a lead for a while.
    const days = meter && meter.day >= first ? await db.lead.countByDay(campaign, first, today, meter) : []
    const sum = (of: typeof days) => of.reduce((total, day) => total + day.leads, 0)
    return { line: campaign.line, today: sum(days.filter(({ day }) => day === today)), week: sum(days) }
  })
  return toOverview(
    (line) => {
      const some = own.filter((campaign) => campaign.line === line)
      const counted = campaignStatuses.map((of) => [of, some.filter(({ status }) => status === of).length])
      return Object.fromEntries(counted) as CampaignCounts
    },
    (line) => {
      const some = leads.filter((each) => each.line === line)
      const sum = (of: keyof Leads) => some.reduce((total, each) => total + each[of], 0)
      return { today: sum('today'), week: sum('week') }
    },
  )
}

export const campaignOverview = (deps: Deps, { kind, id }: Company): Promise<Overview[]> =>
  kind === 'client' ? clientOverview(deps, id) : agencyOverview(deps, id)
