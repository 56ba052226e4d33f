import { contracts } from '#shared/contracts/index.ts'
import { capState } from '../../domain/leads/client-cap.ts'
import { handle } from '../../kit/handle.ts'
import { toCapWire } from '../../wire/pricing/client-cap.ts'

export default handle(contracts.pricing.spendingCap, async (context) =>
  toCapWire(await capState(context, context.company.id)),
)
