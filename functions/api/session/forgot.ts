import { createHash } from 'node:crypto'
import { contracts } from '#shared/contracts/index.ts'
import { tooMany } from '#shared/errors.ts'
import { signInLimits, sourceOf } from '#shared/sign-in.ts'
import { checkCaptcha } from '../../kit/captcha.ts'
import { handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'

const { perAccount, perSource, windowMs } = signInLimits.linkMails
const message =
  'If there is an account with this e-mail address, we have sent a link to set a new password. It works for 30 minutes.'

/** Whether there is such an account is looked up by the job that sends the mail, so nothing here can tell. */
export default handle(contracts.session.forgot, async (context) => {
  const { db, input, tenant, request, now } = context
  await checkCaptcha(context, input.gtoken, request)
  const name = createHash('sha256').update(`${tenant.id}:${input.username}`).digest('base64url')
  const [fromSource, forAccount] = await Promise.all([
    db.guard.count('link-mail-source', sourceOf(request.ip), windowMs, now()),
    db.guard.count('link-mail', name, windowMs, now()),
  ])
  if (fromSource > perSource) throw tooMany('Too many requests. Please try again in an hour.', windowMs / 1000)
  // Beyond that nobody's mailbox is filled, and the answer stays as it was.
  if (forAccount <= perAccount) await postMail(context, tenant, 'resetPassword', { email: input.username })
  return { result: 'success' as const, message }
})
