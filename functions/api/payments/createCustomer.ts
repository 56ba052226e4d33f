import { contracts } from '#shared/contracts/index.ts'
import { conflict } from '#shared/errors.ts'
import { keepCard } from '../../domain/payments/cards.ts'
import { findCardHolder } from '../../domain/payments/payer.ts'
import { handle } from '../../kit/handle.ts'
import { watchBilling } from '../../wire/payments/billing-facts.ts'
import { answerKept, tellCard, toCardForm } from '../../wire/payments/card-page.ts'

export default handle(contracts.payments.createCustomer, async (context) => {
  const { db, company, user, input } = context
  if (await findCardHolder(db, company)) throw conflict('There is a card on file. Change it under Card Setting.')
  const facts = await watchBilling(context.db, company.id)
  const kept = await keepCard(context, company, toCardForm(company, user, input))
  context.tell({ description: tellCard(kept, company), ...(await facts()) })
  return answerKept(kept, 'Your card was saved.')
})
