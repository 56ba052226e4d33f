import { PAGE_SIZE } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { describePage } from '#shared/paging.ts'
import { handle } from '../../kit/handle.ts'
import { toPageWire } from '../../wire/lib/page.ts'
import { invoicesCsv, toInvoice } from '../../wire/payments/invoices.ts'

export default handle(contracts.payments.invoices, async ({ db, input, company, files, newId }) => {
  const all = (await db.payment.list(company.id)).map(toInvoice)
  const offset = (input.page - 1) * PAGE_SIZE
  const data = all.slice(offset, offset + PAGE_SIZE)
  const writeFile = async () => {
    const key = `exports/invoices/${company.id}/${newId('entry')}.csv`
    await files.put(key, invoicesCsv(all), 'text/csv; charset=utf-8')
    return { url: await files.downloadUrl(key, 'invoices.csv'), filename: 'invoices.csv' }
  }
  return {
    ...toPageWire(describePage({ total: all.length, offset, perPage: PAGE_SIZE, count: data.length })),
    next_cursor: null,
    data,
    ...(input.format === 'csv' && { file: await writeFile() }),
  }
})
