// Campaigns that pay for leads before they come, while they run: those that buy more by themselves do so once little is left, one
// purchase at a time; the others stop when the last lead is gone.
import { nextState } from '#shared/campaigns/state.ts'
import { DAY } from '#shared/dates.ts'
import type { Campaign, StatusReason } from '#shared/model/campaign.ts'
import { LEASE_MS } from '#shared/money/attempt.ts'
import { isLow, leadsLeft } from '#shared/money/bought-leads.ts'
import { WriteConflict } from '../../data/lib/errors.ts'
import { tellStopped } from '../campaigns/tell-stopped.ts'
import type { CollectDeps } from '../payments/record.ts'
import { continueRefunds } from './continue-refunds.ts'
import { planTopUp } from './plan.ts'
import { resumePurchase, settlePurchase } from './purchase.ts'

const MOST_STOPS = 5

/** The message is put back: it may be that of the last lead, after which nothing looks at the campaign again. */
const busy = ({ id }: Campaign) => new WriteConflict(`${id} changes too fast to buy leads for it, or to stop it.`)

async function stop({ db, now }: CollectDeps, asked: Campaign, reason: StatusReason): Promise<string> {
  for (let tries = 0; tries < MOST_STOPS; tries++) {
    const campaign = await db.campaign.findFresh(asked)
    const next = campaign && nextState(campaign, 'stopped', 'platform', reason)
    if (!next) return 'stopped before'
    // Leads may have come back since, such as those whose person was excluded.
    const meter = await db.lead.findMeter(campaign, true)
    if (meter && leadsLeft(meter.lots, meter.gone) > 0) return 'leads are left'
    if (await db.campaignChange.setStatus(campaign, next.status, next.statusReason)) {
      await tellStopped({ db, now }, [campaign], reason, campaign.id)
      return reason
    }
  }
  throw busy(asked)
}

/** Buys further leads, or stops what has none and buys none; undefined where it has changed since it was read. */
async function refillOnce(deps: CollectDeps, campaign: Campaign): Promise<string | undefined> {
  const { db, now } = deps
  if (campaign.status !== 'active') return 'not running'
  const agency = await db.company.get(campaign.agencyId)
  const { plan, meter, price } = await planTopUp(deps, campaign, agency)
  const left = leadsLeft(meter.lots, meter.gone)
  if (price.term === 'One Time')
    return left === 0 && meter.bought > 0 ? stop(deps, campaign, 'limit_total') : 'leads left'
  if (price.term !== 'Prepaid') return 'billed afterwards'
  if (!plan) return left === 0 ? stop(deps, campaign, 'topup_empty') : 'leads left'
  if (!isLow(meter)) return 'leads left'
  if (!(await db.campaignBill.beginPurchase(campaign, plan.purchase, plan.state, now() + LEASE_MS))) return undefined
  const { is } = await settlePurchase(deps, campaign, { ...plan.purchase, isAsked: false, isReturning: false })
  return `top-up ${is}`
}

async function refill(deps: CollectDeps, asked: Campaign): Promise<string> {
  const { db } = deps
  let campaign = asked
  for (let tries = 0; tries < MOST_STOPS; tries++) {
    const said = await refillOnce(deps, campaign)
    if (said !== undefined) return said
    // Somebody else buys them at this moment, and what comes of it is looked after.
    if (await db.campaignBill.findPurchase(campaign)) return 'under way'
    campaign = (await db.campaign.findFresh(campaign)) ?? campaign
  }
  throw busy(campaign)
}

/**
 * Nothing of it can go on: people are told once in a while, because money may be owed, and it keeps nobody else's from the timetable.
 */
async function putOffGone({ db, now, report }: CollectDeps, owner: Pick<Campaign, 'companyId' | 'id'>): Promise<void> {
  const again = now() + DAY
  const purchase = await db.campaignBill.findPurchase(owner)
  if (purchase) await db.campaignBill.putOffPurchase(owner, purchase.number, again)
  const open = (await db.campaignBill.listRefunds(owner)).filter(({ parts }) =>
    parts.some(({ status, waits }) => status === 'open' || (status === 'failed' && waits)),
  )
  for (const refund of open) await db.campaignBill.putOffRefund(owner, refund, again)
  if (purchase || open.length > 0) report('money of a campaign that is not there cannot go on', new Error(owner.id))
}

/**
 * Brings everything that a campaign buys ahead as far as it goes: refunds whose money is still to go back, the purchase that is
 * under way, and then further leads. It may be asked at any time, twice and late. Answers one sentence for the log.
 */
export async function topUpCampaign(
  deps: CollectDeps,
  { companyId, campaignId }: { companyId: string; campaignId: string },
): Promise<string> {
  const { db } = deps
  const owner = { companyId, id: campaignId }
  const found = await db.campaign.findFresh(owner)
  if (!found) {
    await putOffGone(deps, owner)
    return 'gone'
  }
  await continueRefunds(deps, found)
  const purchase = await db.campaignBill.findPurchase(found)
  if (purchase) return resumePurchase(deps, found, purchase)
  return refill(deps, found)
}
