import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { BilledPlace, leadsOfLine } from '../../domain/invoices/billed-leads.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import { requireLeads } from '../../domain/leads/may-read.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { answerBilled } from '../../wire/leads/billed.ts'

export default handle(contracts.payments.invoiceLeads, async ({ db, input, actor, company, permissions }) => {
  // Who is told who paid is not by that told of whom.
  requireLeads(permissions)
  const { number, line, cursor, format } = input
  const payment = (await db.payment.list(company.id)).find((each) => invoiceNumber(each) === number)
  if (!payment) throw notFound('invoice')
  const list = `invoice ${company.id} ${number} ${line}`
  return answerBilled({
    db,
    actor,
    company,
    sources: await leadsOfLine(db, payment, line),
    from: cursor === undefined ? undefined : readCursor(list, cursor, BilledPlace),
    toNext: (place) => toCursor(list, place),
    filename: format === 'csv' ? `${number}-leads.csv` : undefined,
  })
})
