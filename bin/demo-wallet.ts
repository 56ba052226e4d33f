// A Data Wallet of the demonstration: credit that was bought by card at the local double. Nothing was spent of it, because its agency's
// clients pay for their leads by card.
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { orderTopUp } from '#functions/domain/wallet/top-up.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Company } from '#shared/model/company.ts'
import { cents } from '#shared/money/cents.ts'

export async function plantWallet(services: Services, company: Company): Promise<void> {
  const order = { amountCents: cents(100_000), isCustom: false, isKept: true, isStopped: false }
  await orderTopUp(makePaymentDeps(services), company, {
    ...order,
    idempotencyKey: 'demonstration',
    person: 'Ada Agency',
  })
}
