import { contracts } from '#shared/contracts/index.ts'
import { answerKept, toCardForm } from '../../domain/card-page.ts'
import { keepCard } from '../../domain/cards.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.saveCard, async (context) => {
  const { company, user, input } = context
  const kept = await keepCard(context, company, toCardForm(company, user, { ...input, coupon_code: '' }))
  return answerKept(kept, 'Your card was saved.')
})
