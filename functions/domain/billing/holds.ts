// Wholesale that a Data Wallet pays: money is set aside before leads are sold for it, so nothing is ever owed, and the wallet never
// falls below zero. What the leads used is taken when the sum is used up, or when no lead came for a while; the rest goes back.
import { isTaking } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { cents } from '#shared/money/cents.ts'
import { closeHold, HOLD_IDLE_MS, holdCents, usableOf } from '#shared/money/holds.ts'
import { Entry } from '#shared/money/ledger.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import { cutText } from '#shared/text.ts'
import { type LeadHold, restOf } from '../../data/billing/hold.ts'
import type { Db } from '../../data/index.ts'
import { leadsOfHold } from '../invoices/leads-of-hold.ts'
import { chargeIdOf, currentWallet, EXPIRY, reserve } from '../wallet/top-up.ts'
import { billCredit } from './unbilled.ts'
import { CAMPAIGN, COUNTS_AS_LEADS, PRODUCT, ROOT_COST } from './wallet-invoice.ts'

type Deps = { db: Db; now: () => number }

const RULE = 'Your agency pays wholesale from its Data Wallet, which sets money aside for the next leads of a campaign.'
const MOST_TITLE = 120

const idOf = ({ campaignId, number }: LeadHold) => `hold-${campaignId}-${number}`
/** The number of the sum of a campaign that an entry of a wallet paid; undefined where it paid none. */
export function holdNumberOf({ id }: Pick<Entry, 'id'>, campaignId: string): number | undefined {
  const head = chargeIdOf(`hold-${campaignId}-`)
  return id.startsWith(head) ? Number(id.slice(head.length)) : undefined
}
const reservationOf = (hold: LeadHold) => ({
  id: idOf(hold),
  companyId: hold.agencyId,
  amountCents: cents(hold.amountCents),
})

/** The entry of a wallet for what leads used. It carries the instant at which the sum was set aside: always the same. */
function entryOf(hold: LeadHold, paidCents: number, campaign: Campaign | undefined, rootCents: number): Entry {
  return Entry.parse({
    id: chargeIdOf(idOf(hold)),
    companyId: hold.agencyId,
    kind: 'charge',
    state: 'posted',
    amountCents: paidCents,
    at: hold.openedAt,
    title: cutText(`Leads of ${campaign?.name ?? hold.campaignId}`, MOST_TITLE),
    rule: RULE,
    facts: {
      [COUNTS_AS_LEADS]: hold.campaignId,
      ...(campaign && { [CAMPAIGN]: campaign.number, [PRODUCT]: campaign.line }),
      [ROOT_COST]: String(rootCents),
      'Set aside': `$${(hold.amountCents / 100).toFixed(2)}`,
    },
  })
}

/** What the leads of a sum that is closed cost the root, in cents. They are few: it was for a hundred. */
async function rootCentsOf({ db }: Deps, hold: LeadHold, campaign: Campaign): Promise<number> {
  const source = leadsOfHold(campaign, hold.number, hold.openedAt)
  const most = { limit: MOST_OF_A_SUM, most: MOST_OF_A_SUM }
  const { found } = await db.lead.listPicked(campaign, source.span, source, most)
  return roundToCents(found.reduce((sum, { rootCentiCents = 0 }) => sum + rootCentiCents, 0))
}
const MOST_OF_A_SUM = 10_000

