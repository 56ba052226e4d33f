import { contracts } from '#shared/contracts/index.ts'
import { invalid, tooMany } from '#shared/errors.ts'
import { twoFactorLimits as limits } from '#shared/two-factor.ts'
import { readOtpToken } from '../../domain/security/otp-token.ts'
import { findSignIn, signInOver } from '../../identity/check-second-factor.ts'
import { refuseGuessing, resendCode } from '../../identity/second-factor.ts'
import { handle } from '../../kit/handle.ts'

function waitFor(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return tooMany(`Please wait ${seconds} seconds before asking for another code.`, seconds)
}

export default handle(contracts.security.resendCode, async (context) => {
  const { db, input, tenant, now } = context
  const token = readOtpToken(input.otp_token)
  const known = token && (await db.otpChallenge.find(token))
  const found = token && (await findSignIn(context, tenant, { email: input.email, token, challenge: known }))
  if (!found || found.challenge.tries >= limits.tries) throw signInOver()
  const { user, challenge } = found
  if (challenge.type !== 'email')
    throw invalid({ otp_token: 'The code comes from your authenticator app: it cannot be sent.' })
  await refuseGuessing(context, user)
  const wait = (challenge.sentAt ?? 0) + limits.resendMs - now()
  if (wait > 0) throw waitFor(wait)
  if (challenge.sends > limits.resends)
    throw tooMany('No more codes can be sent. Please log in again.', (challenge.endsAt - now()) / 1000)
  // Of two requests at once one sends; the other waits like every next one.
  if (!(await resendCode(context, user, tenant, { token, challenge }))) throw waitFor(limits.resendMs)
  return { result: 'success' as const, message: 'A new code is on its way.' }
})
