import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { explainEntry, mustOwn } from '../../domain/wallet-page.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.wallet.explain, async ({ input, company, actor, ...services }) => {
  mustOwn(actor, company)
  const [month, id] = [input.transaction_id.slice(0, 6), input.transaction_id.slice(7)]
  const entry = await services.db.ledger.findEntryInMonth(company.id, month, id)
  if (!entry) throw notFound('transaction')
  return explainEntry(services, entry)
})
