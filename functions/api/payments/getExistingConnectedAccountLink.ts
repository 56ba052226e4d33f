import { contracts } from '#shared/contracts/index.ts'
import { existingLink } from '../../domain/payments/connections.ts'
import { handle } from '../../kit/handle.ts'
import { answerConnection, ownReturn } from '../../wire/payments/connection-page.ts'

export default handle(contracts.payments.getExistingConnectedAccountLink, async (context) => {
  const { company, input } = context
  const url = await existingLink(context, { company }, ownReturn(context, input.return_url))
  return answerConnection(await context.db.connectedAccount.get({ company: company.id }), url)
})
