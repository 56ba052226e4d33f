// Campaigns that can be billed: an agency whose account takes cards, a client with a card there, prices, and leads.
import type { Harness } from '../../support/harness.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'

const VISA = 'pm_card_visa'
export const DECLINES = 'pm_card_chargeCustomerFail'

export async function billingStage(h: Harness) {
  const payments = paymentStage(h)
  const { northlight, brightSmiles } = h.cast
  await payments.saveCard('ada')
  const account = await payments.connect('ada')
  const clientCard = (kind = VISA) => payments.saveCard('cleo', kind, account)
  await clientCard()

  /** What was charged under keys of payments that begin so: amount, application fee and account of each. */
  const charged = (prefix: string) =>
    [account, '']
      .flatMap((each) => h.stripe.list('payment_intent', each).reverse())
      .filter(({ status, metadata }) => status === 'succeeded' && String(metadata.payment).startsWith(prefix))
      .map(({ amount, application_fee_amount: fee, metadata }) => ({
        cents: Number(amount),
        ...(fee ? { feeCents: Number(fee) } : {}),
        by: metadata.company === northlight.id ? 'agency' : 'client',
      }))
  const payment = (companyId: string, key: string) => h.db.payment.find({ companyId, key })

  return { ...payments, account, clientCard, charged, payment, agency: northlight, client: brightSmiles }
}
