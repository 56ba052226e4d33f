// What an agency or a client has of campaigns: by product and state, with the leads of the last days. Of an agency it is read
// from its own counts, of a client from those of its entry and from its campaigns that had leads lately, so that neither grows with
// the number of campaigns.
import { monthOf } from '#shared/campaigns/meter.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import { campaignStatuses, defaultTimeZone } from '#shared/model/campaign.ts'
import { type Company, type ProductLine, productLines } from '#shared/model/company.ts'
import type { CampaignCounts } from '../../data/campaigns/list.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { campaignsIn } from '../reports/scope.ts'
import { countsOfClient } from './of-client.ts'

type Deps = { db: Pick<Db, 'campaign' | 'campaignList' | 'lead' | 'leadMonth' | 'node'>; now: () => number }
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

/** Leads today and in the seven days that end with it, in the zone of each campaign that has any; those of removed ones are left out. */
async function clientLeads({ db, now }: Deps, client: Company): Promise<(Leads & { line: ProductLine })[]> {
  const at = now()
  const weekOf = (timeZone: string) => {
    const today = dayIn(timeZone, at)
    return { today, first: addDays(today, 1 - WEEK_DAYS) }
  }
  // No zone is more than a day away from this one.
  const [from, to] = [weekOf('UTC').first, weekOf('UTC').today].map((day, end) => monthOf(addDays(day, end ? 1 : -1)))
  const some = (await campaignsIn(db, client, { from: from ?? '', to: to ?? '', line: undefined })) ?? []
  const meters = await db.campaignList.meters(some)
  // Most campaigns of a long list have not had a lead for a while.
  const recent = some.filter(({ id, timeZone }) => (meters.get(id)?.day ?? '') >= weekOf(timeZone).first)
  const [whole, counted] = await Promise.all([
    db.campaign.some(recent),
    mapConcurrent(recent, async (campaign) => {
      const { today, first } = weekOf(campaign.timeZone)
      const days = await db.lead.countByDay(campaign, first, today, meters.get(campaign.id))
      const sum = (of: typeof days) => of.reduce((total, day) => total + day.leads, 0)
      return {
        id: campaign.id,
        line: campaign.line,
        today: sum(days.filter(({ day }) => day === today)),
        week: sum(days),
      }
    }),
  ])
  const there = new Set(whole.flatMap(({ id, status }) => (status === 'removed' ? [] : [id])))
  return counted.filter(({ id }) => there.has(id))
}

async function clientOverview(deps: Deps, client: Company): Promise<Overview[]> {
  const [counts, leads] = await Promise.all([countsOfClient(deps.db, client), clientLeads(deps, client)])
  return toOverview(
    (line) => ({ ...none, ...counts.get(line) }),
    (line) => {
      const some = leads.filter((each) => each.line === line)
      const sum = (of: keyof Leads) => some.reduce((total, each) => total + each[of], 0)
      return { today: sum('today'), week: sum('week') }
    },
  )
}

export const campaignOverview = (deps: Deps, company: Company): Promise<Overview[]> =>
  company.kind === 'client' ? clientOverview(deps, company) : agencyOverview(deps, company.id)
