import { collectOwed } from '../domain/payments/retry.ts'
import { consume } from '../kit/consume.ts'
import { openTurns, paced } from '../kit/pace.ts'

/** For all messages that this container works on. */
const turn = openTurns()

export const handler = consume('collectOwed', {
  run: (context) => collectOwed({ ...context, payments: paced(context.payments, turn) }, context.message),
})
