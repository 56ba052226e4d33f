import { PAGE_SIZE } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import type { Payment } from '#shared/model/payment.ts'
import { describePage } from '#shared/paging.ts'
import { nameInvoices } from '../../domain/invoices/names.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import { handle } from '../../kit/handle.ts'
import { toPageWire } from '../../wire/lib/page.ts'
import { invoicesCsv, toInvoice } from '../../wire/payments/invoices.ts'

export default handle(contracts.payments.invoices, async ({ db, input, actor, company, files, newId }) => {
  const { invoice_number: number, page, format } = input
  const listed = await db.payment.list(company.id)
  const all = number === undefined ? listed : listed.filter((payment) => invoiceNumber(payment) === number)
  const offset = (page - 1) * PAGE_SIZE
  const seesFees = actor.role !== 'client'
  const read = async (payments: readonly Payment[]) => {
    const [namesOf, issuer] = await Promise.all([
      nameInvoices(db, company, payments),
      company.parentId ? db.company.find(company.parentId) : undefined,
    ])
    return payments.map((payment) => toInvoice(payment, { ...namesOf(payment), issuer, seesFees }))
  }
  const data = await read(all.slice(offset, offset + PAGE_SIZE))
  const writeFile = async () => {
    const key = `exports/invoices/${company.id}/${newId('entry')}.csv`
    await files.put(key, invoicesCsv(await read(all), seesFees), 'text/csv; charset=utf-8')
    return { url: await files.downloadUrl(key, 'invoices.csv'), filename: 'invoices.csv' }
  }
  return {
    ...toPageWire(describePage({ total: all.length, offset, perPage: PAGE_SIZE, count: data.length })),
    next_cursor: null,
    data,
    ...(format === 'csv' && { file: await writeFile() }),
  }
})
