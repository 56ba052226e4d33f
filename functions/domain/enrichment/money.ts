// What an enrichment costs: set aside in the Data Wallet or charged to the card, for each match, once. The most is known before it
// is confirmed, and the sum is pinned before anybody is asked for it.
import { conflict } from '#shared/errors.ts'
import { hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import {
  costCents,
  describeEnrichment,
  type Enrichment,
  mayBeCharged,
  paymentKeyOfEnrichment,
} from '#shared/model/enrichment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { LEAST_CHARGE_CENTS } from '#shared/money/onboarding.ts'
import { cutText } from '#shared/text.ts'
import type { Db } from '../../data/index.ts'
import { addNotice } from '../account/notice.ts'
import { collect, type Demand, toPayment } from '../payments/collect.ts'
import type { CollectDeps } from '../payments/record.ts'
import { makePaymentDeps } from '../wallet/payment-deps.ts'
import { chargeIdOf, endReservation, reserve } from '../wallet/top-up.ts'
import { releaseMoney, reservationOf } from './hold.ts'
import { endOfDebt, endUnpaidEnrichment, NEVER_PAID, tellUnpaid } from './unpaid.ts'

export type ChargeDeps = CollectDeps & Parameters<typeof makePaymentDeps>[0] & { db: Db; now: () => number }

/** As many as one transaction takes beside the row itself. */
const MOST_CARRIED = 20
const RULE = 'An enrichment is paid for each person who was found, at the wholesale price of Enhance ID.'

/** What an agency pays with; undefined where it can pay nothing, with what it has to do. */
export async function findWay(
  db: Pick<Db, 'billing'>,
  company: Pick<Company, 'id' | 'kind' | 'paymentFailed'>,
): Promise<{ by: 'card' | 'wallet' } | { by: undefined; why: string }> {
  if (company.paymentFailed)
    return { by: undefined, why: 'A payment of your company failed. Mend it under Card Setting first.' }
  const billing = await db.billing.get(company.id)
  if (company.kind === 'agency' && billing.billingMethod === 'data_wallet') return { by: 'wallet' }
  if (hasCard(billing)) return { by: 'card' }
  return { by: undefined, why: 'There is no card on file. Save one under Card Setting first.' }
}

const TOO_LITTLE = 'The Data Wallet holds less than this may cost. Top it up, or choose the card under Card Setting.'

/** Begins what was confirmed: the most that it can cost is set aside first where the Data Wallet pays. Undefined when it changed. */
export async function beginEnrichment(
  deps: Pick<ChargeDeps, 'db' | 'now'>,
  row: Enrichment,
  by: 'card' | 'wallet',
): Promise<Enrichment | undefined> {
  const reservation = reservationOf(row)
  // A crash behind this leaves the sum with a row that is still to be confirmed or ended: either sees to it.
  if (by === 'wallet' && reservation.amountCents > 0 && (await reserve(deps, reservation)) === 'too-little')
    throw conflict(TOO_LITTLE)
  return deps.db.enrichment.save(row, { status: 'running', paysBy: by, resends: 0 }, deps.now())
}

/** Pins what was found and what it costs, with what earlier ones left that was too small for a card. */
export async function pinCharge(
  { db, now }: Pick<ChargeDeps, 'db' | 'now'>,
  row: Enrichment,
  matched: number,
): Promise<Enrichment | undefined> {
  const amountCents = costCents(matched, row.priceCentiCents)
  const pinned = { status: 'charging' as const, matched, amountCents, pinnedAt: now(), resends: 0 }
  if (row.paysBy !== 'card' || amountCents === 0) return db.enrichment.save(row, pinned, now())
  const waiting = (await db.enrichment.listAll(row.companyId))
    .filter(({ isTooSmall, carriedBy }) => isTooSmall && carriedBy === '')
    .slice(0, MOST_CARRIED)
  const carriedCents = waiting.reduce((sum, each) => sum + each.amountCents, 0)
  // A card takes no less: what is below waits for the next enrichment.
  if (amountCents + carriedCents <= LEAST_CHARGE_CENTS)
    return db.enrichment.save(row, { ...pinned, isTooSmall: true }, now())
  return db.enrichment.saveCarrying(row, { ...pinned, carriedCents }, waiting, now())
}

/** Takes what was used out of what was set aside, in one transaction; the rest goes back. */
async function takeFromHold(deps: ChargeDeps, row: Enrichment): Promise<void> {
  const reservation = reservationOf(row)
  if (row.amountCents === 0) return releaseMoney(deps, row)
  // Always the same, and not that of its file, which may be of a month that was settled before it was confirmed.
  const at = row.pinnedAt ?? row.createdAt
  // Before it is written: what it brought is counted with its day.
  await deps.db.daySums.markRevenue({ companyId: row.companyId, at }, deps.now())
  await endReservation(makePaymentDeps(deps), reservation, {
    companyId: row.companyId,
    id: reservation.id,
    amountCents: cents(row.amountCents),
    at,
    title: cutText(`Data enrichment of ${row.fileName}`, 120),
    rule: RULE,
    facts: { Found: String(row.matched), 'Set aside': `$${toDollars(reservation.amountCents)}` },
  })
}

const demandOf = (row: Enrichment, company: Company): Demand => ({
  company,
  key: paymentKeyOfEnrichment(row),
  purpose: 'invoice',
  amountCents: row.amountCents + row.carriedCents,
  description: describeEnrichment(row),
  lines: [
    {
      label: `People found for ${row.fileName}`,
      amountCents: row.amountCents,
      qty: row.matched,
      unitCentiCents: row.priceCentiCents,
    },
    ...(row.carriedCents > 0 ? [{ label: 'Smaller enrichments before', amountCents: row.carriedCents }] : []),
  ],
})

/** What was not charged before is not charged once its result is about to go. `open`: nobody knows, or somebody else is at it. */
async function endUncharged(deps: ChargeDeps, row: Enrichment, company: Company): Promise<'paid' | 'unpaid' | 'open'> {
  const { db, now } = deps
  const { companyId } = row
  const demand = demandOf(row, company)
  if (demand.amountCents === 0) return 'paid'
  const { status, at, by: endedBy } = endOfDebt(now())
  await releaseMoney(deps, row)
  let isEnded = false
  if (row.paysBy === 'wallet') {
    // Nothing is set aside any more, and what was used before is paid.
    if (await db.ledger.findEntry({ companyId, id: chargeIdOf(demand.key), at: row.pinnedAt ?? row.createdAt }))
      return 'paid'
    isEnded = await db.enrichment.endUnpaid(row, NEVER_PAID, at)
  } else if (row.isTooSmall) isEnded = await db.enrichment.endUnpaid(row, NEVER_PAID, at)
  else if (await db.payment.find({ companyId, key: demand.key })) {
    const { is } = await endUnpaidEnrichment(deps, row)
    return is === 'failed' ? 'unpaid' : is
  } else {
    // It stands under its key, so that a worker that is about to begin it finds it over.
    const over = { ...toPayment(demand, at), status, endedAt: at, endedBy, attempts: 0 }
    isEnded = await db.payment.noteVoid(over, await db.enrichment.endingUnpaid(row, NEVER_PAID, at))
  }
  if (isEnded) await tellUnpaid(deps, { ...row, reason: NEVER_PAID })
  return isEnded ? 'unpaid' : 'open'
}

/** Charges what was pinned; asked again, it finds what became of it. */
export async function chargeEnrichment(deps: ChargeDeps, row: Enrichment, company: Company): Promise<string> {
  const { db, now } = deps
  const end = async (changes: Parameters<typeof db.enrichment.save>[1]) => {
    await db.enrichment.save(row, { status: 'done', ...changes }, now())
    const { companyId, id, fileName: file, matched } = row
    await addNotice({ db, now }, { companyId, kind: 'enrichmentDone', about: id, facts: { file, matched } })
    return `${row.matched} found`
  }
  const late = mayBeCharged(row, now()) ? 'paid' : await endUncharged(deps, row, company)
  if (late !== 'paid') return `not charged any more: ${late}`
  if (row.paysBy === 'wallet') {
    await takeFromHold(deps, row)
    return end({ paidAt: now() })
  }
  // A hold of an earlier confirmation, when the company still paid from its wallet.
  await releaseMoney(deps, row)
  if (row.amountCents === 0 || row.isTooSmall) return end({ paidAt: now() })
  const collected = await collect(deps, demandOf(row, company))
  // Nobody knows yet: the timetable asks again.
  if (collected.is === 'open') return 'the payment is under way'
  return end(collected.is === 'paid' ? { paidAt: now() } : {})
}

/** Whether the payment of one that is done arrived after its card was declined at first. What went back since was paid before. */
export async function isPaidSince(db: Db, row: Enrichment): Promise<boolean> {
  if (row.status !== 'done' || row.paidAt !== null) return true
  const payment = await db.payment.find({ companyId: row.companyId, key: paymentKeyOfEnrichment(row) })
  return payment?.status === 'paid' || payment?.status === 'settled' || payment?.status === 'refunded'
}
