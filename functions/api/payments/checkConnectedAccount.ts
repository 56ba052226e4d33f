import { contracts } from '#shared/contracts/index.ts'
import { refresh } from '../../domain/payments/connections.ts'
import { handle } from '../../kit/handle.ts'
import { answerConnection } from '../../wire/payments/connection-page.ts'

export default handle(contracts.payments.checkConnectedAccount, async (context) =>
  answerConnection(await refresh(context, { company: context.company }), ''),
)
