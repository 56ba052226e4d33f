// The leads of a scope by day, in all and by campaign: those with most leads by name, what is left of them together.
import { addDays, countDays } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import { type Counted, type CountedCampaign, countCampaigns, countScope, type Days, sumUp } from './counts.ts'
import { type Book, findBook, type Reported, type Scope, wholeOf } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'lead' | 'leadMonth'>

/** More than these are told apart by nobody in one drawing. */
const MOST_SERIES = 5
/** Of an agency's campaigns, those with most leads so far are looked at for the ones with most leads in the days. */
const MOST_LOOKED_AT = 100

export type Series = { campaign: Campaign | undefined; data: number[] }
export type LeadChart = {
  labels: string[]
  /** Without a campaign: the others together. */
  series: Series[]
  total: number[]
  sums: Omit<Counted, 'day'>
  /** As many days, those that end before these begin. */
  before: (Days & { sums: Omit<Counted, 'day'> }) | undefined
}

export function labelsOf({ from, to }: Days): string[] {
  return Array.from({ length: countDays(from, to) }, (_, at) => addDays(from, at))
}

function byLabel(labels: readonly string[], days: readonly Counted[]): number[] {
  const counts = new Map<string, number>()
  for (const { day, leads } of days) counts.set(day, (counts.get(day) ?? 0) + leads)
  return labels.map((label) => counts.get(label) ?? 0)
}

const daysBefore = ({ from, to }: Days): Days => ({
  from: addDays(from, -countDays(from, to)),
  to: addDays(from, -1),
})

/** The days that a chart looks at. */
export const daysCounted = (days: Days, { hasBefore }: { hasBefore: boolean }): Days =>
  hasBefore ? { from: daysBefore(days).from, to: days.to } : days

/** Those of an agency are counted only for this: its days say nothing of campaigns. */
async function countForSeries(db: Deps, opened: Promise<Book | undefined>, days: Days): Promise<CountedCampaign[]> {
  const book = await opened
  if (!book) return []
  const { meters } = book
  const leadsOf = ({ id }: Reported) => meters.get(id)?.leads ?? 0
  const campaigns = book.campaigns
    .filter(({ id }) => (meters.get(id)?.day ?? '') >= days.from)
    .sort((a, b) => leadsOf(b) - leadsOf(a))
    .slice(0, MOST_LOOKED_AT)
  return countCampaigns(db, { campaigns, meters }, days)
}

async function seriesOf(
  db: Deps,
  labels: readonly string[],
  total: readonly number[],
  counted: readonly CountedCampaign[],
): Promise<Series[]> {
  const known = new Set(labels)
  const own = counted
    .map(({ campaign, days }) => ({ campaign, days: days.filter(({ day }) => known.has(day)) }))
    .map(({ campaign, days }) => ({ campaign, leads: sumUp(days).leads, data: byLabel(labels, days) }))
    .filter(({ leads }) => leads > 0)
    .sort((a, b) => b.leads - a.leads || (a.campaign.id < b.campaign.id ? -1 : 1))
  const most = own.slice(0, MOST_SERIES)
  const whole = await wholeOf(
    db,
    most.map(({ campaign }) => campaign),
  )
  const shown = most.flatMap(({ campaign: { id }, data }): Series[] => {
    const campaign = whole.get(id)
    return campaign ? [{ campaign, data }] : []
  })
  const rest = total.map((leads, at) => leads - shown.reduce((sum, { data }) => sum + (data[at] ?? 0), 0))
  return rest.some((leads) => leads > 0) ? [...shown, { campaign: undefined, data: rest }] : shown
}

export async function leadChart(
  db: Deps,
  scope: Scope,
  days: Days,
  { hasSeries, hasBefore }: { hasSeries: boolean; hasBefore: boolean },
  opened?: Promise<Book | undefined>,
): Promise<LeadChart> {
  const labels = labelsOf(days)
  const earlier = daysBefore(days)
  const isAgency = scope.of === 'agency'
  const [counted, looked] = await Promise.all([
    countScope(db, scope, daysCounted(days, { hasBefore }), {
      book: isAgency ? undefined : await opened,
      byCampaign: hasSeries,
    }),
    hasSeries && isAgency ? countForSeries(db, opened ?? findBook(db, scope, days), days) : [],
  ])
  const inDays = counted.days.filter(({ day }) => day >= days.from)
  const total = byLabel(labels, inDays)
  return {
    labels,
    total,
    series: hasSeries ? await seriesOf(db, labels, total, counted.campaigns ?? looked) : [],
    sums: sumUp(inDays),
    before: hasBefore ? { ...earlier, sums: sumUp(counted.days.filter(({ day }) => day < days.from)) } : undefined,
  }
}
