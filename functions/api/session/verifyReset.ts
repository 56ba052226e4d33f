import { contracts } from '#shared/contracts/index.ts'
import { judgeReset } from '../../identity/password-reset.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.verifyReset, async (context) => {
  const { fault, token } = await judgeReset(context, context.tenant, context.input)
  if (fault === 'invalid') await slowGuessing(context, context.request)
  return {
    valid: fault === undefined,
    reason: fault ?? ('' as const),
    ...(token?.kind === 'invitation' && { is_invitation: true }),
  }
})
