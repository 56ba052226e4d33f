import { contracts } from '#shared/contracts/index.ts'
import { conflict, tooMany } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'

const { perAccount, windowMs } = signInLimits.linkMails

export default handle(contracts.session.resendConfirmation, async (context) => {
  const { db, me, tenant, now } = context
  if (me.emailConfirmedAt !== null) throw conflict('Your e-mail address is confirmed already.')
  if ((await db.guard.count('confirm-mail', me.id, windowMs, now())) > perAccount)
    throw tooMany('We have sent this mail several times. Please try again in an hour.', windowMs / 1000)
  await postMail(context, tenant, 'confirmEmail', { userId: me.id })
  return { result: 'success' as const, message: `We have sent a mail to ${me.email}.` }
})
