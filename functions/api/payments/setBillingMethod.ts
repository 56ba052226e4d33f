import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { paysDirectly } from '../../domain/payments/payer.ts'
import { countCardTry, retryNow } from '../../domain/payments/retry.ts'
import { currentWallet } from '../../domain/wallet/top-up.ts'
import { handle } from '../../kit/handle.ts'
import { watchBilling } from '../../wire/payments/billing-facts.ts'

export default handle(contracts.payments.setBillingMethod, async (context) => {
  const { db, now, actor, company, input, tell } = context
  const { billing_method: billingMethod } = input
  const before = await db.billing.get(company.id)
  if (billingMethod === before.billingMethod) {
    tell({ description: `Saved what charges of ${company.name} are taken from, without a change` })
    return { result: 'success' as const, message: messages.settingsSaved }
  }
  if (billingMethod === 'data_wallet') {
    if (!paysDirectly(company, before))
      throw invalid({ billing_method: 'Only an agency that pays directly can pay from a Data Wallet.' })
    const { balanceCents } = await currentWallet({ db, now }, company.id)
    if (balanceCents <= 0) throw invalid({ billing_method: 'The Data Wallet is empty. Top it up first.' })
  }
  // The person who pays is at their own screen. What others choose for them pays with the next planned try.
  const isPayer = actor.companyId === company.id
  if (isPayer) await countCardTry(context, company.id, 'This was changed too often. Please wait an hour.')
  const facts = await watchBilling(db, company.id)
  await db.billing.save(company.id, { billingMethod })
  const source = billingMethod === 'data_wallet' ? 'the Data Wallet' : 'the card'
  tell({ description: `Set charges of ${company.name} to be taken from ${source}`, ...(await facts()) })
  // What one of them could not pay the other may.
  if (isPayer) await retryNow(context, company.id, `m${now()}`, 'billing method')
  return { result: 'success' as const, message: messages.settingsSaved }
})
