import { contracts } from '#shared/contracts/index.ts'
import { domainState } from '../../domain/domain-state.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.settings.domain, (context) => domainState(context, context.company))
