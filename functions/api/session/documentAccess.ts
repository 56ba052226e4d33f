import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { issueToken } from '../../domain/security/one-time.ts'
import { siteUrl } from '../../domain/settings/site-url.ts'
import { isOwnPassword } from '../../identity/own-password.ts'
import { handle } from '../../kit/handle.ts'
import { ticketHolder } from '../../kit/ticket-holder.ts'

export default handle(contracts.session.documentAccess, async (context) => {
  const { db, env, me, company, input, tenant, now } = context
  if (!(await isOwnPassword(context, me, input.pwd, 'document-password', signInLimits.documentPassword)))
    throw invalid({ pwd: 'This is not your password.' })
  const file = await db.protectedFile.find(company.id, input.urldata)
  if (!file) throw notFound('document')
  const ticket = await issueToken(db, {
    kind: 'document',
    userId: me.id,
    tenantId: tenant.id,
    subject: file.id,
    holder: await ticketHolder(context),
    lifeMs: signInLimits.documentTokenMs,
    now: now(),
  })
  const site = siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, tenant)
  return { result: 'success' as const, url: `${site}/api/docauth/${ticket}` }
})
