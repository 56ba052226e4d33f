import { contracts } from '#shared/contracts/index.ts'
import { AppError } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { findAccount } from '../../domain/tenancy/find-account.ts'
import { checkCaptcha } from '../../identity/captcha.ts'
import { verifyPassword } from '../../identity/password.ts'
import { secondFactorFor } from '../../identity/second-factor.ts'
import { countTry, finishSignIn, tellEntrance, tellOwner } from '../../identity/sign-in.ts'
import { tellStranger } from '../../kit/audit-log.ts'
import { handle } from '../../kit/handle.ts'
import { toChallenge, toTokens } from '../../wire/session/tokens.ts'

export default handle(contracts.session.login, async (context) => {
  const { db, input, tenant, request } = context
  const captcha = await checkCaptcha(context, input.gtoken, request)
  const { record, user } = await findAccount(db, tenant, input.username)
  const tried = {
    email: input.username,
    device: input.device,
    request,
    ...(captcha === 'unknown' && { limits: signInLimits.withoutCaptcha }),
  }
  const counted = await countTry(context, record, tried, (refused, at) => tellOwner(context, refused, context, at))
  // One hash for everybody: who is unknown, or may not sign in, is checked against a decoy.
  const matches = await verifyPassword(input.password, user?.status === 'active' ? user.passwordHash : undefined)
  if (!matches || !user) {
    await counted.wrong()
    // Guesses stand in the log of the person whom they were about; its call takes as long for names that nobody has.
    const description = 'Tried to sign in with a wrong password'
    if (user)
      await tellEntrance(context, { user, tenant, request }, { action: 'Sign In', description, outcome: 'failed' })
    else await tellStranger(context, { tenant, request, tried: 'sign-in' })
    throw new AppError('unauthenticated', 'The e-mail address or the password is not right.')
  }
  const forgiven = await counted.right()
  const challenge = await secondFactorFor(context, user, tenant)
  if (challenge) return toChallenge(challenge)
  return toTokens(await finishSignIn(context, { user, tenant, request, device: input.device }, forgiven))
})
