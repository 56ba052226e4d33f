// Leads on their way into sheets at Google: those of one campaign that come together are one append.

import { WriteConflict } from '../data/lib/errors.ts'
import { deliverRows } from '../domain/sheets/deliver.ts'
import { type BatchResult, consumeBatch, type Delivery } from '../kit/consume.ts'

type Row = Delivery<'writeSheet'>

/** Some requests of up to 15 seconds. */
const SHEET_MS = 90_000
/** Nobody asked for it yet, so it is no failed try. */
const notBegun = () => new WriteConflict('Google was too slow for all sheets of the batch.')

export const handler = consumeBatch('writeSheet', async (services, rows) => {
  const results = new Map<Row, BatchResult>()
  const sheets = Map.groupBy(rows, ({ message: { companyId, campaignId, ownerId } }) =>
    [companyId, campaignId, ownerId].join(' '),
  )
  for (const ofSheet of sheets.values()) {
    // A worker that is ended would leave its sheet unsure, and have all of the batch come again.
    if (results.size > 0 && services.remainingMs() < SHEET_MS) {
      for (const row of ofSheet) results.set(row, { error: notBegun() })
      continue
    }
    const messages = ofSheet.map(({ message }) => message)
    // What stands in the way of one sheet is no reason to keep the rows of another.
    const found = await deliverRows(services, messages, Math.random).then(
      (said) => said.map((words): BatchResult => ({ said: words })),
      (error: unknown) => ofSheet.map((): BatchResult => ({ error })),
    )
    for (const [index, row] of ofSheet.entries())
      results.set(row, found[index] ?? { error: new Error('A row was left without an answer.') })
  }
  return rows.map((row) => results.get(row) ?? { error: new Error('A row was left without an answer.') })
})
