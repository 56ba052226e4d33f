import { refusalForDomain } from '#shared/access/own-domain.ts'
import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { domainState } from '../../wire/domains/state.ts'

export default handle(contracts.domains.get, async (context) => ({
  ...(await domainState(context, context.company)),
  whynot: refusalForDomain(context.actor, context.me) ?? '',
}))
