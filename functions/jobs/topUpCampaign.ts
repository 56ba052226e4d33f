import { topUpCampaign } from '../domain/purchases/top-up.ts'
import { consume } from '../kit/consume.ts'
import { openTurns, paced } from '../kit/pace.ts'

/** For all messages that this container works on. */
const turn = openTurns()

export const handler = consume('topUpCampaign', {
  run: (context) => topUpCampaign({ ...context, payments: paced(context.payments, turn) }, context.message),
})
