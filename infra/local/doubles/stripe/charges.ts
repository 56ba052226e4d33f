// Charges: what a payment intent came to once its card has paid. The application fee that was asked for is taken with it.
import { type Call, need, type Operation, page } from './call.ts'
import { textOf } from './form.ts'
import type { ApplicationFee, Charge, PaymentIntent } from './objects.ts'
import { randomId } from './store.ts'

function putFee(call: Call, charge: Charge, amount: number): ApplicationFee {
  const { store, account } = call
  const fee: ApplicationFee = {
    id: randomId('fee', 16),
    object: 'application_fee',
    created: charge.created,
    account,
    amount,
    amount_refunded: 0,
    charge: charge.id,
    currency: charge.currency,
    // Only where the platform itself charges and passes the money on.
    originating_transaction: account ? null : charge.id,
    refunded: false,
    livemode: false,
  }
  store.put('', 'application_fee', fee)
  call.emit('application_fee.created', fee, '')
  return fee
}

/** Writes the charge of an intent that was paid just now, and what the platform takes of it. */
export function putCharge(call: Call, intent: PaymentIntent): Charge {
  const { application_fee_amount: feeAmount } = intent
  const charge: Charge = {
    id: intent.latest_charge ?? randomId('ch'),
    object: 'charge',
    created: call.now,
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    application_fee: null,
    application_fee_amount: feeAmount,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    status: 'succeeded',
    metadata: intent.metadata,
    livemode: false,
  }
  const fee = feeAmount ? putFee(call, charge, feeAmount) : undefined
  return call.store.put(call.account, 'charge', { ...charge, application_fee: fee?.id ?? null })
}

/** The charge of an intent, if it was paid. One from before charges were kept is written down now. */
export function chargeOf(call: Call, intent: PaymentIntent): Charge | undefined {
  if (!intent.latest_charge) return undefined
  return call.store.get(call.account, 'charge', intent.latest_charge) ?? putCharge(call, intent)
}

export const chargeOperations: Record<string, Operation> = {
  'GET /v1/charges/{id}': (call) => need(call, 'charge', call.id),
  'GET /v1/charges': (call) => {
    const intent = textOf(call.params, 'payment_intent')
    const customer = textOf(call.params, 'customer')
    const all = call.store
      .list(call.account, 'charge')
      .filter((each) => (!intent || each.payment_intent === intent) && (!customer || each.customer === customer))
    return page(call, '/v1/charges', all)
  },
}
