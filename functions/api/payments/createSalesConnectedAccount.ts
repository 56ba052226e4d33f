import { contracts } from '#shared/contracts/index.ts'
import { ownSales } from '../../domain/companies/own-sales.ts'
import { create, existingLink } from '../../domain/payments/connections.ts'
import { handle } from '../../kit/handle.ts'
import { answerConnection, ownReturn } from '../../wire/payments/connection-page.ts'

export default handle(contracts.payments.createSalesConnectedAccount, async (context) => {
  const holder = { user: ownSales(context.user) }
  const returnUrl = ownReturn(context, context.input.return_url)
  const account = await create(context, holder)
  return answerConnection(account, await existingLink(context, holder, returnUrl))
})
