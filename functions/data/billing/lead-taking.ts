// Bought leads that are off the line because their payment went back at the provider. The row says which they are; it and the line
// change in one transaction, so however often, late or in which order it is told, they leave once and come back once.
import { Entity, Service } from 'electrodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadLot } from '#shared/model/campaign-bill.ts'
import { withLot } from '#shared/money/bought-leads.ts'
import { lineAfter } from '#shared/money/lead-refund.ts'
import { type LotPart, mergedLots } from '#shared/money/leads-taken.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { billStateEntity, lotEntity } from './bill-rows.ts'
import { lotLineEntity, splitRows } from './lot-line.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('leadTaking'),
  attributes: {
    companyId: text,
    campaignId: text,
    billKey: text,
    handCents: number,
    taken: { type: 'any' },
    version: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#BILLS#${campaignId}'),
      sk: key('sk', ['billKey'], 'TAKEN#${billKey}'),
    },
  },
} as const

/** Of one bill: what was given back of its payment by hand (cents), and the leads that are off the line, the oldest first. */
export type LeadTaking = { billKey: string; handCents: number; taken: LotPart[]; version: number }

/** What is read before it changes. `lots`: all of the campaign. */
export type Line = { meter: Meter; lots: readonly LeadLot[] }

type Owner = Pick<Campaign, 'companyId' | 'id'>
const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

export function leadTakings(table: Table) {
  const all = new Service({
    taking: new Entity(schema, electro(table)),
    meter: meterEntity(table),
    lot: lotEntity(table),
    line: lotLineEntity(table),
    billState: billStateEntity(table),
  })
  const { taking: takings } = all.entities

  /** Further lots of the same prices and bill, at the end of the line. */
  function lotsAgain({ meter, lots }: Line, gives: readonly LotPart[], at: number) {
    let { lots: open, bought, lotCount } = meter
    const rows = mergedLots(lots, gives).map(({ isReturned: _, ...lot }) => {
      lotCount++
      const row = { ...lot, number: lotCount, startsAt: bought, refunded: 0, boughtAt: at }
      open = withLot(open, { bought, gone: meter.gone }, row)
      bought += lot.leads
      return row
    })
    return { rows, next: { lots: [...open], bought, lotCount } }
  }

  return {
    async find(campaign: Owner, billKey: string): Promise<LeadTaking> {
      const { data } = await takings.get({ ...keyOf(campaign), billKey }).go({ consistent: true })
      const { handCents = 0, taken = [], version = 0 } = data ?? {}
      return { billKey, handCents, taken, version }
    },
    /**
     * Writes down what is off the line from now on. Leads that leave it (`takes`) do so unless one was taken since it was read, and
     * the campaign buys no more by itself where `stopsTopUp` says so; those that come back (`gives`) are lots of their own. False where it is another one by now.
     */
    async save(
      campaign: Owner,
      next: Omit<LeadTaking, 'version'> & { takes: readonly LotPart[]; gives: readonly LotPart[] },
      seen: Line & { version: number; at: number; stopsTopUp: boolean },
    ): Promise<boolean> {
      const { meter, lots, version, at, stopsTopUp } = seen
      const { takes, gives, ...row } = next
      const isTaking = takes.length > 0
      const after = lineAfter(lots, meter.gone, takes)
      const { now, later } = splitRows(isTaking ? after.rows : [])
      const isLater = later.length > 0
      const again = lotsAgain(seen, gives, at)
      const lotCount = meter.lotCount + 1
      const line = isTaking ? { lots: after.lots, bought: after.bought, lotCount } : again.next
      const { canceled, data } = await all.transaction
        .write((to) => [
          to.taking
            .put({ ...keyOf(campaign), ...row, version: version + 1 })
            .where((item, { eq, notExists }) => (version === 0 ? notExists(item.version) : eq(item.version, version)))
            .commit(),
          ...(isLater ? [to.line.create({ ...keyOf(campaign), lotCount, rows: later, done: 0 }).commit()] : []),
          ...(isTaking
            ? now.map(({ number: of, startsAt, refunded }) =>
                to.lot
                  .patch({ ...keyOf(campaign), number: of })
                  .set({ startsAt, refunded })
                  .commit(),
              )
            : again.rows.map((lot) => to.lot.create({ ...keyOf(campaign), ...lot }).commit())),
          ...(isTaking || again.rows.length > 0
            ? [
                to.meter
                  .patch(keyOf(campaign))
                  .set({ ...line, ...(isLater && { settling: true }) })
                  .where(
                    (item, { eq }) =>
                      `${eq(item.lotCount, meter.lotCount)}${isTaking ? ` AND ${eq(item.gone, meter.gone)}` : ''}`,
                  )
                  .commit(),
              ]
            : []),
          ...(stopsTopUp
            ? [to.billState.patch(keyOf(campaign)).set({ isTopUpStopped: true }).add({ version: 1 }).commit()]
            : []),
        ])
        .go()
      if (!canceled) return true
      const reasons = data.map(({ code }) => code ?? '?')
      if (reasons.some((reason) => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict'))
        return false
      throw new Error(`Leads whose payment went back could not be written: ${reasons.join(', ')}.`)
    },
  }
}
