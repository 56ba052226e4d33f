// What an agency spends: the wholesale prices that its leads were made under, and what it is charged for beside them.
import { daysIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import type { Db } from '../../data/index.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { isOfInvoice } from './wallet-invoice.ts'

export type Unbilled = { campaign: Campaign; fromCentiCents: number; toCentiCents: number }

/** Of each campaign of a company what it cost since it was billed last. */
export async function unbilledOf(db: Db, company: Pick<Company, 'id' | 'kind'>): Promise<Unbilled[]> {
  return mapConcurrent(await allCampaigns(db, company), async (campaign) => {
    const [fromCentiCents, toCentiCents] = await Promise.all([
      db.manualBill.billedTo(campaign),
      db.lead.wholesaleOf(campaign),
    ])
    return { campaign, fromCentiCents, toCentiCents }
  })
}

export type Days = { fromOn: string; toOn: string }
type Agency = Pick<Company, 'id' | 'kind'>

/** What leads of some days cost an agency altogether, both days included; days are those of each campaign's zone. */
export async function leadsBetween(db: Pick<Db, 'lead'>, agency: Pick<Agency, 'id'>, days: Days): Promise<number> {
  return roundToCents((await db.lead.sumOfAgency(agency.id, days.fromOn, days.toOn)).wholesaleCentiCents)
}

/**
 * What else it was charged for: fees, and everything that its Data Wallet paid directly. Invoices for leads count as their leads, and
 * neither the set-up nor an earlier true-up counts.
 */
async function restBetween(db: Db, { id }: Agency, { fromOn, toOn }: Days, timeZone: string): Promise<number> {
  const { start, end } = daysIn(timeZone, fromOn, toOn)
  const [payments, entries] = await Promise.all([
    db.payment.listBetween(id, start, end),
    db.ledger.listEntries(id, start, end, true),
  ])
  const fees = payments.filter(({ purpose, about }) => purpose === 'invoice' && about === 'other')
  const uses = entries.filter(
    ({ kind, state, facts }) => kind === 'charge' && state === 'posted' && !isOfInvoice(facts),
  )
  return [...fees, ...uses].reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** All wholesale amounts of some days, as far as it takes to know whether they reach a sum. */
export async function wholesaleBetween(
  db: Db,
  agency: Agency,
  days: Days,
  { timeZone, enoughCents }: { timeZone: string; enoughCents: number },
): Promise<number> {
  const leads = await leadsBetween(db, agency, days)
  return leads >= enoughCents ? leads : leads + (await restBetween(db, agency, days, timeZone))
}
