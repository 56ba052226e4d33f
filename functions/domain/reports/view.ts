// What a report by mail says: the very figures that the dashboard shows of these days, by the same functions.
import { addDays } from '#shared/dates.ts'
import { type Company, defaultModules, type ProductLine, productLines } from '#shared/model/company.ts'
import { toCurrency } from '#shared/money/format.ts'
import { showChange } from '#shared/reports/change.ts'
import type { Db } from '../../data/index.ts'
import { type LeadChart, leadChart } from './chart.ts'
import { scopeOf } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'company' | 'lead' | 'leadMonth'>
export type ReportFigure = { label: string; value: string; change: string }
export type ReportView = {
  period: string
  against: string
  figures: ReportFigure[]
  /** Leads of each day; of a single day, those of the week that it ends. */
  bars: { label: string; leads: number }[]
  best: string
  lines: { name: string; of: string; leads: number }[]
  leads: number
  /** Where the same stands, on the site of the tenant. */
  path: string
}

const WEEK = 7
const atUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const averages = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const toCount = (count: number) => count.toLocaleString('en-US')
/** Hundredths of a cent, as the screen rounds them. */
const toMoney = (centiCents: number) => toCurrency(Math.round(centiCents / 100))

const periodOf = (from: string, to: string) =>
  from === to ? long.format(atUtc(from)) : long.formatRange(atUtc(from), atUtc(to)).replace(/\s/g, ' ')

function figuresOf({ sums, before, labels }: LeadChart, isClient: boolean): ReportFigure[] {
  const days = labels.length
  const earlier = before?.sums
  const figure = (
    label: string,
    now: number | undefined,
    then: number | undefined,
    show: (value: number) => string,
  ) => ({
    label,
    value: now === undefined ? '—' : show(now),
    change: now === undefined || then === undefined ? '' : showChange({ now, before: then }),
  })
  return [
    figure('Leads', sums.leads, earlier?.leads, toCount),
    ...(days > 1
      ? [figure('Average a day', sums.leads / days, earlier && earlier.leads / days, (value) => averages.format(value))]
      : []),
    figure(isClient ? 'Spend' : 'Sold for', sums.retailCentiCents, earlier?.retailCentiCents, toMoney),
    // What an agency pays is nothing that its clients learn.
    ...(isClient ? [] : [figure('Costs you', sums.wholesaleCentiCents, earlier?.wholesaleCentiCents, toMoney)]),
  ]
}

async function linesOf(db: Deps, { series, sums }: LeadChart, isClient: boolean): Promise<ReportView['lines']> {
  // Of too many campaigns none is looked at by itself, and there are no others beside them.
  if (series.every(({ campaign }) => !campaign)) return []
  const rows = await Promise.all(
    series.map(async ({ campaign, data }) => ({
      name: campaign?.name ?? 'Other campaigns',
      of: campaign && !isClient ? ((await db.company.find(campaign.companyId))?.name ?? '') : '',
      leads: data.reduce((sum, leads) => sum + leads, 0),
    })),
  )
  return sums.leads > 0 ? rows : []
}

function barsOf({ labels, total }: Pick<LeadChart, 'labels' | 'total'>): Pick<ReportView, 'bars' | 'best'> {
  const isShort = labels.length <= WEEK
  const most = Math.max(...total)
  const best = labels[total.indexOf(most)] ?? ''
  return {
    bars: labels.map((day, at) => ({
      label: isShort ? weekday.format(atUtc(day)) : at % WEEK === 0 ? String(Number(day.slice(8))) : '',
      leads: total[at] ?? 0,
    })),
    best: most > 0 && labels.length > 1 ? `Most came on ${long.format(atUtc(best))}: ${toCount(most)}.` : '',
  }
}

/** The product of the campaign that brought most, or the first one that the tenant has. */
function pathOf({ series }: LeadChart, modules: Company['modules'], from: string, to: string): string {
  const line: ProductLine | undefined =
    series.find(({ campaign }) => campaign)?.campaign?.line ?? productLines.find((each) => modules[each])
  return line ? `/${(modules[line] ?? defaultModules[line]).url}/dashboard?from=${from}&to=${to}` : ''
}

/** `tenant`: whose site the reader signs in on. */
export async function reportView(
  db: Deps,
  { company, tenant, from, until }: { company: Company; tenant: Company; from: string; until: string },
): Promise<ReportView> {
  const scope = scopeOf({ company, campaign: undefined, line: undefined })
  const isClient = company.kind === 'client'
  const chart = await leadChart(db, scope, { from, to: until }, { hasSeries: true, hasBefore: true })
  const isDay = from === until
  const week = { from: addDays(until, 1 - WEEK), to: until }
  const drawn = isDay ? await leadChart(db, scope, week, { hasSeries: false, hasBefore: false }) : chart
  const days = chart.labels.length
  return {
    period: periodOf(from, until),
    against: isDay ? 'the day before' : `the ${days} days before`,
    figures: figuresOf(chart, isClient),
    ...barsOf(drawn),
    lines: await linesOf(db, chart, isClient),
    leads: chart.sums.leads,
    path: pathOf(chart, tenant.modules, from, until),
  }
}
