// The one transaction that makes a lead: the lead, the mark of its person, the meter that allows it, and the day of its agency.
// Nothing is sold after a stop has committed, nor beyond a limit, nor twice to the same campaign.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import { isTaking, isUsedUp, type Meter, monthOf, usedOf } from '#shared/campaigns/meter.ts'
import { dayIn } from '#shared/dates.ts'
import { emailKey } from '#shared/email.ts'
import type { Campaign, Lead } from '#shared/model/campaign.ts'
import type { LeadLimit, LeadPrice } from '#shared/money/price-list.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { isOnlyBusy, WriteConflict } from '../lib/errors.ts'
import { electro, type Table, withoutNulls } from '../lib/table.ts'
import { openTurns } from '../lib/turns.ts'
import { agencyCountsSchema, countsSchema, presentDay, shardOf } from './count.ts'
import { fitLead, leadSchema, peopleSchema } from './item.ts'

type Seller = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'line' | 'timeZone'>
/** `createdAt`: the instant of storing, which its prices and its limit are those of. */
export type NewLead = Omit<Lead, 'companyId' | 'campaignId' | keyof LeadPrice>
/** What the lead costs, how many there may be, and for what further ones are sold; without `above` there are none. */
type Terms = { price?: LeadPrice; limit?: LeadLimit | undefined; above?: LeadPrice | undefined }

/**
 * `already`: this very lead was stored before. `known`: its person is another lead of the campaign. `limit`: there are as many
 * leads as there may be. `inactive`: the campaign does not run, or not at this instant. `behind`: the campaign has leads of a
 * later day, so the lead is to be stored under the terms of that day.
 */
export type Stored =
  | { end: 'stored'; lead: Lead }
  | { end: 'already' | 'known' | 'limit' | 'inactive' }
  | { end: 'behind'; meter: Meter }

/** An address is known by its hash, so that the mark alone tells nobody who it is. */
export const personKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url')

const MOST_ROUNDS = 5
/** The lead and the mark of its person come first in the transaction. */
const OWN_ROWS = 2
const free: LeadPrice = { retailCentiCents: 0, wholesaleCentiCents: 0 }

type Reads = {
  findMeter: (campaign: Seller, consistent: boolean) => Promise<Meter | undefined>
  findMark: (campaign: Seller, email: string, consistent: boolean) => Promise<{ leadId: string } | undefined>
}

/** Why there can be no lead at this instant by what the meter says. */
function endBy(meter: Meter | undefined, at: number, day: string, { limit, above }: Terms): Stored | undefined {
  if (!meter || !isTaking(meter, at)) return { end: 'inactive' }
  if (meter.day > day) return { end: 'behind', meter }
  return limit && !above && isUsedUp(meter, limit, day) ? { end: 'limit' } : undefined
}

