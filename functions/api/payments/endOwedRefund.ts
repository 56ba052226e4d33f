import { contracts } from '#shared/contracts/index.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { endOwedRefund } from '../../domain/purchases/whole-refund.ts'
import { handle } from '../../kit/handle.ts'

const words = {
  gone: 'The money went back.',
  waits: 'It could not go back yet, or is not known. It is asked for again by itself.',
  settled: 'Noted. Nothing is asked for this refund any more.',
}

export default handle(contracts.payments.endOwedRefund, async (context) => {
  const { company, input, me, tell } = context
  const { charge: chargeId, by_hand: isByHand } = input
  const by = isByHand ? me.id : undefined
  tell({ description: isByHand ? 'Settled the refund of a charge by hand' : 'Asked again for the refund of a charge' })
  const { owed, is } = await endOwedRefund(context, company, { chargeId, by })
  tell({ after: { payer: owed.companyId, charge: chargeId, amount: toDollars(cents(owed.amountCents)), refund: is } })
  return {
    result: 'success' as const,
    message: words[is],
    status: is === 'waits' ? ('open' as const) : ('done' as const),
  }
})
