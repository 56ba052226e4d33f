import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { explainEntry, findTransaction, mustOwn } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.explain, async ({ input, company, actor, ...services }) => {
  await mustOwn(services.db, actor, company)
  const entry = await findTransaction(services, company.id, input.transaction_id)
  if (!entry) throw notFound('transaction')
  return explainEntry(services, entry)
})
