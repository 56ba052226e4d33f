import { contracts } from '#shared/contracts/index.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { passSecondFactor } from '../../identity/check-second-factor.ts'
import { finishSignIn, tellEntrance } from '../../identity/sign-in.ts'
import { handle } from '../../kit/handle.ts'
import { countSource, uncountSource } from '../../kit/source-limit.ts'
import { toTokens } from '../../wire/session/tokens.ts'

const WRONG_CODES = 'second-factor-source'

export default handle(contracts.security.verifyLogin, async (context) => {
  const { input, tenant, request } = context
  const { wrongCodes } = signInLimits
  const at = context.now()
  await countSource(context, WRONG_CODES, request, wrongCodes, (wait) => `Too many codes. Please try again in ${wait}.`)
  const description = 'Tried the second step of signing in with a wrong code'
  const shown = { email: input.email, code: input.code, otpToken: input.otp_token }
  const user = await passSecondFactor(context, tenant, shown, (tried) =>
    tellEntrance(context, { user: tried, tenant, request }, { action: 'Sign In', description, outcome: 'failed' }),
  )
  await uncountSource(context, WRONG_CODES, request, wrongCodes, at)
  return toTokens(await finishSignIn(context, { user, tenant, request, device: input.device }))
})
