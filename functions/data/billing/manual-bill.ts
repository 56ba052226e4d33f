import { Entity } from 'electrodb'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

const periodSchema = {
  model: model('manualBill'),
  attributes: {
    agencyId: text,
    // Padded in the key, so that text sorts as time does.
    startedAt: { type: 'number', required: true, padding: { length: 15, char: '0' } },
    startedBy: text,
    /** What was unbilled when it ended: decided once, no matter who ends it again. */
    amountCents: { type: 'number' },
    /** How far each campaign is billed by it, in hundredths of a cent. */
    billedTo: { type: 'any' },
    endedAt: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#MANUALBILLS'),
      sk: key('sk', ['startedAt'], 'AT#${startedAt}'),
    },
  },
} as const

/** How far the wholesale sum of a campaign is billed, or was somebody else's to pay. */
const billedSchema = {
  model: model('billedTo'),
  attributes: { companyId: text, campaignId: text, centiCents: { type: 'number', required: true } },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#BILLEDTO'),
      sk: key('sk', ['campaignId'], '${campaignId}'),
    },
  },
} as const

/** Who bills a stretch of a campaign's wholesale sum. Each stretch begins where the last one ended, and is billed once. */
const stretchSchema = {
  model: model('billedStretch'),
  attributes: {
    companyId: text,
    campaignId: text,
    fromCentiCents: { type: 'number', required: true, padding: { length: 15, char: '0' } },
    toCentiCents: { type: 'number', required: true },
    /** The bill that it stands on. */
    bill: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#STRETCHES#${campaignId}'),
      sk: key('sk', ['fromCentiCents'], 'FROM#${fromCentiCents}'),
    },
  },
} as const

type Owner = { companyId: string; id: string }
export type Stretch = { fromCentiCents: number; toCentiCents: number }
export type Claimed = Stretch & { bill: string }
export type ManualBill = {
  agencyId: string
  startedAt: number
  amountCents: number | undefined
  billedTo: Record<string, number>
}

/** Times in which an agency is billed by hand, and how far its campaigns are billed. */
export function manualBills(table: Table) {
  const periods = new Entity(periodSchema, electro(table))
  const billed = new Entity(billedSchema, electro(table))
  const stretches = new Entity(stretchSchema, electro(table))
  const toBill = (row: {
    agencyId: string
    startedAt: number
    amountCents?: number | undefined
    billedTo?: Record<string, number>
  }): ManualBill => ({
    agencyId: row.agencyId,
    startedAt: row.startedAt,
    amountCents: row.amountCents,
    billedTo: row.billedTo ?? {},
  })

  /** The time that has not ended. */
  async function findOpen(agencyId: string): Promise<ManualBill | undefined> {
    const { data } = await periods.query.primary({ agencyId }).go({ order: 'desc', limit: 1, consistent: true })
    const [row] = data
    return row && row.endedAt === undefined ? toBill(row) : undefined
  }

  return {
    findOpen,
    async begin(agencyId: string, startedBy: string, startedAt: number): Promise<void> {
      try {
        await periods.create({ agencyId, startedAt, startedBy }).go()
      } catch (error) {
        // Begun in this very instant by somebody else.
        if (!isConditionFailure(error)) throw error
      }
    },
    /** Decides what is charged at its end. What was decided first holds. */
    async decide(bill: ManualBill, amountCents: number, billedTo: Record<string, number>): Promise<ManualBill> {
      const { agencyId, startedAt } = bill
      try {
        await periods
          .patch({ agencyId, startedAt })
          .set({ amountCents, billedTo })
          .where((row, { notExists }) => notExists(row.amountCents))
          .go()
        return { ...bill, amountCents, billedTo }
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        const { data } = await periods.get({ agencyId, startedAt }).go({ consistent: true })
        return data ? toBill(data) : bill
      }
    },
    async end({ agencyId, startedAt }: ManualBill, endedAt: number): Promise<void> {
      await periods.patch({ agencyId, startedAt }).set({ endedAt }).go()
    },
    /** Puts a stretch on a bill, unless it stands on one already: answers where it stands, and where it ended first. */
    async claim({ companyId, id: campaignId }: Owner, stretch: Stretch, bill: string): Promise<Claimed> {
      const { fromCentiCents } = stretch
      try {
        await stretches.create({ companyId, campaignId, ...stretch, bill }).go()
        return { ...stretch, bill }
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        const { data } = await stretches.get({ companyId, campaignId, fromCentiCents }).go({ consistent: true })
        if (!data) throw error
        return { fromCentiCents, toCentiCents: data.toCentiCents, bill: data.bill }
      }
    },
    async billedTo({ companyId, id: campaignId }: Owner): Promise<number> {
      const { data } = await billed.get({ companyId, campaignId }).go({ consistent: true })
      return data?.centiCents ?? 0
    },
    /** Never goes back: two who mark the same campaign leave the farther mark. */
    async markBilled({ companyId, id: campaignId }: Owner, centiCents: number): Promise<void> {
      try {
        await billed
          .upsert({ companyId, campaignId })
          .set({ centiCents })
          .where((row, { lt, notExists }) => `${notExists(row.centiCents)} OR ${lt(row.centiCents, centiCents)}`)
          .go()
      } catch (error) {
        if (!isConditionFailure(error)) throw error
      }
    },
  }
}
