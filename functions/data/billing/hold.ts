// Money of a Data Wallet that is set aside for the leads of a campaign. Its row is there before the wallet is asked and until the
// wallet has its rest back, so what a crash left is always found; the meter says how much of it leads may still use.
import { Entity, Service } from 'electrodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { billStateEntity, dueKeys } from './bill-rows.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const words = { type: 'string' } as const

const schema = {
  model: model('leadHold'),
  attributes: {
    companyId: text,
    campaignId: text,
    agencyId: text,
    number,
    amountCents: number,
    carryCentiCents: number,
    openedAt: number,
    dueAs: words,
    dueAt: words,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#BILLS#${campaignId}'),
      sk: key('sk', [], 'HOLD'),
    },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

/** A sum that is set aside, in cents, and the part of a cent that it pays first. One campaign has one at a time. */
export type LeadHold = {
  companyId: string
  campaignId: string
  agencyId: string
  number: number
  amountCents: number
  carryCentiCents: number
  openedAt: number
}

const DUE = 'DUE#HOLDS'
type Owner = Pick<Campaign, 'companyId' | 'id'>
const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })
const ownerOf = ({ companyId, campaignId }: LeadHold) => ({ companyId, campaignId })
const toHold = ({
  companyId,
  campaignId,
  agencyId,
  number,
  amountCents,
  carryCentiCents,
  openedAt,
}: LeadHold): LeadHold => ({
  companyId,
  campaignId,
  agencyId,
  number,
  amountCents,
  carryCentiCents,
  openedAt,
})

/** What a sum that was closed left unused, by a meter that was read afterwards. Undefined when its end was written before. */
export const restOf = (hold: LeadHold, meter: Meter): number | undefined =>
  meter.holds === hold.number && meter.hold === null ? meter.holdRestCentiCents : undefined

export function leadHolds(table: Table) {
  const holds = new Entity(schema, electro(table))
  const meters = meterEntity(table)
  const all = new Service({ hold: holds, meter: meters, billState: billStateEntity(table) })

  /** Takes away the row of a sum that was ended before it was written. */
  const drop = async (hold: LeadHold): Promise<void> => {
    await holds
      .delete(ownerOf(hold))
      .where((row, { eq }) => `${eq(row.number, hold.number)} AND ${eq(row.openedAt, hold.openedAt)}`)
      .go()
      .catch(unlessRefused)
  }

  return {
    async find(campaign: Owner): Promise<LeadHold | undefined> {
      const { data } = await holds.get(keyOf(campaign)).go({ consistent: true })
      return data ? toHold(data) : undefined
    },
    /** Says that money is about to be set aside, and when to look at it again (ms). False while there is another sum. */
    async begin(hold: LeadHold, lookAt: number): Promise<boolean> {
      return holds
        .create({ ...hold, ...dueKeys(DUE, lookAt, hold.campaignId) })
        .go()
        .then(() => true, unlessRefused)
    },
    /** Lets leads use it, up to so much (hundredths of a cent). False when that was done before, or it was closed. */
    async open(hold: LeadHold, usable: number): Promise<boolean> {
      return meters
        .patch(ownerOf(hold))
        .set({ holdNumber: hold.number, holdLeft: usable })
        .where((row, { eq, notExists }) => `${eq(row.holdNumber, hold.number - 1)} AND ${notExists(row.holdLeft)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** No lead uses it any more. `usable`: what is left of one that no lead could ever use. */
    async close(hold: LeadHold, usable: number): Promise<void> {
      const isClosed = await meters
        .patch(ownerOf(hold))
        .data((row, { set, name, remove }) => {
          set(row.holdFrozen, name(row.holdLeft) as never)
          remove(row.holdLeft)
        })
        .where((row, { eq, exists }) => `${eq(row.holdNumber, hold.number)} AND ${exists(row.holdLeft)}`)
        .go()
        .then(() => true, unlessRefused)
      if (isClosed) return
      await meters
        .patch(ownerOf(hold))
        .set({ holdNumber: hold.number, holdFrozen: usable })
        .where((row, { eq, notExists }) => `${eq(row.holdNumber, hold.number - 1)} AND ${notExists(row.holdLeft)}`)
        .go()
        .catch(unlessRefused)
    },
    /**
     * The wallet has its rest back; a part of a cent waits for the next sum. Once for each number, no matter how often it is said, and
     * also where a worker was late and wrote the row of a sum that others had used up and ended by then: that row goes alone.
     */
    async end(hold: LeadHold, carryCentiCents: number): Promise<boolean> {
      const { canceled, data } = await whenFree(() =>
        all.transaction
          .write((to) => [
            to.hold
              .delete(ownerOf(hold))
              .where((row, { eq }) => eq(row.number, hold.number))
              .commit(),
            to.billState
              .patch(ownerOf(hold))
              // What was given back meanwhile stays.
              .add({ version: 1, holdCarryCentiCents: carryCentiCents - hold.carryCentiCents })
              .set({ holdsEnded: hold.number })
              .where(
                ({ holdsEnded }, { lt, notExists }) => `(${notExists(holdsEnded)} OR ${lt(holdsEnded, hold.number)})`,
              )
              .commit(),
          ])
          .go(),
      )
      if (canceled && data[1]?.code === 'ConditionalCheckFailed') await drop(hold)
      return !canceled
    },
    drop,
    /** Has it looked at later. */
    async putOff(hold: LeadHold, lookAt: number): Promise<void> {
      await holds
        .patch(ownerOf(hold))
        .set(dueKeys(DUE, lookAt, hold.campaignId))
        .where((row, { eq }) => eq(row.number, hold.number))
        .go()
        .catch(unlessRefused)
    },
    /** Those that are to be looked at by an instant (ms), longest ago first. */
    async listDue(at: number, limit: number): Promise<LeadHold[]> {
      const { data } = await holds.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit })
      return data.map(toHold)
    },
  }
}
