// Money on its way from an account to its owner's bank.
import { type Call, need, type Operation, page } from './call.ts'
import type { Payout } from './objects.ts'
import { randomId } from './store.ts'

const messages: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  no_account: 'The bank account could not be located.',
  debit_not_authorized: 'Debit transactions are not approved on your bank account.',
  could_not_process: 'The bank could not process this payout.',
}

/** The bank sends a payout back. */
export function failPayout(call: Call, amount: number, code = 'account_closed'): Payout {
  const payout = call.store.put(call.account, 'payout', {
    id: randomId('po'),
    object: 'payout',
    created: call.now,
    amount,
    arrival_date: call.now,
    automatic: true,
    currency: 'usd',
    failure_code: code,
    failure_message: messages[code] ?? 'The bank could not process this payout.',
    method: 'standard',
    status: 'failed',
    type: 'bank_account',
    metadata: {},
    livemode: false,
  })
  call.emit('payout.failed', payout)
  return payout
}

export const payoutOperations: Record<string, Operation> = {
  'GET /v1/payouts/{id}': (call) => need(call, 'payout', call.id),
  'GET /v1/payouts': (call) => page(call, '/v1/payouts', call.store.list(call.account, 'payout')),
}
