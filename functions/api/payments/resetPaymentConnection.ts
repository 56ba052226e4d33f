import { contracts } from '#shared/contracts/index.ts'
import { noAccount } from '#shared/model/connected-account.ts'
import { reset } from '../../domain/payments/connections.ts'
import { handle } from '../../kit/handle.ts'
import { answerConnection } from '../../wire/payments/connection-page.ts'

export default handle(contracts.payments.resetPaymentConnection, async (context) => {
  await reset(context, context.company)
  return answerConnection(noAccount, '', 'The payment account was disconnected.')
})
