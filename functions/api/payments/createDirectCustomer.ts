import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { keepCard } from '../../domain/payments/cards.ts'
import { handle } from '../../kit/handle.ts'
import { watchBilling } from '../../wire/payments/billing-facts.ts'
import { answerKept, tellCard, toCardForm } from '../../wire/payments/card-page.ts'

export default handle(contracts.payments.createDirectCustomer, async (context) => {
  const { company, user, input } = context
  if (company.kind !== 'agency') throw invalid({ company_id: 'Only agencies pay directly.' })
  const facts = await watchBilling(context.db, company.id)
  const kept = await keepCard(context, company, { ...toCardForm(company, user, input), isDirect: true })
  context.tell({ description: tellCard(kept, company), ...(await facts()) })
  return answerKept(kept, 'Your card was saved.')
})
