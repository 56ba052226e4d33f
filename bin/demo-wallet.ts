// A Data Wallet of the demonstration that has been used: bought by card at the local double, spent as workers spend.
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { orderTopUp, spend } from '#functions/domain/wallet/top-up.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Company } from '#shared/model/company.ts'
import { type Cents, cents, times, toDollars } from '#shared/money/cents.ts'

const rule = 'Each lead is charged at the price of its campaign.'
const batches: { leads: number; price: Cents; campaign: string }[] = [
  { leads: 40, price: cents(125), campaign: 'Website visitors' },
  { leads: 12, price: cents(250), campaign: 'Roof repair searches' },
  { leads: 25, price: cents(125), campaign: 'Website visitors' },
]

export async function plantWallet(services: Services, company: Company): Promise<void> {
  const paymentDeps = makePaymentDeps(services)
  const order = { amountCents: cents(100_000), isCustom: false, isKept: true, isStopped: false }
  await orderTopUp(paymentDeps, company, { ...order, idempotencyKey: 'demonstration', person: 'Ada Agency' })
  for (const [index, { leads, price, campaign }] of batches.entries()) {
    await spend(paymentDeps, {
      companyId: company.id,
      id: `demonstration-${index}`,
      amountCents: times(price, leads),
      at: services.now(),
      title: `${leads} leads of ${campaign}`,
      rule,
      facts: { Campaign: campaign, Leads: String(leads), Price: `$${toDollars(price)}` },
    })
  }
}
