import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { toDollars } from '#shared/money/cents.ts'
import { makePaymentDeps } from '../../domain/wallet/payment-deps.ts'
import { resolveOrder } from '../../domain/wallet/top-up.ts'
import { handle } from '../../kit/handle.ts'
import { answerSettled, findTransaction, mustOwn, outcomeOf } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.confirm, async ({ input, company, actor, tell, ...services }) => {
  await mustOwn(services.db, actor, company)
  const entry = await findTransaction(services, company.id, input.transaction_id)
  if (entry?.kind !== 'topup') throw notFound('transaction')
  const settled = await resolveOrder(makePaymentDeps(services), entry)
  tell({
    description: `Looked at a top-up of $${toDollars(entry.amountCents)}: ${outcomeOf(settled)}`,
    before: { outcome: entry.state },
    after: { amount: toDollars(entry.amountCents), outcome: outcomeOf(settled) },
  })
  return answerSettled(settled, services.env.STRIPE_PUBLISHABLE_KEY)
})
