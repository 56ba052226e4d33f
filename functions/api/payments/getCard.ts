import { contracts } from '#shared/contracts/index.ts'
import { findCardAccount, findCardHolder, paysDirectly } from '../../domain/payments/payer.ts'
import { handle } from '../../kit/handle.ts'
import { cardShown, failedRows } from '../../wire/payments/card-page.ts'

export default handle(contracts.payments.getCard, async ({ db, env, company }) => {
  const [billing, holder, account, failed] = await Promise.all([
    db.billing.get(company.id),
    findCardHolder(db, company),
    findCardAccount(db, company),
    failedRows(db, company),
  ])
  return {
    result: 'success' as const,
    message: '',
    card: holder ? cardShown(billing) : null,
    customer_payment_id: holder?.customerId ?? '',
    billing_method: billing.billingMethod,
    is_direct: paysDirectly(company, billing),
    cancelled_at: company.cancelledAt,
    public_key: env.STRIPE_PUBLISHABLE_KEY,
    account: account ?? '',
    takes_cards: account !== undefined && company.kind !== 'root',
    failed,
  }
})
