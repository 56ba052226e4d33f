import { whyNotDomain } from '#shared/access/own-domain.ts'
import { contracts } from '#shared/contracts/index.ts'
import { domainState } from '../../wire/domains/state.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.settings.domain, async (context) => ({
  ...(await domainState(context, context.company)),
  whynot: whyNotDomain(context.actor, context.me) ?? '',
}))
