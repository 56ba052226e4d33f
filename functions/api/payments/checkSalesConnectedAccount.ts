import { contracts } from '#shared/contracts/index.ts'
import { ownSales } from '../../domain/companies/own-sales.ts'
import { refresh } from '../../domain/payments/connections.ts'
import { handle } from '../../kit/handle.ts'
import { answerConnection } from '../../wire/payments/connection-page.ts'

export default handle(contracts.payments.checkSalesConnectedAccount, async (context) =>
  answerConnection(await refresh(context, { user: ownSales(context.user) }), ''),
)
