import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { BilledPlace } from '../../domain/invoices/billed-leads.ts'
import { requireLeads } from '../../domain/leads/may-read.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { answerBilled } from '../../wire/leads/billed.ts'
import { findTransaction, leadsPaidBy, mustOwn } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.leads, async ({ input, company, actor, permissions, db }) => {
  await mustOwn(db, actor, company)
  // Who is told who paid is not by that told of whom.
  requireLeads(permissions)
  const { transaction_id: id, cursor, format } = input
  const entry = await findTransaction({ db }, company.id, id)
  const source = entry && (await leadsPaidBy(db, entry))
  if (!source) throw notFound('transaction')
  const list = `transaction ${company.id} ${id}`
  return answerBilled({
    db,
    actor,
    company,
    sources: [source],
    from: cursor === undefined ? undefined : readCursor(list, cursor, BilledPlace),
    toNext: (place) => toCursor(list, place),
    filename: format === 'csv' ? `${id}-leads.csv` : undefined,
  })
})
