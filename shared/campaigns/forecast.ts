// What a campaign may bring and cost, from the people that were counted: an estimate for the person who sets it up. Bills
// are made of leads that came, never of this.
import type { ProductLine } from '../model/company.ts'
import { type Fees, type LeadKind, leadPrice, noFees, type RetailPrice } from '../money/price-list.ts'
import { fromCents } from '../money/price-text.ts'

const DAYS_A_WEEK = 7
/** An average month. */
const DAYS_A_MONTH = 365.25 / 12

/** `once`: paid in one sum before the first lead. */
export type ForecastPeriod = 'week' | 'month' | 'once'

export type Forecast = {
  leadsAWeek: number
  /** What the people would be without the limit; the same where it cuts nothing. */
  peopleAWeek: number
  period: ForecastPeriod
  /** Leads in the period. */
  leads: number
  retailCents: number
  /** Undefined where nobody may see what the agency pays. */
  wholesaleCents: number | undefined
  marginCents: number | undefined
  /** Weeks until bought leads or a limit in all are used up; undefined where nothing runs out. */
  lastsWeeks: number | undefined
}

type Question = {
  line: ProductLine
  kind: LeadKind
  /** People of the last seven days. */
  people: number
  price: RetailPrice
  wholesale?: Fees | undefined
  /** The most that its leads may cost in a month; 0 for no bound. */
  capCents?: number
}

const periodOf = ({ term }: RetailPrice): ForecastPeriod =>
  term === 'Weekly' ? 'week' : term === 'One Time' ? 'once' : 'month'

/** How many leads a week the limit lets through at its own price; a limit in all cuts no week. */
function mostAWeek({ limit }: RetailPrice): number {
  if (limit.count === 0 || limit.every === 'max') return Number.POSITIVE_INFINITY
  return limit.every === 'day' ? limit.count * DAYS_A_WEEK : (limit.count * DAYS_A_WEEK) / DAYS_A_MONTH
}

/** How many leads a week the bound of a month pays for, those within the limit first. */
function underCap(within: Share, above: Share, capCents: number): [number, number] {
  if (capCents === 0) return [within.leads, above.leads]
  const room = (fromCents(capCents) * DAYS_A_WEEK) / DAYS_A_MONTH
  const paid = Math.min(within.leads, within.each > 0 ? room / within.each : within.leads)
  const left = room - paid * within.each
  return [paid, Math.min(above.leads, above.each > 0 ? left / above.each : above.leads)]
}
type Share = { leads: number; each: number }

function lasting(price: RetailPrice, leadsAWeek: number): number | undefined {
  if (leadsAWeek === 0) return undefined
  if (price.term === 'Prepaid' && price.topUp.leads > 0) return price.topUp.leads / leadsAWeek
  return price.limit.every === 'max' && price.limit.count > 0 ? price.limit.count / leadsAWeek : undefined
}

/** Leads a week under the limit and the bound of its cost, and what they cost in the period that the payment term bills by. */
export function forecast({ line, kind, people, price, wholesale, capCents = 0 }: Question): Forecast {
  const period = periodOf(price)
  const { retailCentiCents: each, wholesaleCentiCents: cost } = leadPrice(price, wholesale ?? noFees, line, kind)
  const most = Math.min(people, mostAWeek(price))
  const [within, above] = underCap(
    { leads: most, each },
    { leads: price.aboveLimitCentiCents > 0 ? people - most : 0, each: price.aboveLimitCentiCents },
    capCents,
  )
  const weeks = period === 'month' ? DAYS_A_MONTH / DAYS_A_WEEK : 1
  const isOnce = period === 'once'
  const leads = isOnce ? price.limit.count : (within + above) * weeks
  const leadsCost = isOnce ? leads * each : (within * each + above * price.aboveLimitCentiCents) * weeks
  const fee = ({ periodFeeCents }: { periodFeeCents: number }) => (isOnce ? 0 : fromCents(periodFeeCents))
  const retailCents = toCents(leadsCost + fee(price))
  const wholesaleCents = wholesale && toCents(cost * leads + fee(wholesale))
  return {
    leadsAWeek: Math.floor(within + above),
    peopleAWeek: people,
    period,
    leads: Math.floor(leads),
    retailCents,
    wholesaleCents,
    marginCents: wholesaleCents === undefined ? undefined : retailCents - wholesaleCents,
    lastsWeeks: lasting(price, within + above),
  }
}

const toCents = (centiCents: number): number => Math.round(centiCents / 100)
