import { createHash } from 'node:crypto'
import { contracts } from '#shared/contracts/index.ts'
import { emailKey } from '#shared/email.ts'
import { signInLimits, untilUnderLimit } from '#shared/sign-in.ts'
import { checkCaptcha } from '../../identity/captcha.ts'
import { tellStranger } from '../../kit/audit-log.ts'
import { handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'
import { countSource } from '../../kit/source-limit.ts'

const { linkMails } = signInLimits
const { perAccount, windowMs } = linkMails
const message =
  'If there is an account with this e-mail address, we have sent a link to set a new password. It works for 30 minutes.'

/** Whether there is such an account is looked up by the job that sends the mail, so nothing here can tell. */
export default handle(contracts.session.forgot, async (context) => {
  const { db, input, tenant, request, now } = context
  await checkCaptcha(context, input.gtoken, request)
  // A domain has a thousand spellings, of which each would have its own five.
  const name = createHash('sha256')
    .update(`${tenant.id}:${emailKey(input.username)}`)
    .digest('base64url')
  await countSource(
    context,
    'link-mail-source',
    request,
    linkMails,
    (wait) => `Too many requests. Please try again in ${wait}.`,
  )
  await tellStranger(context, { tenant, request, tried: 'reset', asked: input.username })
  const at = now()
  const waitMs = untilUnderLimit(await db.guard.slide('link-mail', name, windowMs, at), perAccount, windowMs, at)
  // Beyond that nobody's mailbox is filled, and the answer stays as it was. It does not count: who asks without end would otherwise
  // keep the owner without a mail for hours.
  if (waitMs === 0) await postMail(context, tenant, 'resetPassword', { email: input.username })
  else await db.guard.uncount('link-mail', name, windowMs, at)
  return { result: 'success' as const, message }
})
