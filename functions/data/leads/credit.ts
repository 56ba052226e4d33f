// Giving back what a lead was sold for, once. Counts of leads stay as reports have shown them: what is given back has sums of its
// own, which every sum of money leaves out.
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type LeadLot, stretchKey } from '#shared/model/campaign-bill.ts'
import type { LeadCredit } from '#shared/model/exclusion.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { BillPayer } from '#shared/money/bill.ts'
import { withReturned } from '#shared/money/bought-leads.ts'
import { type Funding, lineKey } from '#shared/money/lead-lines.ts'
import { billEntity, billStateEntity, lotEntity, toBill, toLot } from '../billing/bill-rows.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { isOnlyBusy, WriteConflict } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { agencyCountsSchema, readCounts, shardOf } from './count.ts'
import { leadSchema } from './item.ts'

type Seller = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'timeZone'>

const MOST_ROUNDS = 6

/** How a lead was paid for, and so how it is given back. */
const fundingOf = ({ lot, hold }: Lead): Funding => (lot !== undefined ? 'lot' : hold !== undefined ? 'hold' : 'bill')

function lineOf(lead: Lead, payer: BillPayer | undefined): string {
  const { kind, isAboveLimit, retailCentiCents = 0, wholesaleCentiCents = 0, rootCentiCents = 0 } = lead
  const funding = fundingOf(lead)
  return lineKey({ funding, kind, isAboveLimit, retailCentiCents, wholesaleCentiCents, rootCentiCents, payer })
}

export function leadCredit(table: Table) {
  const all = new Service({
    lead: new Entity(leadSchema, electro(table)),
    agency: new Entity(agencyCountsSchema, electro(table)),
    meter: meterEntity(table),
    billState: billStateEntity(table),
    lot: lotEntity(table),
    bill: billEntity(table),
  })
  const { findMeter } = readCounts(table)
  const { lot: lots, bill: bills } = all.entities

  /** A bought lead comes back behind the others, in a lot of the same price and the same bill. */
  async function findReturn(lead: Lead): Promise<{ meter: Meter; lot: LeadLot } | undefined> {
    const { companyId, campaignId, lot: number } = lead
    if (number === undefined) return undefined
    const [meter, { data }] = await Promise.all([
      findMeter({ companyId, id: campaignId }, true),
      lots.get({ companyId, campaignId, number }).go({ consistent: true }),
    ])
    return meter && data ? { meter, lot: toLot(data) } : undefined
  }

  /**
   * Who pays the bill that a lead stands on, or has paid it: that stays, no matter who pays from now on. Of one in the stretch that is
   * open (`seq`) nobody knows yet, and it is taken off that stretch itself.
   */
  async function findSide({ companyId, campaignId, stretch = 0 }: Lead): Promise<Side> {
    const meter = await findMeter({ companyId, id: campaignId }, true)
    if (!meter || stretch === meter.seq) return { seq: meter?.seq }
    if (stretch === meter.frozen?.seq) return { payer: meter.frozen.payer }
    const { data } = await bills.get({ companyId, campaignId, key: stretchKey(stretch) }).go({ consistent: true })
    return { payer: data ? toBill(data).payer : undefined }
  }
  type Side = { seq?: number | undefined; payer?: BillPayer | undefined }

  type To = Parameters<Parameters<typeof all.transaction.write>[0]>[0]
  type Back = Awaited<ReturnType<typeof findReturn>>
  type Sums = { creditedLeads: number; creditedWholesaleCentiCents: number; creditedRetailCentiCents: number }

  function giveBack(to: To, lead: Lead, sums: Sums, { back, side }: { back: Back; side: Side }) {
    const { companyId, campaignId } = lead
    const owner = { companyId, campaignId }
    if (back) {
      const { meter, lot } = back
      const number = meter.lotCount + 1
      // While the books of lots are behind the line, none of them is moved.
      const line = withReturned(meter.isSettling ? [] : meter.lots, meter, { ...lot, number })
      const lots = meter.isSettling ? [...meter.lots, ...line.lots] : line.lots
      const { into, moved } = line
      return [
        to.meter
          .patch(owner)
          .add(sums)
          .set({ lots, lotCount: number, bought: meter.bought + 1 })
          .where((row, { eq, lte }) => {
            const isSeen = eq(row.lotCount, meter.lotCount)
            return into ? `${isSeen} AND ${lte(row.gone, into.mostGone)}` : isSeen
          })
          .commit(),
        into
          ? to.lot
              .patch({ ...owner, number: into.number })
              .add({ leads: 1 })
              .commit()
          : to.lot
              .create({ ...owner, ...lot, number, startsAt: meter.bought, leads: 1, refunded: 0, isReturned: true })
              .commit(),
        ...moved.map((of) =>
          to.lot
            .patch({ ...owner, number: of })
            .add({ startsAt: 1 })
            .commit(),
        ),
      ]
    }
    const { seq, payer } = side
    const row = to.meter
      .patch(owner)
      .add(sums)
      .data((row, { subtract }) => void subtract(row.credits[lineOf(lead, payer)], -1))
    const counted = (seq === undefined ? row : row.where((item, { eq }) => eq(item.seq, seq))).commit()
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
      const side = fundingOf(lead) === 'bill' ? await findSide(lead) : {}
      const { canceled, data } = await all.transaction
        .write((to) => [
          to.lead
            .patch({ companyId, campaignId, createdAt, id })
            .set({ credit })
            .where((row, { notExists }) => notExists(row.credit))
            .commit(),
          ...giveBack(to, lead, sums, { back, side }),
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
      // Another lot was bought meanwhile, and this one lies behind it; or the stretch was closed, and its payer is known.
      const isMoved = (back !== undefined || side.seq !== undefined) && reasons.includes('ConditionalCheckFailed')
      if (!isOnlyBusy(reasons) && !isMoved) throw new Error(said)
      if (round === MOST_ROUNDS) throw new WriteConflict(said)
      await sleep(Math.random() * 50 * 2 ** round)
    }
  }
}
