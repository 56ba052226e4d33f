// What an agency spends: the wholesale prices that its leads were made under, and what it is charged for beside them.
import { daysIn } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { isOfUsedCredit } from '#shared/model/payment.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import type { Db } from '../../data/index.ts'
import { isOfInvoice } from './wallet-invoice.ts'

/** Both days included; days are those of each campaign's zone. */
type Days = { fromOn: string; toOn: string }
type Agency = Pick<Company, 'id' | 'kind'>

/**
 * What else it was charged for, less what of it went back, and everything that its Data Wallet paid directly. Bills of campaigns count
 * as their leads and fees, and neither the set-up nor an earlier true-up counts; nor does credit that is paid anew because its top-up
 * was disputed: what it had paid counts already.
 */
async function restBetween(db: Db, { id }: Agency, { fromOn, toOn }: Days, timeZone: string): Promise<number> {
  const { start, end } = daysIn(timeZone, fromOn, toOn)
  const [payments, entries] = await Promise.all([
    db.payment.listBetween(id, start, end),
    db.ledger.listEntries(id, start, end, true),
  ])
  const others = payments
    .filter((payment) => payment.purpose === 'invoice' && payment.about === 'other' && !isOfUsedCredit(payment))
    .map(({ amountCents, refundedCents }) => ({ amountCents: amountCents - refundedCents }))
  const uses = entries.filter(
    ({ kind, state, facts }) => kind === 'charge' && state === 'posted' && !isOfInvoice(facts),
  )
  return [...others, ...uses].reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/**
 * All wholesale amounts of some days, as far as it takes to know whether they reach a sum. Fees are counted with the bills that
 * they stand on, no matter whether the agency pays them itself or the payment of its client holds them.
 */
export async function wholesaleBetween(
  db: Db,
  agency: Agency,
  days: Days,
  { timeZone, enoughCents }: { timeZone: string; enoughCents: number },
): Promise<number> {
  const { wholesaleCentiCents, feeCents } = await db.lead.sumOfAgency(agency.id, days.fromOn, days.toOn)
  const known = roundToCents(wholesaleCentiCents) + feeCents
  return known >= enoughCents ? known : known + (await restBetween(db, agency, days, timeZone))
}
