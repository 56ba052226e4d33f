import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.wallet.enableTopUp, async ({ input, company, db, tell }) => {
  if (company.kind !== 'agency') throw refused('Only agencies have a Data Wallet.')
  await db.ledger.setTopUpEnabled(company.id, input.is_enable_topup_prepaid_direct_payment)
  tell({ description: `Switched top-ups ${input.is_enable_topup_prepaid_direct_payment ? 'on' : 'off'}` })
  return { result: 'success' as const, message: messages.settingsSaved }
})
