import { contracts } from '#shared/contracts/index.ts'
import { conflict, tooMany } from '#shared/errors.ts'
import { signInLimits, untilUnderLimit } from '#shared/sign-in.ts'
import { handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'
import { describeWait } from '../../kit/source-limit.ts'

const { perAccount, windowMs } = signInLimits.linkMails

export default handle(contracts.session.resendConfirmation, async (context) => {
  const { db, me, tenant, now } = context
  if (me.emailConfirmedAt !== null) throw conflict('Your e-mail address is confirmed already.')
  const at = now()
  const waitMs = untilUnderLimit(await db.guard.slide('confirm-mail', me.id, windowMs, at), perAccount, windowMs, at)
  if (waitMs > 0) {
    await db.guard.uncount('confirm-mail', me.id, windowMs, at)
    const wait = describeWait(waitMs)
    throw tooMany(`We have sent this mail several times. Please try again in ${wait}.`, waitMs / 1000)
  }
  await postMail(context, tenant, 'confirmEmail', { userId: me.id })
  return { result: 'success' as const, message: `We have sent a mail to ${me.email}.` }
})
