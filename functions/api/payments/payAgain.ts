import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { payAgain } from '../../domain/invoices/pay-again.ts'
import { handle } from '../../kit/handle.ts'
import { answerPaidAgain } from '../../wire/payments/paid-again.ts'

export default handle(contracts.payments.payAgain, async (context) => {
  const { actor, company } = context
  // The owner of a card is at their own screen.
  if (actor.companyId !== company.id) throw refused('Only who pays may ask their card again.')
  const paid = await payAgain(context, company)
  if (paid.is !== 'paid') context.tell({ description: 'Tried to charge the card again for what had failed' })
  return answerPaidAgain(paid)
})
