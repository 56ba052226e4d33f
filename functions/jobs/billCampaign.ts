// Bills one campaign, or goes on with one of its bills. A message that comes twice, late, or to two workers at once bills once.
import { runBill } from '../domain/billing/bill-run.ts'
import { consume } from '../kit/consume.ts'
import { openTurns, paced } from '../kit/pace.ts'

/** For all messages that this container works on. */
const turn = openTurns()

export const handler = consume('billCampaign', {
  run: (context) => runBill({ ...context, payments: paced(context.payments, turn) }, context.message),
})