/** Takes what leads used of a sum and gives its rest back. Everything in it may be done again. */
export async function endHold({ db, now }: Deps, hold: LeadHold): Promise<void> {
  const { amountCents, carryCentiCents, companyId, campaignId: id } = hold
  await db.leadHold.close(hold, usableOf(amountCents, carryCentiCents))
  const meter = await db.lead.findMeter({ companyId, id }, true)
  const leftCentiCents = meter && restOf(hold, meter)
  // Others have used it up, and the next one too, before a worker that was late wrote its row: nothing of it is open any more.
  if (meter && meter.holds > hold.number) await db.leadHold.drop(hold)
  if (leftCentiCents === undefined) return
  const closed = closeHold({ amountCents, leftCentiCents, carryCentiCents })
  const campaign = await db.campaign.find(companyId, id)
  const isPaid = closed.paidCents > 0
  const rootCents = isPaid && campaign ? await rootCentsOf({ db, now }, hold, campaign) : 0
  const used = isPaid ? entryOf(hold, closed.paidCents, campaign, rootCents) : undefined
  // Before it is written: what it brought is counted with its day.
  if (used) await db.daySums.markRevenue(used, now())
  // A worker that is about to set the money aside finds that it is too late.
  await db.ledger.spoil(reservationOf(hold), now())
  await db.ledger.release(reservationOf(hold), used, EXPIRY, now())
  await db.leadHold.end(hold, closed.carryCentiCents)
}

type Owner = Pick<Campaign, 'companyId' | 'id' | 'agencyId'>

/** Lets leads use a sum whose row is there. False when the wallet has too little for it, and then there is no sum any more. */
async function fill(deps: Deps, hold: LeadHold): Promise<boolean> {
  const { db } = deps
  const reserved = await reserve(deps, reservationOf(hold))
  if (reserved === 'too-little') {
    await endHold(deps, hold)
    return false
  }
  await db.leadHold.open(hold, usableOf(hold.amountCents, hold.carryCentiCents))
  return true
}

/** Others may open and use up sums in the same moment. */
const MOST_ROUNDS = 10

/**
 * Sees to it that a campaign has money set aside for at least one more lead of a price (hundredths of a cent). False when the
 * wallet has too little. Many workers may ask at once: there is one sum at a time.
 */
export async function ensureHold(deps: Deps, campaign: Owner, wholesaleCentiCents: number): Promise<boolean> {
  const { db, now } = deps
  const { companyId, id: campaignId, agencyId } = campaign
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [known, meter] = [await db.leadHold.find(campaign), await db.lead.findMeter(campaign, true)]
    if (!meter) return false
    if (known) {
      if (meter.hold?.number === known.number && meter.hold.leftCentiCents >= wholesaleCentiCents) return true
      // One that leads could not use yet is filled; one that is used up makes room for the next.
      if (meter.holds < known.number) {
        if (!(await fill(deps, known))) return false
      } else await endHold(deps, known)
      continue
    }
    const [{ balanceCents }, { holdCarryCentiCents: carryCentiCents }] = await Promise.all([
      currentWallet(deps, agencyId),
      db.campaignBill.findState(campaign),
    ])
    const amountCents = holdCents({ wholesaleCentiCents, balanceCents, carryCentiCents })
    if (amountCents === 0) return false
    const openedAt = now()
    const hold = { companyId, campaignId, agencyId, number: meter.holds + 1, amountCents, carryCentiCents, openedAt }
    if (await db.leadHold.begin(hold, openedAt + HOLD_IDLE_MS)) await fill(deps, hold)
  }
  return false
}

/** Looks at a sum that was set aside some time ago: it stays while leads come. Answers whether it was given back. */
export async function sweepHold(deps: Deps, hold: LeadHold): Promise<boolean> {
  const { db, now } = deps
  const meter = await db.lead.findMeter({ companyId: hold.companyId, id: hold.campaignId }, true)
  const isInUse =
    meter?.hold?.number === hold.number && isTaking(meter, now()) && meter.lastLeadAt + HOLD_IDLE_MS > now()
  if (isInUse) await db.leadHold.putOff(hold, meter.lastLeadAt + HOLD_IDLE_MS)
  else {
    await endHold(deps, hold)
    // What was credited of leads that it paid goes back to the wallet where none follow.
    await billCredit(deps, { companyId: hold.companyId, id: hold.campaignId })
  }
  return !isInUse
}
