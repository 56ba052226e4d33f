import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { currentWallet } from '../../domain/wallet.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.setBillingMethod, async ({ db, now, company, input }) => {
  const { billing_method: billingMethod } = input
  if (billingMethod === 'data_wallet') {
    const { isDirect } = await db.billing.get(company.id)
    if (company.kind !== 'agency' || !isDirect)
      throw invalid({ billing_method: 'Only an agency that pays directly can pay from a Data Wallet.' })
    const { balanceCents } = await currentWallet({ db, now }, company.id)
    if (balanceCents <= 0) throw invalid({ billing_method: 'The Data Wallet is empty. Top it up first.' })
  }
  await db.billing.save(company.id, { billingMethod })
  return { result: 'success' as const, message: messages.settingsSaved }
})
