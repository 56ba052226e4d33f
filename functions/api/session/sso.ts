import { contracts } from '#shared/contracts/index.ts'
import { AppError } from '#shared/errors.ts'
import { finishSignIn } from '../../identity/sign-in.ts'
import { redeemSsoToken } from '../../identity/sso.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { handle } from '../../kit/handle.ts'
import { toTokens } from '../../wire/session/tokens.ts'

export default handle(contracts.session.sso, async (context) => {
  const { input, tenant, request } = context
  const user = await redeemSsoToken(context, tenant, input)
  if (!user) {
    await slowGuessing(context, request)
    throw new AppError(
      'unauthenticated',
      'This sign-in link is not valid any more. Please open it again from your own system.',
    )
  }
  const trio = await finishSignIn(context, { user, tenant, request, device: input.device, hasPassword: false })
  const isReplacing = input.currentUserID !== '' && input.currentUserID !== user.id
  return {
    message: 'Access Token Valid' as const,
    action: isReplacing ? ('replace' as const) : ('' as const),
    ...toTokens(trio),
  }
})
