// A change of many lots at once: all leads of a campaign that go back, or that a bank took. The meter has the new line in the
// transaction that decides it; the books of more lots than one transaction takes follow in chunks. A row LINE says what they become
// and how far that is, each chunk moves it on in its own transaction, and the last one removes it. So a chunk is written once,
// and after a crash the next to look goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import * as z from 'zod'
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadLot } from '#shared/model/campaign-bill.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { WriteConflict } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { lotEntity } from './bill-rows.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('lotLine'),
  attributes: {
    companyId: text,
    campaignId: text,
    /** The meter's number of lots with which the line was changed. */
    lotCount: number,
    rows: { type: 'any', required: true },
    done: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#BILLS#${campaignId}'),
      sk: key('sk', [], 'LINE'),
    },
  },
} as const
export const lotLineEntity = (table: Table) => new Entity(schema, electro(table))

export const Rows = z.array(z.object({ number: z.number(), startsAt: z.number(), refunded: z.number() }))
/** A lot as the books are to have it. */
export type LotRow = Pick<LeadLot, 'number' | 'startsAt' | 'refunded'>

type Owner = Pick<Campaign, 'companyId' | 'id'>
const keyOf = ({ companyId, id }: Owner) => ({ companyId, campaignId: id })

/** A transaction takes a hundred rows; a few stand beside the lots. */
const MOST_LOTS = 90
const MOST_TRIES = 20
const WAIT_MS = 20

/** Which lots are written with the line itself (`now`), and which follow in chunks (`later`): all of them, or none. */
export const splitRows = (rows: readonly LotRow[]) =>
  rows.length > MOST_LOTS ? { now: [], later: rows } : { now: rows, later: [] }

export function lotLines(table: Table) {
  const all = new Service({ line: lotLineEntity(table), lot: lotEntity(table), meter: meterEntity(table) })
  const find = async (campaign: Owner) => {
    const { data } = await all.entities.line.get(keyOf(campaign)).go({ consistent: true })
    return data ? { lotCount: data.lotCount, done: data.done, rows: Rows.parse(data.rows) } : undefined
  }

  async function writeChunk(campaign: Owner, seen: NonNullable<Awaited<ReturnType<typeof find>>>): Promise<boolean> {
    const { lotCount, rows, done } = seen
    const end = done + MOST_LOTS
    const isLast = end >= rows.length
    const { canceled, data } = await all.transaction
      .write((to) => [
        isLast
          ? to.line
              .delete(keyOf(campaign))
              .where((row, { eq }) => `${eq(row.done, done)} AND ${eq(row.lotCount, lotCount)}`)
              .commit()
          : to.line
              .patch(keyOf(campaign))
              .set({ done: end })
              .where((row, { eq }) => `${eq(row.done, done)} AND ${eq(row.lotCount, lotCount)}`)
              .commit(),
        ...rows.slice(done, end).map(({ number: of, startsAt, refunded }) =>
          to.lot
            .patch({ ...keyOf(campaign), number: of })
            .set({ startsAt, refunded })
            .commit(),
        ),
        ...(isLast ? [to.meter.patch(keyOf(campaign)).remove(['settling']).commit()] : []),
      ])
      .go()
    if (!canceled) return true
    const reasons = data.map(({ code }) => code ?? '?')
    // Somebody else wrote it, or leads are stored.
    if (reasons.some((reason) => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict')) return false
    throw new Error(`The lots of ${campaign.id} could not be written: ${reasons.join(', ')}.`)
  }

  return {
    /** Writes what is missing in the books of lots since the line changed last. It may be asked at any time, by many at once. */
    async settle(campaign: Owner): Promise<void> {
      for (let tries = 0; tries < MOST_TRIES; ) {
        const seen = await find(campaign)
        if (!seen) return
        if (await writeChunk(campaign, seen)) continue
        tries++
        await sleep(Math.random() * WAIT_MS * tries)
      }
      throw new WriteConflict(`The lots of ${campaign.id} change too fast.`)
    },
    /** Lots as they are once the books are written; `meter` was read before, and says whether something is missing in them. */
    async listLots(
      campaign: Owner,
      { isSettling }: Pick<Meter, 'isSettling'>,
      read: (campaign: Owner) => Promise<LeadLot[]>,
    ): Promise<LeadLot[]> {
      // The row before the lots: where it is gone, they are written.
      const line = isSettling ? await find(campaign) : undefined
      const lots = await read(campaign)
      const next = new Map((line?.rows ?? []).map((row) => [row.number, row]))
      return lots.map((lot) => ({ ...lot, ...next.get(lot.number) }))
    },
  }
}
