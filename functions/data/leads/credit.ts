// Giving back what a lead was sold for, once. Counts of leads stay as reports have shown them: what is given back has sums of its
// own, which every sum of money leaves out.
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadLot } from '#shared/model/campaign-bill.ts'
import type { LeadCredit } from '#shared/model/exclusion.ts'
import type { Lead } from '#shared/model/lead.ts'
import { withLot } from '#shared/money/bought-leads.ts'
import { type Funding, lineKey } from '#shared/money/lead-lines.ts'
import { billStateEntity, lotEntity, toLot } from '../billing/bill-rows.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { isOnlyBusy, WriteConflict } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { agencyCountsSchema, readCounts, shardOf } from './count.ts'
import { leadSchema } from './item.ts'

type Seller = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'timeZone'>

const MOST_ROUNDS = 6

/** How a lead was paid for, and so how it is given back. */
const fundingOf = ({ lot, hold }: Lead): Funding => (lot !== undefined ? 'lot' : hold !== undefined ? 'hold' : 'bill')

function lineOf(lead: Lead): string {
  const { kind, isAboveLimit, retailCentiCents = 0, wholesaleCentiCents = 0, rootCentiCents = 0 } = lead
  const funding = fundingOf(lead)
  return lineKey({ funding, kind, isAboveLimit, retailCentiCents, wholesaleCentiCents, rootCentiCents })
}

export function leadCredit(table: Table) {
  const all = new Service({
    lead: new Entity(leadSchema, electro(table)),
    agency: new Entity(agencyCountsSchema, electro(table)),
    meter: meterEntity(table),
    billState: billStateEntity(table),
    lot: lotEntity(table),
  })
  const { findMeter } = readCounts(table)
  const { lot: lots } = all.entities

  /** A bought lead comes back as a lot of one, of the same price and the same bill, behind the others. */
  async function findReturn(lead: Lead): Promise<{ meter: Meter; lot: LeadLot } | undefined> {
    const { companyId, campaignId, lot: number } = lead
    if (number === undefined) return undefined
    const [meter, { data }] = await Promise.all([
      findMeter({ companyId, id: campaignId }, true),
      lots.get({ companyId, campaignId, number }).go({ consistent: true }),
    ])
    return meter && data ? { meter, lot: toLot(data) } : undefined
  }

  type To = Parameters<Parameters<typeof all.transaction.write>[0]>[0]
  type Sums = { creditedLeads: number; creditedWholesaleCentiCents: number; creditedRetailCentiCents: number }

  function giveBack(to: To, lead: Lead, sums: Sums, back: Awaited<ReturnType<typeof findReturn>>) {
    const { companyId, campaignId } = lead
    const owner = { companyId, campaignId }
    if (back) {
      const { meter, lot } = back
      const number = meter.lotCount + 1
      return [
        to.meter
          .patch(owner)
          .add(sums)
          .set({
            lots: withLot(meter.lots, meter, { ...lot, number, leads: 1 }),
            lotCount: number,
            bought: meter.bought + 1,
          })
          .where((row, { eq }) => eq(row.lotCount, meter.lotCount))
          .commit(),
        to.lot.create({ ...owner, ...lot, number, startsAt: meter.bought, leads: 1, refunded: 0 }).commit(),
      ]
    }
    const counted = to.meter
      .patch(owner)
      .add(sums)
      .data((row, { subtract }) => void subtract(row.credits[lineOf(lead)], -1))
      .commit()
    if (fundingOf(lead) === 'bill') return [counted]
    // What a wallet paid for it pays for a later lead; its line is what reports of the bill leave out.
    const carried = { version: 1, holdCarryCentiCents: -sums.creditedWholesaleCentiCents }
    return [counted, to.billState.patch(owner).add(carried).commit()]
  }

  /**
   * Marks a lead as credited, and adds its prices to what its campaign and its agency are given back, in one transaction. `false`
   * when it was credited before, or is not there: nothing changed. It counts on the day of the credit (of the campaign's zone), so a
   * month that was settled stays as it was. Throws `WriteConflict` where others were always at the same rows.
   */
  return async (campaign: Seller, lead: Lead, credit: LeadCredit): Promise<boolean> => {
    const { companyId, campaignId, createdAt, id } = lead
    const sums = {
      creditedLeads: 1,
      creditedWholesaleCentiCents: lead.wholesaleCentiCents ?? 0,
      creditedRetailCentiCents: lead.retailCentiCents ?? 0,
    }
    for (let round = 0; ; round++) {
      const back = await findReturn(lead)
      const { canceled, data } = await all.transaction
        .write((to) => [
          to.lead
            .patch({ companyId, campaignId, createdAt, id })
            .set({ credit })
            .where((row, { notExists }) => notExists(row.credit))
            .commit(),
          ...giveBack(to, lead, sums, back),
          to.agency
            .upsert({
              agencyId: campaign.agencyId,
              day: dayIn(campaign.timeZone, credit.at),
              shard: shardOf(campaignId),
            })
            // A row of that day may begin with this.
            .add({ leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0, ...sums })
            .commit(),
        ])
        .go()
      if (!canceled) return true
      const reasons = data.map((part) => part.code ?? '?')
      if (reasons[0] === 'ConditionalCheckFailed') return false
      const said = `The lead ${id} could not be credited: ${reasons.join(', ')}.`
      // Another lot was bought meanwhile: this one lies behind it.
      const isMoved = back !== undefined && reasons.includes('ConditionalCheckFailed')
      if (!isOnlyBusy(reasons) && !isMoved) throw new Error(said)
      if (round === MOST_ROUNDS) throw new WriteConflict(said)
      await sleep(Math.random() * 50 * 2 ** round)
    }
  }
}
