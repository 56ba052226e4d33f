import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { continueRefunds, settlePart } from '../../domain/purchases/refund.ts'
import { handle } from '../../kit/handle.ts'

const words = {
  done: 'The money went back.',
  open: 'It is not known yet, or is still on its way. It is looked up again by itself.',
  failed: 'The money could not go back. The leads are there again.',
}
const WAITS = 'It could not go back yet. It is asked for again by itself.'
const SETTLED = 'Noted. Nothing is asked for this refund any more.'

export default handle(contracts.payments.endRefund, async (context) => {
  const { campaign, company, db, input, me, tell } = context
  const { refund: number, part: index, by_hand: isByHand } = input
  const find = async () =>
    (await db.campaignBill.listRefunds(campaign)).find((each) => each.number === number)?.parts[index]
  const before = await find()
  if (!before) throw notFound('refund')
  const what = `a refund of $${toDollars(cents(before.clientCents))} to ${company.name}`
  tell({
    description: isByHand ? `Settled ${what} by hand` : `Looked again what became of ${what}`,
    campaignId: campaign.id,
    before: { refund: before.status },
  })
  if (isByHand) await settlePart(context, campaign, { number, index, by: me.id })
  else await continueRefunds(context, campaign)
  const after = (await find()) ?? before
  const isWaiting = after.status === 'failed' && after.waits !== undefined
  const status = isWaiting ? 'open' : after.status
  tell({ after: { refund: status, by_hand: isByHand === true } })
  return { result: 'success' as const, message: isByHand ? SETTLED : isWaiting ? WAITS : words[status], status }
})
