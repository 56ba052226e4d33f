import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { watch } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'
import { walletFacts } from '../../wire/wallet/facts.ts'

export default handle(contracts.wallet.enableTopUp, async ({ input, company, db, tell }) => {
  if (company.kind !== 'agency') throw refused('Only agencies have a Data Wallet.')
  const facts = await watch(async () => walletFacts(await db.ledger.get(company.id)))
  await db.ledger.setTopUpEnabled(company.id, input.is_enable_topup_prepaid_direct_payment)
  tell({
    description: `Switched top-ups ${input.is_enable_topup_prepaid_direct_payment ? 'on' : 'off'}`,
    ...(await facts()),
  })
  return { result: 'success' as const, message: messages.settingsSaved }
})
