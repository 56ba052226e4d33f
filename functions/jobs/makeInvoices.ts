import { makeInvoices } from '../domain/billing/run.ts'
import { consume } from '../kit/consume.ts'
import { openTurns, paced } from '../kit/pace.ts'

/** For all messages that this container works on. */
const turn = openTurns()

export const handler = consume('makeInvoices', {
  run: (context) => makeInvoices({ ...context, payments: paced(context.payments, turn) }, context.message),
})
