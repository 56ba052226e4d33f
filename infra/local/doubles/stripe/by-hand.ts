// What happens at the provider without being asked for by the API: people press buttons in its pages, banks decide. Tests and the
// page of this double do the same by it.
import { atStep, isStep } from './accounts.ts'
import { type Call, need } from './call.ts'
import { chargeOf } from './charges.ts'
import { isDisputeStatus, moveDispute, type Opening, openDispute } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import type { Account, Charge, Dispute, Payout, Refund } from './objects.ts'
import { failPayout } from './payouts.ts'
import { type Asked, endRefund, giveBack } from './refunds.ts'

function paid(call: Call, intentId: string): Charge {
  const intent = need(call, 'payment_intent', intentId, 'payment_intent')
  const charge = chargeOf(call, intent)
  if (!charge) throw invalidRequest(`The payment ${intentId} was not paid.`)
  return charge
}

/** Where accounts lie that were taken away from the platform. */
export const AWAY = 'away'

/** `account` is the connected account in which it happens; the platform's own when it is left out. */
export function byHand(callIn: (account: string) => Call) {
  return {
    refund(intentId: string, asked: Partial<Asked> = {}, account = ''): Refund {
      const call = callIn(account)
      const charge = paid(call, intentId)
      return giveBack(call, charge, { amount: charge.amount - charge.amount_refunded, ...asked })
    },
    /** How a refund ended at the bank: in the provider's word for why it failed, or well. */
    endRefund(id: string, account = '', failure?: string): Refund {
      const call = callIn(account)
      return endRefund(call, need(call, 'refund', id), failure)
    },
    dispute(intentId: string, opening: Opening = {}, account = ''): Dispute {
      const call = callIn(account)
      return openDispute(call, paid(call, intentId), opening)
    },
    moveDispute(id: string, status: string, account = ''): Dispute {
      const call = callIn(account)
      if (!isDisputeStatus(status)) throw invalidRequest(`There is no status ${status}.`)
      return moveDispute(call, need(call, 'dispute', id), status)
    },
    failPayout: (account: string, amount = 10_000, code?: string): Payout => failPayout(callIn(account), amount, code),
    /** The owner of an account takes it away from the platform, which learns nothing of it from then on. */
    disconnect(account: string): void {
      const call = callIn(account)
      const kept = need({ ...call, account: '' }, 'account', account)
      call.emit('account.application.deauthorized', { id: 'ca_local' })
      call.store.put(AWAY, 'account', kept)
      call.store.remove('', account)
    },
    /** The owner lets the platform in again: what happened in the account before is still there. */
    reconnect(id: string): Account {
      const call = callIn('')
      const kept = call.store.put('', 'account', need({ ...call, account: AWAY }, 'account', id))
      call.store.remove(AWAY, id)
      call.emit('account.updated', kept, id)
      return kept
    },
    setAccount(id: string, step: string): Account {
      const call = callIn('')
      const account = need(call, 'account', id)
      if (!isStep(step)) throw invalidRequest(`There is no step ${step}.`)
      const changed = call.store.put('', 'account', atStep(account, step))
      call.emit('account.updated', changed, id)
      return changed
    },
  }
}
export type ByHand = ReturnType<typeof byHand>

/** The same by a form: `do` says what. Answers what there is then. */
export function actBy(hand: ByHand, form: URLSearchParams): object {
  const text = (name: string) => form.get(name) ?? ''
  const amount = form.has('amount') ? { amount: Number(text('amount')) } : {}
  const account = text('account')
  const id = text('id')
  switch (text('do')) {
    case 'refund':
      return hand.refund(id, { ...amount, withFee: form.has('with_fee') }, account)
    case 'end_refund':
      return hand.endRefund(id, account, text('failure') || undefined)
    case 'dispute':
      return hand.dispute(
        id,
        { ...amount, reason: text('reason') || undefined, isInquiry: form.has('inquiry') },
        account,
      )
    case 'move_dispute':
      return hand.moveDispute(id, text('status'), account)
    case 'fail_payout':
      return hand.failPayout(account, amount.amount, text('code') || undefined)
    case 'set_account':
      return hand.setAccount(account, text('status'))
    case 'disconnect':
      hand.disconnect(account)
      return { id: account, disconnected: true }
    case 'reconnect':
      return hand.reconnect(account)
    default:
      throw invalidRequest(`Nobody can do ${text('do')} here.`, 'do')
  }
}
