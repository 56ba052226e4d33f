// Times of manual billing. What one ended with is decided once; of more bills than a row holds the others stand in rows of parts beside
// it, which are written in the transaction that decides.
import { Entity, Service } from 'electrodb'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'

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
    /** In how many rows of parts the rest of them stand. */
    partCount: { type: 'number' },
    endedAt: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#MANUALBILLS'),
      sk: key('sk', ['startedAt'], 'AT#${startedAt}'),
    },
  },
} as const

const partSchema = {
  model: model('manualBillPart'),
  attributes: {
    agencyId: text,
    startedAt: { type: 'number', required: true, padding: { length: 15, char: '0' } },
    number: { type: 'number', required: true, padding: { length: 4, char: '0' } },
    bills: { type: 'any', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#MANUALBILLS'),
      // Before the times: these are read from their end.
      sk: key('sk', ['startedAt', 'number'], '#PART#${startedAt}#${number}'),
    },
  },
} as const

/** Some 50 bytes each, and a row holds 400 KB. All parts go in one transaction, which takes 4 MB: some 70,000 bills. */
const MOST_IN_A_ROW = 4000

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
  const all = new Service({
    period: new Entity(periodSchema, electro(table)),
    part: new Entity(partSchema, electro(table)),
  })
  const { period: periods, part: parts } = all.entities

  async function toBill(row: {
    agencyId: string
    startedAt: number
    amountCents?: number | undefined
    bills?: string[]
    partCount?: number | undefined
  }): Promise<ManualBill> {
    const { agencyId, startedAt, amountCents, bills = [], partCount = 0 } = row
    if (partCount === 0) return { agencyId, startedAt, amountCents, bills }
    const { data } = await parts.query.primary({ agencyId, startedAt }).go({ pages: 'all', consistent: true })
    if (data.length !== partCount)
      throw new Error(`The last invoice of manual billing of ${agencyId} has ${data.length} of ${partCount} parts.`)
    return { agencyId, startedAt, amountCents, bills: [...bills, ...data.flatMap((part) => part.bills)] }
  }

  /** False where it was decided before. */
  async function write({ agencyId, startedAt }: ManualBill, amountCents: number, bills: string[]): Promise<boolean> {
    const rest = Array.from({ length: Math.ceil(bills.length / MOST_IN_A_ROW) - 1 }, (_, index) => ({
      agencyId,
      startedAt,
      number: index + 1,
      bills: bills.slice((index + 1) * MOST_IN_A_ROW, (index + 2) * MOST_IN_A_ROW),
    }))
    const { canceled } = await whenFree(() =>
      all.transaction
        .write(({ period, part }) => [
          period
            .patch({ agencyId, startedAt })
            .set({
              amountCents,
              bills: bills.slice(0, MOST_IN_A_ROW),
              ...(rest.length > 0 && { partCount: rest.length }),
            })
            .where((row, { notExists }) => notExists(row.amountCents))
            .commit(),
          ...rest.map((each) => part.put(each).commit()),
        ])
        .go(),
    )
    return !canceled
  }

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
      if (await write(bill, amountCents, bills)) return { ...bill, amountCents, bills }
      const { agencyId, startedAt } = bill
      const { data } = await periods.get({ agencyId, startedAt }).go({ consistent: true })
      return data ? toBill(data) : bill
    },
    async end({ agencyId, startedAt }: ManualBill, endedAt: number): Promise<void> {
      await periods.patch({ agencyId, startedAt }).set({ endedAt }).go()
    },
  }
}
