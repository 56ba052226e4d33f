// The bound of a client for a month: one row, of which leads take what they cost. A campaign whose meter says `clientCapped` takes its
// leads from it, in the same transaction; the meters of all others say nothing of it, and their leads cost what they always did.
import { Entity, Service } from 'electrodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type ClientCap, capMonthAt } from '#shared/money/client-cap.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { readAll } from '../lib/batch.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'

const number = { type: 'number', required: true } as const

const schema = {
  model: model('clientCap'),
  attributes: {
    companyId: { type: 'string', required: true },
    capCents: number,
    month: { type: 'string', required: true },
    leftCentiCents: number,
    /** Raised by every change but those that leads make. */
    version: number,
    toldFor: { type: 'string' },
    /** There is no amount yet, and campaigns join it: see `begin`. */
    counting: { type: 'boolean' },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#CAP'), sk: key('sk', [], 'MONTH') },
  },
} as const
export const clientCapEntity = (table: Table) => new Entity(schema, electro(table))

const none: ClientCap = { capCents: 0, month: '', leftCentiCents: 0, version: 0, toldFor: '', isCounting: false }
type Owner = Pick<Campaign, 'companyId' | 'id'>
const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

const toCap = (row: Record<string, unknown>): ClientCap => {
  const { capCents, month, leftCentiCents, version, toldFor, counting } = row
  const count = (value: unknown) => (typeof value === 'number' ? value : 0)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    capCents: count(capCents),
    month: text(month),
    leftCentiCents: count(leftCentiCents),
    version: count(version),
    toldFor: text(toldFor),
    isCounting: counting === true,
  }
}

/** As it stands; one without an amount where none was ever set. */
export async function findCap(entity: ReturnType<typeof clientCapEntity>, companyId: string): Promise<ClientCap> {
  const { data } = await entity.get({ companyId }).go({ consistent: true })
  return data ? toCap(data) : none
}

export function clientCaps(table: Table) {
  const all = new Service({ cap: clientCapEntity(table), meter: meterEntity(table) })
  const { cap: caps } = all.entities
  type Where = Parameters<ReturnType<ReturnType<typeof caps.patch>['set']>['where']>[0]
  /** Leads change neither its version nor, within a month, anything else that was decided by. */
  const asSeen =
    ({ version, month }: ClientCap): Where =>
    (item, { eq }) =>
      `${eq(item.version, version)} AND ${eq(item.month, month)}`

  async function wrote(canceled: boolean, data: readonly { code?: string }[]): Promise<boolean> {
    if (!canceled) return true
    const reasons = data.map(({ code }) => code ?? '?')
    if (reasons.includes('ConditionalCheckFailed')) return false
    throw new Error(`The bound of a client could not be written: ${reasons.join(', ')}.`)
  }

  return {
    find: (companyId: string): Promise<ClientCap> => findCap(caps, companyId),
    /** Those of clients that have one, in one request for each hundred. They may be a moment old: the next lead changes them anyway. */
    async some(companyIds: readonly string[]): Promise<Map<string, ClientCap>> {
      const keys = [...new Set(companyIds)].map((companyId) => {
        const { Key } = caps.get({ companyId }).params<{ Key: { pk: string; sk: string } }>()
        return Key
      })
      const rows = await readAll(table, keys, 'may be a moment old')
      return new Map(rows.map((row) => [String(row.companyId), toCap(row)]))
    },
    /**
     * From now on what campaigns that join sell is taken from the row, which has no amount yet. False where it is another row than the
     * one that was seen.
     */
    async begin(companyId: string, seen: ClientCap, at: number): Promise<boolean> {
      const counted = {
        capCents: 0,
        month: capMonthAt(at, seen),
        leftCentiCents: 0,
        version: seen.version + 1,
        counting: true,
      }
      const write =
        seen.version === 0
          ? caps.create({ companyId, ...counted }).go()
          : caps.patch({ companyId }).set(counted).where(asSeen(seen)).go()
      return write.then(() => true, unlessRefused)
    },
    /** Another amount from now on; 0 for none. It holds for all campaigns that joined. False where it is another row than the one that was seen. */
    async set(companyId: string, seen: ClientCap, capCents: number, at: number): Promise<boolean> {
      const month = capMonthAt(at, seen)
      const row = caps.patch({ companyId }).set({ capCents, version: seen.version + 1 })
      const write =
        seen.month === month
          ? row.add({ leftCentiCents: (capCents - seen.capCents) * 100 }).remove(['counting'])
          : row.set({ month, leftCentiCents: capCents * 100 }).remove(['counting'])
      return write
        .where(asSeen(seen))
        .go()
        .then(() => true, unlessRefused)
    },
    /** The row goes on with another month, in which nothing was taken from it. */
    async turn(companyId: string, seen: ClientCap, month: string): Promise<void> {
      await caps
        .patch({ companyId })
        .set({ month, leftCentiCents: seen.capCents * 100, version: seen.version + 1 })
        .where(asSeen(seen))
        .go()
        .catch(unlessRefused)
    },
    /** From now on leads of a campaign are taken from the bound, and so is what it has sold in the month. */
    async join(campaign: Owner, meter: Meter, seen: ClientCap): Promise<boolean> {
      const isNow = meter.month >= seen.month
      const { canceled, data } = await whenFree(() =>
        all.transaction
          .write((to) => [
            to.cap
              .patch({ companyId: campaign.companyId })
              .add({ leftCentiCents: isNow ? -meter.monthRetailCentiCents : 0 })
              .where(asSeen(seen))
              .commit(),
            to.meter
              .patch(keyOf(campaign))
              .set({ clientCapped: true })
              // Every lead raises their number, so the month is the one that was read, too.
              .where((item, { eq, notExists }) => {
                const isSame = meter.leads === 0 ? notExists(item.leads) : eq(item.leads, meter.leads)
                return `${isSame} AND ${notExists(item.clientCapped)}`
              })
              .commit(),
          ])
          .go(),
      )
      return wrote(canceled, data)
    },
    /** Leads of a campaign are no more taken from a bound that there is none of any more. */
    async leave(campaign: Owner, seen: ClientCap): Promise<boolean> {
      const { canceled, data } = await whenFree(() =>
        all.transaction
          .write((to) => [
            to.cap
              .check({ companyId: campaign.companyId })
              .where((item, { eq, notExists }) =>
                [eq(item.version, seen.version), eq(item.capCents, 0), notExists(item.counting)].join(' AND '),
              )
              .commit(),
            to.meter.patch(keyOf(campaign)).remove(['clientCapped']).commit(),
          ])
          .go(),
      )
      return wrote(canceled, data)
    },
    /** Its people were told. */
    async told(companyId: string, toldFor: string): Promise<void> {
      await caps.patch({ companyId }).set({ toldFor }).go().catch(unlessRefused)
    },
  }
}
