import { contracts } from '#shared/contracts/index.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { readCode } from '#shared/two-factor.ts'
import { readOtpToken } from '../../domain/security/otp-token.ts'
import { passSecondFactor } from '../../identity/check-second-factor.ts'
import { rememberThis } from '../../identity/known-device.ts'
import { finishSignIn, tellEntrance } from '../../identity/sign-in.ts'
import { handle } from '../../kit/handle.ts'
import { countSource, uncountSource } from '../../kit/source-limit.ts'
import { toTokens } from '../../wire/session/tokens.ts'

const WRONG_CODES = 'second-factor-source'

export default handle(contracts.security.verifyLogin, async (context) => {
  const { db, input, tenant, request } = context
  const { wrongCodes } = signInLimits
  const at = context.now()
  // What is remembered counts for the second step as it was before its code was looked at.
  const begun = input.remember ? readOtpToken(input.otp_token)?.userId : undefined
  const [step] = await Promise.all([
    begun && db.twoFactor.find(begun),
    countSource(context, WRONG_CODES, request, wrongCodes, (wait) => `Too many codes. Please try again in ${wait}.`),
  ])
  const description = 'Tried the second step of signing in with a wrong code'
  const shown = { email: input.email, code: input.code, otpToken: input.otp_token }
  const user = await passSecondFactor(context, tenant, shown, (tried) =>
    tellEntrance(context, { user: tried, tenant, request }, { action: 'Sign In', description, signIn: 'code' }),
  )
  await uncountSource(context, WRONG_CODES, request, wrongCodes, at)
  const trio = await finishSignIn(context, { user, tenant, request, device: input.device })
  // Who needed a recovery code has lost something: this device is asked again.
  if (step && readCode(input.code)?.kind === 'digits') await rememberThis(context, { user, tenant, request, step })
  return toTokens(trio)
})
