// What a sign-in answers, as the wire names it.
import type { beginSecondFactor } from '../../identity/second-factor.ts'
import type { TokenTrio } from '../../identity/session.ts'

export const toTokens = ({ accessToken, refreshToken, expiresIn }: TokenTrio) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: expiresIn,
})

type Challenge = NonNullable<Awaited<ReturnType<typeof beginSecondFactor>>>

export const toChallenge = ({ type, otpToken }: Challenge) => ({
  two_factor_auth: true as const,
  two_factor_auth_type: type,
  otp_token: otpToken,
})
