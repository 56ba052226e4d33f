import { seemsIn } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { AppError } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { findNamed, lookForName, namedIn } from '../../domain/tenancy/find-account.ts'
import { checkCaptcha } from '../../identity/captcha.ts'
import { findKnown, isOfHost, isStillKnown } from '../../identity/known-device.ts'
import { verifyPassword } from '../../identity/password.ts'
import { beginSecondFactor } from '../../identity/second-factor.ts'
import { beginCount, countTry, finishSignIn, tellEntrance, tellOwner } from '../../identity/sign-in.ts'
import { tellStranger } from '../../kit/audit-log.ts'
import { type Context, handleReading } from '../../kit/handle.ts'
import { toChallenge, toTokens } from '../../wire/session/tokens.ts'

const look = ({ db, input, tenant }: Context<typeof contracts.session.login>) => lookForName(db, tenant, input.username)

export default handleReading(contracts.session.login, look, async (context, records) => {
  const { db, input, tenant, request } = context
  const captcha = await checkCaptcha(context, input.gtoken, request)
  const tried = {
    email: input.username,
    device: input.device,
    request,
    ...(captcha === 'unknown' && { limits: signInLimits.withoutCaptcha }),
  }
  const counting = beginCount(context, records, tried)
  // Read for everybody, so that no answer is quicker.
  const [{ record, user }, device] = await Promise.all([
    findNamed(db, tenant, records),
    findKnown(context, namedIn(records)),
  ])
  const [counted, step] = await Promise.all([
    countTry(context, record, { ...tried, counting }, (refused, at) => tellOwner(context, refused, context, at)),
    // After the person: a step that is set up meanwhile is seen here, or has ended what begins with them as they were read.
    db.twoFactor.find(namedIn(records)),
  ])
  // One hash for everybody: who is unknown, or may not sign in, is checked against a decoy.
  const matches = await verifyPassword(input.password, user?.status === 'active' ? user.passwordHash : undefined)
  if (!matches || !user) {
    await counted.wrong()
    // Guesses stand in the log of the person whom they were about; its call takes as long for names that nobody has.
    const description = 'Tried to sign in with a wrong password'
    if (user)
      await tellEntrance(context, { user, tenant, request }, { action: 'Sign In', description, signIn: 'password' })
    else await tellStranger(context, { tenant, request, tried: 'sign-in' })
    throw new AppError('unauthenticated', 'The e-mail address or the password is not right.')
  }
  const forgiven = counted.right()
  const entrance = { user, tenant, request, device: input.device }
  if (!step) return toTokens(await finishSignIn(context, entrance, forgiven))
  const now = context.now()
  if (isStillKnown(device, { user, step, now }) && isOfHost(device, context)) {
    const seen = { usedAt: now, ip: request.ip, place: seemsIn(request) }
    const used = db.knownDevice.use(user.id, device.id, seen)
    const [trio] = await Promise.all([finishSignIn(context, { ...entrance, isKnown: true }, forgiven), used])
    return toTokens(trio)
  }
  await forgiven
  return toChallenge(await beginSecondFactor(context, user, tenant, step))
})
