import { contracts } from '#shared/contracts/index.ts'
import { offerPaper, writeReceipt } from '../../domain/billing/papers.ts'
import { handle } from '../../kit/handle.ts'
import { findTransaction, mustOwn, transactionPlace } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.receipt, async ({ db, input, company, actor, files, queues }) => {
  await mustOwn(db, actor, company)
  const entry = await findTransaction({ db }, company.id, input.transaction_id)
  const ref = { what: 'receipt', companyId: company.id, ...transactionPlace(input.transaction_id) } as const
  return offerPaper({ files, queues }, ref, await writeReceipt(db, company, entry))
})
