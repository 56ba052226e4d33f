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
    /** The bills that this is the sum of, each as the id of its campaign and its key. */
    bills: { type: 'any' },
    endedAt: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#MANUALBILLS'),
      sk: key('sk', ['startedAt'], 'AT#${startedAt}'),
    },
  },
} as const

export type ManualBill = {
  agencyId: string
  startedAt: number
  /** Undefined while its end is not decided. */
  amountCents: number | undefined
  /** Bills on its last invoice, each as the id of its campaign and its key. */
  bills: string[]
}

/** Times in which an agency is billed by hand. */
export function manualBills(table: Table) {
  const periods = new Entity(periodSchema, electro(table))
  const toBill = (row: {
    agencyId: string
    startedAt: number
    amountCents?: number | undefined
    bills?: string[]
  }): ManualBill => ({
    agencyId: row.agencyId,
    startedAt: row.startedAt,
    amountCents: row.amountCents,
    bills: row.bills ?? [],
  })

  /** The time that has not ended. */
  async function findOpen(agencyId: string): Promise<ManualBill | undefined> {
    const { data } = await periods.query.primary({ agencyId }).go({ order: 'desc', limit: 1, consistent: true })
    const [row] = data
    return row && row.endedAt === undefined ? toBill(row) : undefined
  }

  return {
    findOpen,
    /** The one that began at an instant (ms), also when it has ended. */
    async find(agencyId: string, startedAt: number): Promise<ManualBill | undefined> {
      const { data } = await periods.get({ agencyId, startedAt }).go({ consistent: true })
      return data ? toBill(data) : undefined
    },
    async begin(agencyId: string, startedBy: string, startedAt: number): Promise<void> {
      try {
        await periods.create({ agencyId, startedAt, startedBy }).go()
      } catch (error) {
        // Begun in this very instant by somebody else.
        if (!isConditionFailure(error)) throw error
      }
    },
    /** Decides what is charged at its end. What was decided first holds. */
    async decide(bill: ManualBill, amountCents: number, bills: string[]): Promise<ManualBill> {
      const { agencyId, startedAt } = bill
      try {
        await periods
          .patch({ agencyId, startedAt })
          .set({ amountCents, bills })
          .where((row, { notExists }) => notExists(row.amountCents))
          .go()
        return { ...bill, amountCents, bills }
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        const { data } = await periods.get({ agencyId, startedAt }).go({ consistent: true })
        return data ? toBill(data) : bill
      }
    },
    async end({ agencyId, startedAt }: ManualBill, endedAt: number): Promise<void> {
      await periods.patch({ agencyId, startedAt }).set({ endedAt }).go()
    },
  }
}
