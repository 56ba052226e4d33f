// The price of a campaign says under which payment term it is, and by that term it is billed: both are written as one. Another term
// begins with a clean slate: what was sold until then stands on a bill of the old one, and its periods are counted anew.
import type { Meter } from '#shared/campaigns/meter.ts'
import { termLock } from '#shared/campaigns/term-lock.ts'
import { conflict, invalid, lostTo, notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BillState } from '#shared/model/campaign-bill.ts'
import { nextBillAt, periodAt } from '#shared/money/bill-dates.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import type { RetailPrice } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import { LAST_INSTANT } from '../../data/pricing/price.ts'
import type { Queues } from '../../gateways/queue.ts'
import { makeBills } from '../billing/bill-campaign.ts'
import { isBillable } from '../billing/unbilled.ts'
import { findCampaignPrice } from './prices.ts'

export type Deps = {
  db: Db
  queues: Pick<Queues, 'send'>
  now: () => number
  report: (what: string, error: unknown) => void
}

/** Edits, starts, leads and other prices may come between. */
const MOST_ROUNDS = 8

const STARTED = 'The campaign was started at this moment. Pause it before you change its payment term.'
const NOT_PROVEN =
  'The leads of this campaign are not those that were counted. Our people were told; try again when it is mended.'

/** Also one that was saved in this millisecond, and holds from the next one on. */
const latestPrice = (db: Db, campaign: Campaign) => findCampaignPrice(db, campaign, LAST_INSTANT)

type Look = { state: BillState; meter: Meter; hasPurchase: boolean }

/** The state before the meter: what is bought or sold in between makes another state of it, under which nothing is written. */
async function look({ db }: Deps, campaign: Campaign): Promise<Look> {
  const state = await db.campaignBill.findState(campaign)
  const [meter, purchase] = await Promise.all([
    db.lead.findMeter(campaign, true),
    db.campaignBill.findPurchase(campaign),
  ])
  if (!meter) throw new Error(`${campaign.id}: There is no meter.`)
  return { state, meter, hasPurchase: purchase !== undefined }
}

/** Longer than a call may take. */
const LOOKED_AT_AFTER_SECONDS = 60

/**
 * Puts what was sold so far on a bill of the term as it was; the timetable asks for it. Where this call ends between the two, the job makes
 * the bill: what was closed would else wait for the next one that is due, which may be a month away.
 */
async function cut(deps: Deps, campaign: Campaign): Promise<void> {
  const { companyId, id: campaignId } = campaign
  const kept = { delaySeconds: LOOKED_AT_AFTER_SECONDS, group: companyId }
  await deps.queues
    .send('billCampaign', { companyId, campaignId }, kept)
    .catch((error) => deps.report('a bill of another term waits for the next one, should this call crash', error))
  const { isProven } = await makeBills(deps, campaign, { why: 'term' })
  if (!isProven) throw conflict(NOT_PROVEN)
}

async function fresh({ db }: Deps, campaign: Campaign): Promise<Campaign> {
  const found = await db.campaign.findFresh(campaign)
  if (!found || found.status === 'removed') throw notFound('campaign')
  return found
}

type Asked = {
  /** The price, made of what it is. */
  priceOf: (before: RetailPrice | undefined) => RetailPrice
  by: string
  clientName: string
  /** What the campaign costs so far, as it was read a moment ago. */
  before: RetailPrice | undefined
}

/** Sets what a campaign costs from now on, and with it its payment term; throws where that may not change now. */
export async function saveCampaignPrice(deps: Deps, asked: Campaign, said: Asked): Promise<void> {
  const { db, now } = deps
  const { priceOf, by, clientName } = said
  let [campaign, before] = [asked, said.before]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (round > 0) {
      campaign = await fresh(deps, campaign)
      before = await latestPrice(db, campaign)
    }
    if (before && before.term !== campaign.term) {
      await followPrice(deps, campaign, clientName)
      continue
    }
    const begun = before
    const { term } = priceOf(begun)
    // Without a price of its own it begins with what it costs so far.
    const price = (latest: RetailPrice | undefined) => ({ ...priceOf(latest ?? begun), term })
    const version = await db.price.nextOfCampaign(campaign, price, { by, at: now() })
    if (term === campaign.term) {
      if (!version || (await db.campaignChange.setPrice(campaign, { term, clientName, version }))) return
      continue
    }
    if (campaign.status === 'active' && round > 0) throw conflict(STARTED)
    const { state, meter, hasPurchase } = await look(deps, campaign)
    const lock = termLock({ campaign, leadsLeft: leadsLeft(meter.lots, meter.gone), hasPurchase })
    if (lock) throw invalid({ paymentTerm: lock })
    if (isBillable(meter)) {
      await cut(deps, campaign)
      continue
    }
    const billed = { state, next: { feePeriod: -1, due: null } }
    if (await db.campaignChange.setPrice(campaign, { term, clientName, version, billed })) return
  }
  throw lostTo({ paymentTerm: messages.changedMeanwhile })
}

/** Why the payment term of a campaign cannot be changed now; undefined where it can. */
export async function findTermLock(db: Db, campaign: Campaign): Promise<string | undefined> {
  const [meter, purchase] = await Promise.all([db.lead.findMeter(campaign), db.campaignBill.findPurchase(campaign)])
  const left = meter ? leadsLeft(meter.lots, meter.gone) : 0
  return termLock({ campaign, leadsLeft: left, hasPurchase: purchase !== undefined })
}

/** Whether a campaign is billed by another term than its price says. */
export async function isAstray({ db }: Pick<Deps, 'db'>, campaign: Campaign): Promise<boolean> {
  if (campaign.status === 'removed') return false
  const price = await latestPrice(db, campaign)
  return price !== undefined && price.term !== campaign.term
}

/**
 * Brings a campaign under the term of its price, which is what its leads and its starts cost. Prices were once written without it. A
 * period that was paid is paid.
 */
export async function followPrice(deps: Deps, asked: Campaign, clientName: string): Promise<void> {
  const { db, now } = deps
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const campaign = await fresh(deps, asked)
    const at = now()
    const price = await latestPrice(db, campaign)
    if (!price || price.term === campaign.term) return
    const { state, meter } = await look(deps, campaign)
    const isActive = campaign.status === 'active'
    if (!isActive && isBillable(meter)) {
      await cut(deps, campaign)
      continue
    }
    const next = { ...campaign, term: price.term }
    const dueAt = isActive ? nextBillAt(next, at) : null
    const billed = {
      state,
      next: {
        feePeriod: Math.min(state.feePeriod, periodAt(next, at)?.number ?? 0),
        due: dueAt === null ? null : { at: dueAt, isFinal: false },
      },
    }
    if (await db.campaignChange.setPrice(campaign, { term: price.term, clientName, billed })) return
  }
  throw lostTo({ paymentTerm: messages.changedMeanwhile })
}
