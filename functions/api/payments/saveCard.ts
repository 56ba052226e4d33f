import { contracts } from '#shared/contracts/index.ts'
import { watch } from '#shared/log-facts.ts'
import { billingFacts } from '../../domain/billing-facts.ts'
import { answerKept, toCardForm } from '../../domain/card-page.ts'
import { keepCard } from '../../domain/cards.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.saveCard, async (context) => {
  const { company, user, input } = context
  const facts = await watch(async () => billingFacts(await context.db.billing.get(company.id)))
  const kept = await keepCard(context, company, toCardForm(company, user, { ...input, coupon_code: '' }))
  context.tell(await facts())
  return answerKept(kept, 'Your card was saved.')
})
