import { contracts } from '#shared/contracts/index.ts'
import { passSecondFactor } from '../../domain/check-second-factor.ts'
import { handle } from '../../kit/handle.ts'
import { finishSignIn } from '../../kit/sign-in.ts'

export default handle(contracts.security.verifyLogin, async (context) => {
  const { input, tenant, request } = context
  const user = await passSecondFactor(context, tenant, input)
  return finishSignIn(context, { user, tenant, request, device: input.device })
})
