import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { offerPaper, writeInvoice } from '../../domain/billing/papers.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.invoiceFile, async ({ db, input, company, files, queues }) => {
  const payment = (await db.payment.list(company.id)).find((each) => invoiceNumber(each) === input.number)
  if (!payment) throw notFound('invoice')
  const ref = { what: 'invoice', companyId: company.id, key: payment.key } as const
  return offerPaper({ files, queues }, ref, await writeInvoice(db, company, payment))
})
