// Giving back what a lead was sold for, once. Counts of leads stay as reports have shown them: what is given back has sums of its
// own, which every sum of money leaves out.
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadCredit } from '#shared/model/exclusion.ts'
import type { Lead } from '#shared/model/lead.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { isOnlyBusy, WriteConflict } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { agencyCountsSchema, shardOf } from './count.ts'
import { leadSchema } from './item.ts'

type Seller = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'timeZone'>

const MOST_ROUNDS = 6

export function leadCredit(table: Table) {
  const all = new Service({
    lead: new Entity(leadSchema, electro(table)),
    agency: new Entity(agencyCountsSchema, electro(table)),
    meter: meterEntity(table),
  })

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
      const { canceled, data } = await all.transaction
        .write((to) => [
          to.lead
            .patch({ companyId, campaignId, createdAt, id })
            .set({ credit })
            .where((row, { notExists }) => notExists(row.credit))
            .commit(),
          to.meter.patch({ companyId, campaignId }).add(sums).commit(),
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
      if (!isOnlyBusy(reasons)) throw new Error(said)
      if (round === MOST_ROUNDS) throw new WriteConflict(said)
      await sleep(Math.random() * 50 * 2 ** round)
    }
  }
}
