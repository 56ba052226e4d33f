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
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#CAP'), sk: key('sk', [], 'MONTH') },
  },
} as const
export const clientCapEntity = (table: Table) => new Entity(schema, electro(table))

const none: ClientCap = { capCents: 0, month: '', leftCentiCents: 0, version: 0, toldFor: '' }
type Owner = Pick<Campaign, 'companyId' | 'id'>
const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

const toCap = (row: Record<string, unknown>): ClientCap => {
  const { capCents, month, leftCentiCents, version, toldFor } = row
  const count = (value: unknown) => (typeof value === 'number' ? value : 0)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    capCents: count(capCents),
    month: text(month),
    leftCentiCents: count(leftCentiCents),
    version: count(version),
    toldFor: text(toldFor),
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

  async function wrote(canceled: boolean, data: readonly { code?: string }[]): Promise<boolean> {
    if (!canceled) return true
    const reasons = data.map(({ code }) => code ?? '?')
    if (reasons.some((reason) => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict')) return false
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
    /** Another amount from now on; 0 for none. False where it is another row than the one that was seen. */
    async set(companyId: string, seen: ClientCap, capCents: number, at: number): Promise<boolean> {
      const month = capMonthAt(at, seen)
      if (seen.version === 0)
        return caps
          .create({ companyId, capCents, month, leftCentiCents: capCents * 100, version: 1 })
          .go()
          .then(() => true, unlessRefused)
      const isNew = seen.capCents === 0 || seen.month !== month
      const row = caps.patch({ companyId })
      return (
        isNew
          ? row.set({ capCents, month, leftCentiCents: capCents * 100, version: seen.version + 1 })
          : row.set({ capCents, version: seen.version + 1 }).add({ leftCentiCents: (capCents - seen.capCents) * 100 })
      )
        .where((item, { eq }) => `${eq(item.version, seen.version)} AND ${eq(item.month, seen.month)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** From now on leads of a campaign are taken from the bound, and so is what it has sold in the month. */
    async join(campaign: Owner, meter: Meter, seen: ClientCap): Promise<boolean> {
      const isNow = meter.month >= seen.month
      const { canceled, data } = await all.transaction
        .write((to) => [
          to.cap
            .patch({ companyId: campaign.companyId })
            .add({ leftCentiCents: isNow ? -meter.monthRetailCentiCents : 0 })
            .where((item, { eq }) => `${eq(item.version, seen.version)} AND ${eq(item.month, seen.month)}`)
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
        .go()
      return wrote(canceled, data)
    },
    /** Leads of a campaign are no more taken from a bound that there is none of any more. */
    async leave(campaign: Owner, seen: ClientCap): Promise<boolean> {
      const { canceled, data } = await all.transaction
        .write((to) => [
          to.cap
            .check({ companyId: campaign.companyId })
            .where((item, { eq }) => `${eq(item.version, seen.version)} AND ${eq(item.capCents, 0)}`)
            .commit(),
          to.meter.patch(keyOf(campaign)).remove(['clientCapped']).commit(),
        ])
        .go()
      return wrote(canceled, data)
    },
    /** Its people were told. */
    async told(companyId: string, toldFor: string): Promise<void> {
      await caps.patch({ companyId }).set({ toldFor }).go().catch(unlessRefused)
    },
  }
}
