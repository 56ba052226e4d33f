// What a campaign is to be charged before leads come, by the prices of this moment: everything is decided here, before anybody is
// asked for money, and stands in the books until it was paid or came to nothing.
import type { Meter } from '#shared/campaigns/meter.ts'
import { isScheduled } from '#shared/campaigns/schedule.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState, CampaignBill, Purchase } from '#shared/model/campaign-bill.ts'
import type { Company } from '#shared/model/company.ts'
import { noCarry } from '#shared/money/bill.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import type { LaterFacts } from '#shared/money/later-words.ts'
import { isPeriodic, periodOf } from '#shared/money/periods.ts'
import { leadPrice, noPrice, type RetailPrice, termKeyOf, wholesaleOf } from '#shared/money/price-list.ts'
import { type Charge, type SaleFacts, startCharge, topUpCharge } from '#shared/money/start-charge.ts'
import type { Db } from '../../data/index.ts'
import { costsOf, findCampaignPrice } from '../pricing/prices.ts'

type Deps = { db: Db; now: () => number }
type Why = Purchase['why']

const USED_UP = 'This campaign has delivered all leads that were paid for. Copy it to go on with another one.'
const HAS_NO_METER = 'There is no meter.'

/** What a purchase of this moment is, and what it was made of. */
export type Plan = {
  charge: Charge
  price: RetailPrice
  state: BillState
  purchase: Purchase
  /** What its payer is asked for later. */
  later: Omit<LaterFacts, 'price' | 'isPaidAhead'>
}

export const payerOf = (agency: Pick<Company, 'manualBill'>) => (agency.manualBill ? 'agency' : 'client')

/** It may still be on its way: nothing else waits for it. */
type Agency = Company | Promise<Company>

async function saleOf({ db, now }: Deps, campaign: Campaign, asked: Agency): Promise<SaleFacts> {
  const { line, informationType: kind, agencyId, rootId } = campaign
  const [agency, price = noPrice, { own, root }] = await Promise.all([
    asked,
    findCampaignPrice(db, campaign, now()),
    costsOf(db, { id: agencyId, rootId }, now()),
  ])
  const wholesale = wholesaleOf(own, root, line, price.term)
  return { line, kind, price, wholesale, root: root.costs[line][termKeyOf[price.term]], payer: payerOf(agency) }
}

export async function meterOf({ db }: Pick<Deps, 'db'>, campaign: Pick<Campaign, 'companyId' | 'id'>) {
  const meter = await db.lead.findMeter(campaign, true)
  if (!meter) throw new Error(`${campaign.id}: ${HAS_NO_METER}`)
  return meter
}

/** What a purchase is made of: what is sold, and how the campaign stands. */
async function look(deps: Deps, campaign: Campaign, agency: Agency) {
  const standing = async () => {
    // The state before the meter: what was bought in between makes another state of it, under which nothing can be begun.
    const state = await deps.db.campaignBill.findState(campaign)
    return { state, meter: await meterOf(deps, campaign) }
  }
  const [facts, stands] = await Promise.all([saleOf(deps, campaign, agency), standing()])
  return { facts, ...stands }
}

type Days = Pick<CampaignBill, 'fromOn' | 'toOn'>

function toPlan(
  why: Why,
  campaign: Campaign,
  by: string,
  { facts, charge, state, days, at }: { facts: SaleFacts; charge: Charge; state: BillState; days: Days; at: number },
): Plan {
  const number = state.purchases + 1
  const { companyId, id: campaignId, agencyId, rootId } = campaign
  const { items, sums, feePeriod, hasPlatformFee, bought } = charge
  const bill: CampaignBill = {
    companyId,
    campaignId,
    agencyId,
    rootId,
    key: `${why}-${String(number).padStart(6, '0')}`,
    why,
    payer: facts.payer,
    term: facts.price.term,
    ...days,
    items,
    sums,
    carried: noCarry,
    createdAt: at,
    isDone: false,
  }
  const { price, wholesale, line, kind, payer } = facts
  const { retailCentiCents, wholesaleCentiCents } = leadPrice(price, wholesale, line, kind)
  const isClient = payer === 'client'
  return {
    charge,
    price,
    state,
    later: {
      isTopUpStopped: state.isTopUpStopped,
      isScheduled: isScheduled({ ...campaign, status: 'active' }, at),
      perLeadCentiCents: isClient ? retailCentiCents : wholesaleCentiCents,
      periodFeeCents: (isClient ? price : wholesale).periodFeeCents,
      shortCentiCents: isClient ? Math.max(0, wholesaleCentiCents - retailCentiCents) : 0,
    },
    purchase: { number, why, bill, ...(feePeriod !== undefined && { feePeriod }), hasPlatformFee, bought, by },
  }
}

/** What a start of this moment costs. Throws (422) where a campaign that is paid once has delivered what was paid for. */
export async function planStart(deps: Deps, campaign: Campaign, agency: Agency, by: string): Promise<Plan> {
  const at = deps.now()
  const { facts, state, meter } = await look(deps, campaign, agency)
  const { term } = facts.price
  const today = dayIn(SYSTEM_ZONE, at)
  const period = periodOf(term, dayIn(SYSTEM_ZONE, campaign.startedAt || at), today)
  const left = leadsLeft(meter.lots, meter.gone)
  const charge = startCharge({
    ...facts,
    period: period?.number ?? 0,
    feePeriod: state.feePeriod,
    // The fee of the first start; who started before it was asked for owes none.
    isPlatformCharged: state.isPlatformCharged || campaign.startedAt > 0,
    leadsLeft: left,
    leadsSoFar: meter.leads,
  })
  if (term === 'One Time' && left === 0 && (meter.bought > 0 || !charge.bought)) throw invalid({ limit: USED_UP })
  const toOn = isPeriodic(term) && period ? period.toOn : today
  return toPlan('start', campaign, by, { facts, charge, state, days: { fromOn: today, toOn }, at })
}

/** A look at what is left, and what further leads cost; no plan where the campaign buys none by itself. */
export type TopUpLook = { plan: Plan | undefined; meter: Meter; price: RetailPrice }

export async function planTopUp(deps: Deps, campaign: Campaign, agency: Company): Promise<TopUpLook> {
  const at = deps.now()
  const { facts, state, meter } = await look(deps, campaign, agency)
  const { price } = facts
  const { term, topUp } = price
  if (term !== 'Prepaid' || topUp.mode !== 'continual' || topUp.leads <= 0 || state.isTopUpStopped)
    return { plan: undefined, meter, price }
  const today = dayIn(SYSTEM_ZONE, at)
  const days = { fromOn: today, toOn: today }
  const plan = toPlan('topup', campaign, 'top-up', { facts, charge: topUpCharge(facts), state, days, at })
  return { plan, meter, price }
}
