// What came of asking a card once more, as its owner reads it.
import type { Output } from '#shared/contracts/index.ts'
import { notKnownToPayer } from '#shared/money/not-known.ts'
import type { PaidAgain } from '../../domain/invoices/pay-again.ts'

type Answer = Output<'payments.payAgain'>

const nothing = { client_secret: '', account: '' }

export function answerPaidAgain(paid: PaidAgain): Answer {
  switch (paid.is) {
    case 'paid':
      return { result: 'success', message: 'Thank you. Nothing is owed any more.', ...nothing }
    case 'declined':
      return { result: 'declined', message: paid.reason, ...nothing }
    case 'open':
      return {
        result: 'open',
        message: 'The payment provider is still at work on it. Look again in a few minutes; nothing is charged twice.',
        ...nothing,
      }
    case 'unreachable':
      return { result: 'open', message: notKnownToPayer, ...nothing }
    case 'action':
      return {
        result: 'action',
        message: 'Your bank asks you for a confirmation.',
        client_secret: paid.clientSecret,
        account: paid.accountId,
      }
    default:
      return paid satisfies never
  }
}
