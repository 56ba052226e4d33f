import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { isAskedAgain } from '#shared/money/refund-owed.ts'
import { continueRefunds } from '../../domain/purchases/continue-refunds.ts'
import { settlePart } from '../../domain/purchases/settle-refund.ts'
import { handle } from '../../kit/handle.ts'

const words = {
  done: 'The money went back.',
  open: 'It is not known yet, or is still on its way. It is looked up again by itself.',
  failed: 'The money could not go back. The leads are there again.',
}
const WAITS = 'It could not go back yet. It is asked for again by itself.'
const SENT_BACK = 'Its bank sent it back, so it is not asked for again. Pay it to the agency in another way.'
const SETTLED = 'Noted. Nothing is asked for this refund any more.'

export default handle(contracts.payments.endRefund, async (context) => {
  const { campaign, company, db, input, me, tell } = context
  const { refund: number, part: index, by_hand: isByHand } = input
  const find = async () =>
    (await db.campaignBill.listRefunds(campaign)).find((each) => each.number === number)?.parts[index]
  const before = await find()
  if (!before) throw notFound('refund')
  const { owed } = before
  const what = owed
    ? `$${toDollars(cents(owed.feeCents + owed.agencyCents))} of a refund of ${company.name} that its agency is owed`
    : `a refund of $${toDollars(cents(before.clientCents))} to ${company.name}`
  tell({
    description: isByHand ? `Settled ${what} by hand` : `Looked again what became of ${what}`,
    campaignId: campaign.id,
    before: { refund: before.status },
  })
  if (isByHand) await settlePart(context, campaign, { number, index, by: me.id })
  else await continueRefunds(context, campaign)
  const after = (await find()) ?? before
  const isWaiting = (after.status === 'failed' && after.waits !== undefined) || isAskedAgain(after.owed)
  const status = isWaiting || after.owed ? 'open' : after.status
  tell({ after: { refund: status, by_hand: isByHand === true } })
  const found = isWaiting ? WAITS : after.owed ? SENT_BACK : words[status]
  return { result: 'success' as const, message: isByHand ? SETTLED : found, status }
})