export function leadStore(table: Table, { findMeter, findMark }: Reads) {
  const all = new Service({
    lead: new Entity(leadSchema, electro(table)),
    person: new Entity(peopleSchema, electro(table)),
    day: new Entity(countsSchema, electro(table)),
    agency: new Entity(agencyCountsSchema, electro(table)),
    meter: meterEntity(table),
  })
  type To = Parameters<Parameters<typeof all.transaction.write>[0]>[0]

  /** The meter counts one more of the day that it has reached, if it takes leads and its limit is as it was taken to be. */
  const countOne = (to: To, owner: MeterKey, { createdAt: at, ...lead }: PricedLead, day: string, asked: Asked) =>
    to.meter
      .patch(owner)
      .add({
        ...sumsOf(lead),
        dayLeads: 1,
        dayWholesaleCentiCents: lead.wholesaleCentiCents,
        dayRetailCentiCents: lead.retailCentiCents,
        monthLeads: 1,
      })
      .set({ lastLeadAt: at })
      .where((row, { eq, gt, gte, lt, lte }) => {
        const { every, count } = asked.limit ?? {}
        const used = { day: row.dayLeads, month: row.monthLeads, max: row.leads }
        return [
          `${eq(row.open, true)} AND ${lte(row.opensAt, at)} AND (${eq(row.closesAt, 0)} OR ${gt(row.closesAt, at)})`,
          eq(row.day, day),
          ...(every && count ? [asked.isAbove ? gte(used[every], count) : lt(used[every], count)] : []),
        ].join(' AND ')
      })
      .commit()

  /** The first lead of a day: the meter begins it anew, and the day before gets its row. Only from the meter as it was read. */
  const turnDay = (to: To, owner: MeterKey, { createdAt: at, ...lead }: PricedLead, day: string, meter: Meter) => [
    to.meter
      .patch(owner)
      .add(sumsOf(lead))
      .set({
        day,
        dayLeads: 1,
        dayWholesaleCentiCents: lead.wholesaleCentiCents,
        dayRetailCentiCents: lead.retailCentiCents,
        month: monthOf(day),
        monthLeads: usedOf(meter, 'month', day) + 1,
        lastLeadAt: at,
        ...(meter.leads === 0 && { firstLeadAt: at }),
      })
      .where((row, { eq, gt, lte, notExists }) =>
        [
          `${eq(row.open, true)} AND ${lte(row.opensAt, at)} AND (${eq(row.closesAt, 0)} OR ${gt(row.closesAt, at)})`,
          meter.day === '' ? notExists(row.day) : eq(row.day, meter.day),
          // Every lead raises it, so the day's sums are those that were read, too.
          meter.leads === 0 ? notExists(row.leads) : eq(row.leads, meter.leads),
        ].join(' AND '),
      )
      .commit(),
    ...(meter.day === '' ? [] : [to.day.put({ ...owner, ...presentDay(meter) }).commit()]),
  ]

  const write = (campaign: Seller, lead: PricedLead, day: string, asked: Asked, meter: Meter | undefined) => {
    const { companyId, id: campaignId, agencyId, line } = campaign
    const owner = { companyId, campaignId }
    return all.transaction
      .write((to) => [
        to.lead.create(withoutNulls(fitLead({ ...owner, ...lead }))).commit(),
        to.person
          .create({ ...owner, personKey: personKey(lead.person.email), leadId: lead.id, storedAt: lead.createdAt })
          .commit(),
        to.agency
          .upsert({ agencyId, day, shard: shardOf(campaignId) })
          .add({ ...sumsOf(lead), [line]: 1 })
          .commit(),
        // Nobody has looked yet: most leads are not the first of their day.
        ...(meter && meter.day !== day
          ? turnDay(to, owner, lead, day, meter)
          : [countOne(to, owner, lead, day, asked)]),
      ])
      .go()
  }

  async function storeNow(campaign: Seller, lead: NewLead, terms: Terms, look: Meter | undefined): Promise<Stored> {
    const { price = free, limit, above } = terms
    const day = dayIn(campaign.timeZone, lead.createdAt)
    let meter = look
    let isFresh = false
    for (let round = 0; ; round++) {
      if (isFresh || meter) {
        const end = endBy(meter, lead.createdAt, day, terms)
        if (end && isFresh) return end
        // What was seen some time ago ends nothing.
        if (end) meter = undefined
        isFresh = false
      }
      const isAbove = meter !== undefined && limit !== undefined && isUsedUp(meter, limit, day)
      const sold = { ...lead, ...(isAbove && above ? above : price) }
      const { canceled, data } = await write(campaign, sold, day, { limit, isAbove }, meter)
      if (!canceled) return { end: 'stored', lead: { ...sold, companyId: campaign.companyId, campaignId: campaign.id } }
      const reasons = data.map((part) => part.code ?? '?')
      const refused = reasons.indexOf('ConditionalCheckFailed')
      if (refused >= 0 && refused < OWN_ROWS) {
        const mark = await findMark(campaign, lead.person.email, true)
        return { end: mark?.leadId === lead.id ? 'already' : 'known' }
      }
      const said = `The lead could not be stored: ${reasons.join(', ')}.`
      if (refused < 0 && !isOnlyBusy(reasons)) throw new Error(said)
      if (round === MOST_ROUNDS) throw new WriteConflict(said)
      // Workers of other processes meet at the meter; the one that lost waits for a time of its own.
      if (refused < 0) await sleep(Math.random() * 50 * 2 ** round)
      else {
        meter = await findMeter(campaign, true)
        isFresh = true
      }
    }
  }

  const inTurn = openTurns()
  /**
   * Stores a lead, or changes nothing and says why. Anything else that stands in the way is thrown, to be tried again;
   * `WriteConflict` where it was only other leads. Leads of one agency count in the same rows, so those of one worker are
   * stored one after another. `look`: the meter as it was seen a moment ago, which spares a refused try; it decides nothing.
   */
  return (campaign: Seller, lead: NewLead, terms: Terms = {}, look?: Meter): Promise<Stored> =>
    inTurn(campaign.agencyId, () => storeNow(campaign, lead, terms, look))
}

type MeterKey = { companyId: string; campaignId: string }
type PricedLead = NewLead & LeadPrice
type Asked = { limit: LeadLimit | undefined; isAbove: boolean }

const sumsOf = ({ wholesaleCentiCents, retailCentiCents }: LeadPrice) => ({
  leads: 1,
  wholesaleCentiCents,
  retailCentiCents,
})
