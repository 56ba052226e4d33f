import { refusalForDomain } from '#shared/access/own-domain.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { moveHost } from '../../domain/domains/move-host.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { handle } from '../../kit/handle.ts'
import { forgetTenants } from '../../kit/tenant.ts'

export default handle(contracts.domains.moveHost, async (context) => {
  const { db, env, actor, me, company, input, now, tell } = context
  // Links in mails lead there, as to a domain of its own.
  const why = refusalForDomain(actor, me)
  if (why) throw refused(why)
  requireFreshPassword(context)
  const { subdomain } = input
  await moveHost({ db, now, platformDomain: env.PLATFORM_DOMAIN }, company, subdomain)
  forgetTenants()
  tell({
    description: `Moved ${company.name} to the sub-domain ${subdomain}`,
    before: { subdomain: company.subdomain },
    after: { subdomain },
  })
  return {
    result: 'success' as const,
    message: messages.settingSaved,
    subdomain,
    url: `${env.PLATFORM_SCHEME}://${subdomain}.${env.PLATFORM_DOMAIN}`,
  }
})
