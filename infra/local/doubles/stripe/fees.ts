// What the platform takes of other people's charges, and gives back of it. All of it lies with the platform.
import { type Call, need, type Operation, page } from './call.ts'
import { invalidRequest } from './errors.ts'
import { metadataOf, numberOf, textOf } from './form.ts'
import type { ApplicationFee, FeeRefund, Metadata } from './objects.ts'
import { randomId } from './store.ts'

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
const refundsOf = ({ store }: Call, fee: string) => store.list('', 'fee_refund').filter((each) => each.fee === fee)

/** Gives a part of a fee back to the account that it was taken from. */
export function refundFee(call: Call, fee: ApplicationFee, amount: number, metadata: Metadata = {}): FeeRefund {
  const back = fee.amount_refunded + amount
  const changed = call.store.put('', 'application_fee', {
    ...fee,
    amount_refunded: back,
    refunded: back === fee.amount,
  })
  const refund = call.store.put('', 'fee_refund', {
    id: randomId('fr', 16),
    object: 'fee_refund',
    created: call.now,
    amount,
    currency: fee.currency,
    fee: fee.id,
    metadata,
  })
  call.emit('application_fee.refunded', changed, '')
  return refund
}

/** What goes back of a fee with a part of its charge: as much of it, and all that is left with the last part. */
export function feeShare(fee: ApplicationFee, amount: number, charged: number, backBefore: number): number {
  const left = fee.amount - fee.amount_refunded
  if (backBefore + amount >= charged) return left
  return Math.min(left, Math.round((fee.amount * amount) / charged))
}

function shown(call: Call, fee: ApplicationFee): object {
  const url = `/v1/application_fees/${fee.id}/refunds`
  const all = refundsOf(call, fee.id)
  return { ...fee, refunds: { object: 'list', url, has_more: all.length > 10, data: all.slice(0, 10) } }
}

/** Fees are the platform's: in a connected account there are none. */
function needFee(call: Call): ApplicationFee {
  return need(call, 'application_fee', call.id)
}

export const feeOperations: Record<string, Operation> = {
  'GET /v1/application_fees/{id}': (call) => shown(call, needFee(call)),
  'GET /v1/application_fees': (call) => {
    const charge = textOf(call.params, 'charge')
    const all = call.store.list(call.account, 'application_fee').filter((each) => !charge || each.charge === charge)
    return page(call, '/v1/application_fees', all)
  },
  'POST /v1/application_fees/{id}/refunds': (call) => {
    const fee = needFee(call)
    const left = fee.amount - fee.amount_refunded
    const amount = numberOf(call.params, 'amount') ?? left
    if (left === 0)
      throw invalidRequest(
        `Application fee ${fee.id} has already been refunded.`,
        undefined,
        'application_fee_already_refunded',
      )
    if (amount <= 0) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
    if (amount > left)
      throw invalidRequest(
        `Refund amount (${dollars(amount)}) is greater than unrefunded amount on fee (${dollars(left)})`,
        'amount',
      )
    return refundFee(call, fee, amount, metadataOf(call.params))
  },
  'GET /v1/application_fees/{id}/refunds': (call) => {
    const { id } = needFee(call)
    return page(call, `/v1/application_fees/${id}/refunds`, refundsOf(call, id))
  },
}
