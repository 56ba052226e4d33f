import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { mustOwn, statementOf, toTransaction } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.history, async ({ input, company, actor, ...services }) => {
  await mustOwn(services.db, actor, company)
  const rows = await statementOf(services, company, input.date)
  return { transaction_history: rows.map(toTransaction) }
})
