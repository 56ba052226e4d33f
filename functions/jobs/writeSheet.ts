// Leads on their way into sheets at Google: those of one campaign that come together are one append.

import { WriteConflict } from '../data/lib/errors.ts'
import type { Apart } from '../domain/integrations/deliver.ts'
import { deliverRows } from '../domain/sheets/deliver.ts'
import { type BatchResult, consumeBatch, type Delivery } from '../kit/consume.ts'

type Row = Delivery<'writeSheet'>
/** All together, some together, each alone. */
const MOST_ROUNDS = 3

/** Some requests of up to 15 seconds. */
const SHEET_MS = 90_000
/** Nobody asked for it yet, so it is no failed try. */
const notBegun = () => new WriteConflict('Google was too slow for all sheets of the batch.')

/** Rows of one sheet that are tried together. Those of a higher rank come first. */
type Sheet = { rows: readonly Row[]; rank: number }

/** Rows of a sheet that are to be tried with fewer others, in such numbers. What ended a worker alone comes last of all. */
function inParts(apart: ReadonlyMap<Row, Apart>): Sheet[] {
  const groups = Map.groupBy(apart, ([, { most, isSuspect }]) => (isSuspect ? 0 : most))
  return [...groups].flatMap(([rank, group]) => {
    const size = Math.max(rank, 1)
    const rows = group.map(([row]) => row)
    const starts = Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => part * size)
    return starts.map((start) => ({ rank, rows: rows.slice(start, start + size) }))
  })
}

export const handler = consumeBatch('writeSheet', async (services, rows) => {
  const results = new Map<Row, BatchResult>()
  /** Answers which rows are to be tried with fewer others. */
  async function write(sheet: Sheet): Promise<Sheet[]> {
    // A worker that is ended would leave its sheet unsure, and have all of the batch come again.
    if (results.size > 0 && services.remainingMs() < SHEET_MS) {
      for (const row of sheet.rows) results.set(row, { error: notBegun() })
      return []
    }
    const messages = sheet.rows.map(({ message }) => message)
    // What stands in the way of one sheet is no reason to keep the rows of another.
    const said = await deliverRows(services, messages, Math.random).catch((error: unknown) => ({ error }))
    const apart = new Map<Row, Apart>()
    for (const [index, row] of sheet.rows.entries()) {
      const words = Array.isArray(said) ? said[index] : undefined
      if (typeof words === 'object') apart.set(row, words)
      else if (words !== undefined) results.set(row, { said: words })
      else results.set(row, Array.isArray(said) ? { error: new Error('A row was left without an answer.') } : said)
    }
    return inParts(apart)
  }
  const sheets = Map.groupBy(rows, ({ message: { companyId, campaignId, ownerId } }) =>
    [companyId, campaignId, ownerId].join(' '),
  )
  let open: Sheet[] = [...sheets.values()].map((ofSheet) => ({ rows: ofSheet, rank: 0 }))
  // One of those that were kept apart may end the worker, so they come behind all others.
  for (let round = 0; open.length > 0 && round < MOST_ROUNDS; round++) {
    const next: Sheet[] = []
    for (const sheet of open) next.push(...(await write(sheet)))
    open = next.sort((a, b) => b.rank - a.rank)
  }
  return rows.map((row) => results.get(row) ?? { error: notBegun() })
})
