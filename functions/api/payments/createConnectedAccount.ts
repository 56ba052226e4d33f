import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { create, onboardingLink } from '../../domain/payments/connections.ts'
import { handle } from '../../kit/handle.ts'
import { answerConnection, ownReturn } from '../../wire/payments/connection-page.ts'

export default handle(contracts.payments.createConnectedAccount, async (context) => {
  const { company, input } = context
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies connect a payment account.' })
  const returnUrl = ownReturn(context, input.return_url)
  const account = await create(context, { company })
  const done =
    account.state === 'completed' ? 'Found the payment account connected' : 'Began to connect a payment account'
  context.tell({ description: `${done}: ${company.name}` })
  if (account.state === 'completed') return answerConnection(account, '', 'Your payment account is connected already.')
  return answerConnection(account, await onboardingLink(context, { company }, returnUrl))
})
