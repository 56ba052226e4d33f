// Money that goes back to a card: all of it or parts, until all of it went back.
import { type Call, need, type Operation, page } from './call.ts'
import { chargeOf } from './charges.ts'
import { cardOf } from './customers.ts'
import { isDisputed } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { feeShare, refundFee } from './fees.ts'
import { isTrue, metadataOf, numberOf, paramsOf, textOf } from './form.ts'
import type { Charge, Metadata, Refund } from './objects.ts'
import { randomId } from './store.ts'

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** The charge that a request names, by itself or by its intent. */
function named(call: Call): Charge {
  const id = textOf(call.params, 'charge')
  if (id) return need(call, 'charge', id, 'charge')
  const intent = need(call, 'payment_intent', textOf(call.params, 'payment_intent') ?? '', 'payment_intent')
  const charge = intent.status === 'succeeded' ? chargeOf(call, intent) : undefined
  if (!charge) throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}

function moveBack(call: Call, charge: Charge, by: number): Charge {
  const back = charge.amount_refunded + by
  const changed = { ...charge, amount_refunded: back, refunded: back >= charge.amount }
  return call.store.put(call.account, 'charge', changed)
}

/** What a bank does with money that comes back to one of its cards. */
function statusAt({ store, account }: Call, { payment_method: id }: Charge): Refund['status'] {
  const method = id ? store.get(account, 'payment_method', id) : undefined
  return method && cardOf(method).refunds === 'pending' ? 'pending' : 'succeeded'
}

export type Asked = { amount: number; metadata?: Metadata; reason?: string | null; withFee?: boolean }

/** Gives money of a charge back, as the API and the pages for people do. */
export function giveBack(call: Call, charge: Charge, asked: Asked): Refund {
  const { amount, metadata = {}, reason = null, withFee = false } = asked
  const left = charge.amount - charge.amount_refunded
  if (isDisputed(call, charge))
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    )
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  if (amount <= 0) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    )
  const fee = charge.application_fee ? call.store.get('', 'application_fee', charge.application_fee) : undefined
  if (withFee && !fee)
    throw invalidRequest(
      `Attempting to refund_application_fee on ${charge.id}, but it has no application fee`,
      'refund_application_fee',
    )
  const share = withFee && fee ? feeShare(fee, amount, charge.amount, charge.amount_refunded) : 0
  if (fee && share > 0) refundFee(call, fee, share)
  const refund: Refund = {
    id: randomId('re'),
    object: 'refund',
    created: call.now,
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason,
    status: statusAt(call, charge),
    metadata,
  }
  call.store.put(call.account, 'refund', refund)
  const changed = moveBack(call, charge, amount)
  call.emit('refund.created', refund)
  call.emit('charge.refunded', changed)
  return refund
}

/** How the way back of money ended at the bank. What failed is the account's again. */
export function endRefund(call: Call, refund: Refund, failure: string | undefined): Refund {
  const ended = call.store.put(call.account, 'refund', {
    ...refund,
    status: failure === undefined ? 'succeeded' : 'failed',
    ...(failure !== undefined && { failure_reason: failure }),
  })
  if (failure !== undefined) {
    moveBack(call, need(call, 'charge', refund.charge), -refund.amount)
    call.emit('refund.failed', ended)
  }
  call.emit('refund.updated', ended)
  call.emit('charge.refund.updated', ended)
  return ended
}

export const refundOperations: Record<string, Operation> = {
  'POST /v1/refunds': (call) => {
    const { params } = call
    const charge = named(call)
    return giveBack(call, charge, {
      amount: numberOf(params, 'amount') ?? charge.amount - charge.amount_refunded,
      metadata: metadataOf(params),
      reason: textOf(params, 'reason') ?? null,
      withFee: isTrue(params, 'refund_application_fee'),
    })
  },
  'GET /v1/refunds/{id}': (call) => need(call, 'refund', call.id),
  'GET /v1/refunds': (call) => {
    const intent = textOf(call.params, 'payment_intent')
    const charge = textOf(call.params, 'charge')
    const since = numberOf(paramsOf(call.params, 'created'), 'gte') ?? 0
    const all = call.store
      .list(call.account, 'refund')
      .filter(
        (each) =>
          each.created >= since && (!intent || each.payment_intent === intent) && (!charge || each.charge === charge),
      )
    return page(call, '/v1/refunds', all)
  },
}
