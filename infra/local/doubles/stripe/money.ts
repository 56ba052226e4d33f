// Money that goes on, discounts, and the events that tell of everything.
import { need, type Operation, page } from './call.ts'
import { invalidRequest } from './errors.ts'
import { metadataOf, numberOf, paramsOf, textOf } from './form.ts'
import type { Coupon, Transfer, TransferReversal } from './objects.ts'
import { randomId } from './store.ts'

export const moneyOperations: Record<string, Operation> = {
  'POST /v1/transfers': (call) => {
    const { params } = call
    const destination = textOf(params, 'destination') ?? ''
    const receiver = need({ ...call, account: '' }, 'account', destination, 'destination')
    if (receiver.capabilities.transfers !== 'active')
      throw invalidRequest(
        'Your destination account needs the capability transfers.',
        'destination',
        'transfers_not_allowed',
      )
    const transfer: Transfer = {
      id: randomId('tr'),
      object: 'transfer',
      created: call.now,
      amount: numberOf(params, 'amount') ?? 0,
      currency: textOf(params, 'currency') ?? 'usd',
      destination,
      amount_reversed: 0,
      reversed: false,
      description: textOf(params, 'description') ?? null,
      transfer_group: textOf(params, 'transfer_group') ?? null,
      metadata: metadataOf(params),
    }
    call.store.put(call.account, 'transfer', transfer)
    call.emit('transfer.created', transfer)
    return transfer
  },
  'POST /v1/transfers/{id}/reversals': (call) => {
    const transfer = need(call, 'transfer', call.id)
    const rest = transfer.amount - transfer.amount_reversed
    const amount = numberOf(call.params, 'amount') ?? rest
    if (rest === 0) throw invalidRequest('This transfer has already been fully reversed.', 'amount')
    if (amount > rest) throw invalidRequest(`The amount is more than what is left of the transfer (${rest}).`, 'amount')
    const reversal: TransferReversal = {
      id: randomId('trr'),
      object: 'transfer_reversal',
      created: call.now,
      amount,
      currency: transfer.currency,
      transfer: transfer.id,
      metadata: metadataOf(call.params),
    }
    const amount_reversed = transfer.amount_reversed + amount
    const reversed = amount_reversed === transfer.amount
    const next = call.store.put(call.account, 'transfer', { ...transfer, amount_reversed, reversed })
    call.emit('transfer.reversed', next)
    return reversal
  },
  'GET /v1/transfers/{id}': (call) => need(call, 'transfer', call.id),
  'GET /v1/transfers': (call) => {
    const destination = textOf(call.params, 'destination')
    const group = textOf(call.params, 'transfer_group')
    // Of an account that is gone, or not the platform's any more, nothing is told.
    if (destination) need({ ...call, account: '' }, 'account', destination, 'destination')
    const all = call.store
      .list(call.account, 'transfer')
      .filter((each) => !destination || each.destination === destination)
    return page(call, '/v1/transfers', group ? all.filter((each) => each.transfer_group === group) : all)
  },
  'POST /v1/coupons': (call) => {
    const { params } = call
    const coupon: Coupon = {
      id: textOf(params, 'id') ?? randomId('coupon', 8).slice(7),
      object: 'coupon',
      created: call.now,
      percent_off: numberOf(params, 'percent_off') ?? null,
      amount_off: numberOf(params, 'amount_off') ?? null,
      currency: textOf(params, 'currency') ?? null,
      duration: textOf(params, 'duration') ?? 'once',
      valid: true,
      metadata: metadataOf(params),
    }
    if (coupon.percent_off === null && coupon.amount_off === null)
      throw invalidRequest('You must pass either percent_off or amount_off.', 'percent_off', 'parameter_missing')
    return call.store.put(call.account, 'coupon', coupon)
  },
  'GET /v1/coupons/{id}': (call) => need(call, 'coupon', call.id),
  'GET /v1/events/{id}': (call) => need(call, 'event', call.id),
  'GET /v1/events': (call) => {
    const { types } = call.params
    const since = numberOf(paramsOf(call.params, 'created'), 'gte') ?? 0
    // An event of an account that is not the platform's any more is delivered to nobody.
    const waits = call.params.delivery_success === false ? call.store.undelivered() : undefined
    const all = call.store
      .list(call.account, 'event')
      .filter(
        ({ id, type, created }) =>
          created >= since && (!Array.isArray(types) || types.includes(type)) && (!waits || waits.has(id)),
      )
    return page(call, '/v1/events', all)
  },
}
