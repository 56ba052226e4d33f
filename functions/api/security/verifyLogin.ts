import { contracts } from '#shared/contracts/index.ts'
import { passSecondFactor } from '../../domain/check-second-factor.ts'
import { handle } from '../../kit/handle.ts'
import { finishSignIn, tellEntrance } from '../../kit/sign-in.ts'

export default handle(contracts.security.verifyLogin, async (context) => {
  const { input, tenant, request } = context
  const description = 'Tried the second step of signing in with a wrong code'
  const user = await passSecondFactor(context, tenant, input, (tried) =>
    tellEntrance(context, { user: tried, tenant, request }, { action: 'Sign In', description, outcome: 'failed' }),
  )
  return finishSignIn(context, { user, tenant, request, device: input.device })
})
