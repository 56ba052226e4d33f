// Leads on their way into sheets at Google: those of one campaign that come together are one append.
import { deliverRows } from '../domain/sheets/deliver.ts'
import { type BatchResult, consumeBatch, type Delivery } from '../kit/consume.ts'

type Row = Delivery<'writeSheet'>

export const handler = consumeBatch('writeSheet', async (services, rows) => {
  const results = new Map<Row, BatchResult>()
  const sheets = Map.groupBy(rows, ({ message: { companyId, campaignId, ownerId } }) =>
    [companyId, campaignId, ownerId].join(' '),
  )
  for (const ofSheet of sheets.values()) {
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
