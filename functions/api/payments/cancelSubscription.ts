import { contracts } from '#shared/contracts/index.ts'
import { cancelContract, resumeContract } from '../../domain/billing/contract.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.cancelSubscription, async (context) => {
  const { actor, company, input } = context
  if (input.undo) await resumeContract(context, company, actor)
  else await cancelContract(context, company, input.reason)
  context.tell({ description: `${input.undo ? 'Resumed' : 'Cancelled'} the subscription of ${company.name}` })
  const message = input.undo ? 'The subscription goes on.' : 'The subscription was cancelled.'
  return { result: 'success' as const, message }
})
